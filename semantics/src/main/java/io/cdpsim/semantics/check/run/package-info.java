/** Runs of checked programs, each on one GPU with one CUDA version, policy and seed, and their observations. Knows no expectations. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check.run;
