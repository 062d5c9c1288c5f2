/**
 * The PTX memory model with the edges that dynamic parallelism adds, and an exhaustive checker of litmus tests: every execution that
 * the axioms allow is found and counted, and one that they forbid is explained.
 *
 * <p>The checker itself is in this package and may use all packages below it. They build on one another in this order: {@code trace},
 * {@code relations}, {@code outcome}, {@code search}, {@code explain}; each may use the ones before it.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency;
