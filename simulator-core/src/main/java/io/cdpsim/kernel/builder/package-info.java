/**
 * How code is written: the emitter that front ends stand on, and the builder that reads like CUDA C. Knows calls, code, its analysis and its
 * verification; nothing of its execution.
 */
@NullMarked
package io.cdpsim.kernel.builder;

import org.jspecify.annotations.NullMarked;
