/**
 * Fits a profile to measured rows: each parameter to the rows that the plan lists for it, in order, by simulating these rows. Depends on validation
 * and profiles.
 */
@NullMarked
package io.cdpsim.experiments.fit;

import org.jspecify.annotations.NullMarked;
