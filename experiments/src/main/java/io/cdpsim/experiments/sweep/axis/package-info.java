/**
 * What a sweep varies, as text: an {@link io.cdpsim.experiments.sweep.axis.Axis} is a name with its values, read from a list, a range or both. Knows
 * neither workloads nor profiles: what a name stands for, and whether a value is one of it, is said in {@code plan}.
 */
@NullMarked
package io.cdpsim.experiments.sweep.axis;

import org.jspecify.annotations.NullMarked;
