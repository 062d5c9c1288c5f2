/**
 * The {@code sweep} command: a subcommand for each workload, one for files, one that joins shards, and the summary of what came out.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.sweep;
