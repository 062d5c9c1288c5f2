/**
 * Rules of errors: which thread gets an error, how long it persists, and the effect of a fault on other grids (group ERR). The class contains scenarios.
 * It uses programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.error;

import org.jspecify.annotations.NullMarked;
