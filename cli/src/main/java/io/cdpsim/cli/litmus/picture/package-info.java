/**
 * Executions drawn: laid out by a library, which is loaded when something is drawn and not before, and written as SVG; or written for
 * Graphviz. May know what is drawn of an execution, and nothing of the command that asks for it.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.litmus.picture;
