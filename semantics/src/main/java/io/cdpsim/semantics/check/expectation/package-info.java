/**
 * What somebody expects of runs, a class for each kind of expectation: whether it holds, of which findings it speaks, and what would have to be expected
 * instead. Knows runs and findings, and nothing of the file that an expectation stands in but its place.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check.expectation;
