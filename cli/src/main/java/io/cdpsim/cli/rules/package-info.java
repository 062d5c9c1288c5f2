/**
 * The {@code rules} command: lists the rules of CUDA dynamic parallelism, and shows each by running its scenarios.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.rules;
