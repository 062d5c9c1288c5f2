/**
 * The rows of a sweep: the parameters and results of a point, as cells whose text is fixed once; tables of rows; CSV and JSON Lines, written and
 * parsed. Does not depend on the execution of points.
 */
@NullMarked
package io.cdpsim.experiments.sweep.row;

import org.jspecify.annotations.NullMarked;
