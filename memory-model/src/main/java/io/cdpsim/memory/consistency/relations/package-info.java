/**
 * The events of a candidate execution and the relations among them: program order, moral strength, patterns, causality, what reads return,
 * and the axioms that these alone decide. May know traces; chooses nothing.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.relations;
