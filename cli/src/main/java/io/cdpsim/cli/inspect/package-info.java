/**
 * Commands that read profiles, error codes and examples without a simulation.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.inspect;
