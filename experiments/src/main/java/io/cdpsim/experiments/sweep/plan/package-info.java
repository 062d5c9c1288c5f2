/**
 * The plan of a sweep: a {@link io.cdpsim.experiments.sweep.plan.SweepSpecification} as written, and the {@link
 * io.cdpsim.experiments.sweep.plan.Sweep} derived from it, whose points have stable numbers. The points are a function of specification, program and
 * inputs, so any process can run a point: a {@link io.cdpsim.experiments.sweep.plan.PointRunner} turns its number into a row.
 */
@NullMarked
package io.cdpsim.experiments.sweep.plan;

import org.jspecify.annotations.NullMarked;
