/**
 * What a scenario is, a small program that shows a rule, and what scenarios of several groups of rules share. It may know programs, and no
 * group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.scenario;

import org.jspecify.annotations.NullMarked;
