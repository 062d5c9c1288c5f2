/**
 * Explanations why a state is reachable or not: an execution that ends in it, or the axiom and the cycle that forbid it, as text and as a picture. Uses all other packages of the checker, but not the checker.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.explain;
