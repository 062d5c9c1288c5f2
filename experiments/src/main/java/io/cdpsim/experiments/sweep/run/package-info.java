/**
 * The execution of a sweep: points on several threads ({@link io.cdpsim.experiments.sweep.run.SweepRun}), finished rows in a journal that outlives
 * the process ({@link io.cdpsim.experiments.sweep.run.SweepJournal}), and merged shards of several runs ({@link
 * io.cdpsim.experiments.sweep.run.ShardMerge}).
 */
@NullMarked
package io.cdpsim.experiments.sweep.run;

import org.jspecify.annotations.NullMarked;
