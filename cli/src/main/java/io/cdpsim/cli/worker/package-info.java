/**
 * The {@code worker} command, which runs points of sweeps for other machines, and the key that it shares with them.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.worker;
