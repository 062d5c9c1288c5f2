/**
 * Scenario files, which name programs, the conditions of their runs and expectations: reading, checking, and updating them to the current
 * results. Uses all other packages of {@code check}.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check.scenario;
