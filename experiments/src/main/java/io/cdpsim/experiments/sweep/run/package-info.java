/**
 * How a sweep is run here: points spread over threads ({@link io.cdpsim.experiments.sweep.run.SweepRun}) and over whoever else takes some
 * ({@link io.cdpsim.experiments.sweep.run.Crew}), finished rows kept in a journal that outlives the
 * process ({@link io.cdpsim.experiments.sweep.run.SweepJournal}), shards of several runs joined ({@link io.cdpsim.experiments.sweep.run.ShardMerge}).
 */
@NullMarked
package io.cdpsim.experiments.sweep.run;

import org.jspecify.annotations.NullMarked;
