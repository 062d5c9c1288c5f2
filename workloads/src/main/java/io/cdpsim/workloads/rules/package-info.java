/**
 * The rules of CUDA dynamic parallelism as programs: each scenario sets one up, runs it and says what came out, and which outcomes the
 * rule allows.
 */
@NullMarked
package io.cdpsim.workloads.rules;

import org.jspecify.annotations.NullMarked;
