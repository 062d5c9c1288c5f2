/**
 * The events of a candidate execution and the relations among them: program order, moral strength, patterns, reads-from and causality. Uses traces; makes no choice.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.relations;
