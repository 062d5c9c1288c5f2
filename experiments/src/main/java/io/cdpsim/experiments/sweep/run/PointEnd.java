package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.Point;
import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.row.Row;

/**
 * What became of a point: its row, or what kept it from finishing, which lies in a computer or in CDPSim and not in the point.
 *
 * @param point which one
 * @param row its row; where it could not finish, one that says so
 * @param hindrance what kept it from finishing; empty if nothing did
 * @param outOfMemory whether that was too little memory, of which a point has more when it runs alone
 */
public record PointEnd(Point point, Row row, String hindrance, boolean outOfMemory) {
    /** Runs a point here, whatever comes of it. */
    public static PointEnd of(PointRunner runner, Point point) {
        try {
            return new PointEnd(point, runner.run(point), "", false);
        } catch (OutOfMemoryError e) {
            return hindered(
                    runner, point, "not finished: out of memory; ask for less, or give Java a larger heap", true);
        } catch (RuntimeException | Error e) {
            return hindered(
                    runner,
                    point,
                    "not finished: a fault of cdpsim, not of its input: " + e + "; please report it",
                    false);
        }
    }

    /** A point that could not finish. */
    public static PointEnd hindered(PointRunner runner, Point point, String hindrance, boolean outOfMemory) {
        return new PointEnd(point, runner.unfinished(point, hindrance), hindrance, outOfMemory);
    }

    /** Whether the row is there to keep. */
    public boolean isDone() {
        return hindrance.isEmpty();
    }
}
