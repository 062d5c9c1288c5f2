package io.cdpsim.cli.timeline;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The rows of a timeline: one for each grid, below the grid that launched it. Many launches of one kernel by one grid are summed up.
 */
final class TimelineRows {
    private static final int ROWS_OF_A_KERNEL = 6;
    private static final int MAX_ROWS = 40;

    /**
     * A row.
     *
     * @param indent number of grids above it
     * @param label the kernel's name, or the number of omitted grids
     * @param grid the grid; empty for a row that counts omitted grids
     */
    record Row(int indent, String label, Optional<GridLifetime> grid) {}

    private final ListMultimap<Long, GridLifetime> children;
    private final List<Row> rows = new ArrayList<>();
    private final long endCycles;
    private int shown;
    private int summedUp;

    private TimelineRows(List<GridLifetime> grids) {
        this.children = Multimaps.index(grids, GridLifetime::parent);
        this.endCycles = grids.stream()
                .flatMapToLong(g -> LongStream.of(g.posted(), g.started(), g.bodyEnded(), g.completed()))
                .max()
                .orElse(0);
    }

    static TimelineRows of(Timeline timeline) {
        List<GridLifetime> grids = timeline.grids();
        TimelineRows rows = new TimelineRows(grids);
        rows.add(0, 0);
        int rest = grids.size() - rows.shown - rows.summedUp;
        if (rest > 0) {
            rows.count(0, "and " + NumberFormats.count(rest) + " more grids");
        }
        return rows;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    List<Row> rows() {
        return rows;
    }

    /** The cycle of the last event of any grid. */
    long endCycles() {
        return endCycles;
    }

    private void add(long parent, int indent) {
        Map<String, Integer> seen = new HashMap<>();
        Map<String, Integer> summed = new LinkedHashMap<>();
        for (GridLifetime grid : children.get(parent)) {
            if (shown >= MAX_ROWS) {
                break;
            }
            if (seen.merge(grid.kernel(), 1, Integer::sum) > ROWS_OF_A_KERNEL) {
                summed.merge(grid.kernel(), 1, Integer::sum);
                summedUp++;
                continue;
            }
            shown++;
            rows.add(new Row(indent, grid.kernel(), Optional.of(grid)));
            add(grid.grid(), indent + 1);
        }
        summed.forEach((kernel, count) -> count(indent, kernel + ", " + NumberFormats.count(count) + " more"));
    }

    private void count(int indent, String text) {
        rows.add(new Row(indent, text, Optional.empty()));
    }
}
