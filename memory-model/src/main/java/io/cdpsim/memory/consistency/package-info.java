/**
 * The PTX memory model with the edges that dynamic parallelism adds, and an exhaustive checker of litmus tests: every execution that
 * the axioms allow is found and counted, and one that they forbid is explained.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency;
