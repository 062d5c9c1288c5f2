/**
 * What a sweep is: a {@link io.cdpsim.experiments.sweep.plan.SweepSpecification} as somebody wrote it, and the
 * {@link io.cdpsim.experiments.sweep.plan.Sweep} made of it, whose points have stable numbers. Whoever has the same question, program and inputs makes
 * the same points, so a point can run anywhere: a {@link io.cdpsim.experiments.sweep.plan.PointRunner} turns its number into a row.
 */
@NullMarked
package io.cdpsim.experiments.sweep.plan;

import org.jspecify.annotations.NullMarked;
