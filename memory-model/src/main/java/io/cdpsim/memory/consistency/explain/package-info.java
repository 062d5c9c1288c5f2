/**
 * Why a state can be reached or not: an execution that ends so, or the axiom and the circle that forbid it, as text and as a picture. May
 * know all other rooms of the checker, but not the checker.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.explain;
