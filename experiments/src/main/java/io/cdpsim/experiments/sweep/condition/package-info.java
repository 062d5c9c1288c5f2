/**
 * Conditions on the values of a sweep, such as {@code threshold < pool && variant != warp}, which leave out combinations.
 */
@NullMarked
package io.cdpsim.experiments.sweep.condition;

import org.jspecify.annotations.NullMarked;
