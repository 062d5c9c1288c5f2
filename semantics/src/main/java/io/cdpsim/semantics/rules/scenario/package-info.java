/**
 * Scenarios of rules: small programs with their allowed outcomes, and code that several groups of rules share. Uses programs, and no group of
 * rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.scenario;

import org.jspecify.annotations.NullMarked;
