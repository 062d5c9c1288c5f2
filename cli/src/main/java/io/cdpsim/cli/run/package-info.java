/**
 * The {@code run} command: a subcommand for each workload, and the report of its result.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.run;
