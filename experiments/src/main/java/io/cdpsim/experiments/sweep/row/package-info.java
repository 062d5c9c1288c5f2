/**
 * The rows of a sweep: what a point was asked and what came out, as cells whose text is written once and never computed again; tables of rows; CSV and
 * JSON Lines, both written and read; the joining of shards. Knows nothing of how a point runs.
 */
@NullMarked
package io.cdpsim.experiments.sweep.row;

import org.jspecify.annotations.NullMarked;
