/**
 * Pictures of executions as SVG, laid out by a library that is loaded on first use, and as graphs for
 * Graphviz. Does not depend on the {@code litmus} command.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.litmus.picture;
