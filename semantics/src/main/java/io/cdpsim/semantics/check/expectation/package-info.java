/**
 * Expectations of runs, one class for each kind: whether it holds, which diagnostics it covers, and which value would hold. Knows runs and
 * diagnostics, and of the file of an expectation only the position.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check.expectation;
