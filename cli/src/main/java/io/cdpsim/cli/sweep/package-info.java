/**
 * The {@code sweep} command: a subcommand for each workload, one for files, one for batch systems, one that merges shards, and the summary.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.sweep;
