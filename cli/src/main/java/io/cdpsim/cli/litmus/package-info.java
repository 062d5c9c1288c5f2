/**
 * The command that asks the memory model about litmus tests.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.litmus;
