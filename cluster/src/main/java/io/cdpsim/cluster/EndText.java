package io.cdpsim.cluster;

import io.cdpsim.experiments.sweep.plan.Point;
import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.row.JsonRows;
import io.cdpsim.experiments.sweep.row.Row;
import io.cdpsim.experiments.sweep.run.PointEnd;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;

/** What became of a point, as text: a word, and behind it the row as journals keep it, or what kept the point from finishing. */
final class EndText {
    private static final String DONE = "done ";
    private static final String OUT_OF_MEMORY = "memory ";
    private static final String HINDERED = "hindered ";

    private EndText() {}

    static String of(PointEnd end) {
        if (end.isDone()) {
            return DONE + JsonRows.line(end.row());
        }
        return (end.outOfMemory() ? OUT_OF_MEMORY : HINDERED) + end.hindrance();
    }

    /**
     * Reads what {@link #of} wrote.
     *
     * @param worker who wrote it, for messages
     * @throws IOException if it is not what became of this point
     */
    static PointEnd parse(String worker, PointRunner runner, Point point, String text) throws IOException {
        if (text.startsWith(OUT_OF_MEMORY)) {
            return PointEnd.hindered(runner, point, text.substring(OUT_OF_MEMORY.length()), true);
        }
        if (text.startsWith(HINDERED)) {
            return PointEnd.hindered(runner, point, text.substring(HINDERED.length()), false);
        }
        try {
            Row row = JsonRows.parse(worker, 1, text.startsWith(DONE) ? text.substring(DONE.length()) : "");
            if (row.point() == point.number()) {
                return new PointEnd(point, row, "", false);
            }
        } catch (InvalidInputException e) {
            throw new IOException(e);
        }
        throw new IOException("it answers with another point");
    }
}
