/**
 * The command line: commands, tables and reports.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli;
