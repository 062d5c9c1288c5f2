/**
 * Front ends' interface: the emitter, and the builder that reads like CUDA C. Depends on calls, code, its analysis and its
 * verification, not on its execution.
 */
@NullMarked
package io.cdpsim.kernel.builder;

import org.jspecify.annotations.NullMarked;
