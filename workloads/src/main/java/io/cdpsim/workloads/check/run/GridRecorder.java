package io.cdpsim.workloads.check.run;


import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.GridEvent;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunListener;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Keeps the grids of a run, up to a number, and counts all of them. */
final class GridRecorder implements RunListener {
    /** More than this nobody expects one by one, and each takes a hundred bytes. */
    static final int MOST_KEPT = 200_000;

    private final Map<Long, ObservedGrid> grids = new LinkedHashMap<>();
    private final Map<String, Long> completed = new LinkedHashMap<>();
    private final Map<Long, String> kernelsUnkept = new LinkedHashMap<>();
    private final Set<String> refused = new LinkedHashSet<>();
    private final Map<Integer, Long> errors = new TreeMap<>();

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Posted posted) {
            if (grids.size() < MOST_KEPT) {
                grids.put(
                        posted.grid(), ObservedGrid.posted(posted.grid(), posted.parent(), posted.kernel(), posted.depth()));
            } else {
                kernelsUnkept.put(posted.grid(), posted.kernel());
            }
        } else if (event instanceof GridEvent.Started started) {
            grids.computeIfPresent(started.grid(), (number, grid) -> grid.started(started.timeCycles()));
        } else if (event instanceof GridEvent.BodyEnded ended) {
            grids.computeIfPresent(ended.grid(), (number, grid) -> grid.ended(ended.timeCycles()));
        } else if (event instanceof GridEvent.Completed complete) {
            ObservedGrid grid =
                    grids.computeIfPresent(complete.grid(), (number, each) -> each.completed(complete.timeCycles()));
            String kernel = grid == null ? kernelsUnkept.remove(complete.grid()) : grid.kernel();
            if (kernel != null) {
                completed.merge(kernel, 1L, Long::sum);
            }
        } else if (event instanceof GridEvent.LaunchFailed failed) {
            refused.add(failed.kernel());
            errors.merge(failed.errorCode(), 1L, Long::sum);
        }
    }

    List<ObservedGrid> grids() {
        return new ArrayList<>(grids.values());
    }

    /** Whether there were more than are kept. */
    boolean isCut() {
        return grids.size() >= MOST_KEPT;
    }

    Map<String, Long> completed() {
        return completed;
    }

    /** How many launches failed with each code. */
    Map<Integer, Long> errors() {
        return errors;
    }

    /** Kernels whose launch failed. */
    Set<String> refused() {
        return refused;
    }
}
