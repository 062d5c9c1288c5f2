/**
 * The {@code litmus} command: checks litmus tests against the memory model.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.litmus;
