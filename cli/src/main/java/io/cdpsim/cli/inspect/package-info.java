/**
 * Commands that answer from a profile alone, without a simulation.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.inspect;
