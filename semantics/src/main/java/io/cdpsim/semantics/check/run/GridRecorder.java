package io.cdpsim.semantics.check.run;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Records the grids of a run, up to a limit, and counts all of them. */
final class GridRecorder implements RunListener {
    /**
     * Failed launches of a kernel by another.
     *
     * @param launcher name of the launching kernel; empty if it is not recorded
     * @param kernel name of the kernel that was not launched
     */
    record FailedLaunch(String launcher, String kernel) {}

    /** Each recorded grid takes about 100 bytes. */
    static final int MAX_RECORDED = 200_000;

    /** A program that ends has far fewer launches on top of each other; the text of the diagnostic names the number. */
    static final int MAX_CHAIN = 25_000;

    /** How many grids precede each incomplete one, each the parent of the next, with itself. */
    private final Map<Long, Integer> chains = new HashMap<>();

    private final Map<Long, ObservedGrid> grids = new LinkedHashMap<>();
    private final Map<String, Long> completed = new LinkedHashMap<>();
    private final Map<Long, String> unrecorded = new LinkedHashMap<>();
    private final Set<FailedLaunch> failed = new LinkedHashSet<>();
    private final Map<Integer, Long> errors = new TreeMap<>();

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Posted posted) {
            int chain = chains.getOrDefault(posted.parent(), 0) + 1;
            chains.put(posted.grid(), chain);
            if (chain >= MAX_CHAIN) {
                throw new EndlessLaunchException(posted.kernel(), kernel(posted.parent()));
            }
            if (grids.size() < MAX_RECORDED) {
                grids.put(
                        posted.grid(),
                        ObservedGrid.posted(posted.grid(), posted.parent(), posted.kernel(), posted.depth()));
            } else {
                unrecorded.put(posted.grid(), posted.kernel());
            }
        } else if (event instanceof GridEvent.Started started) {
            grids.computeIfPresent(started.grid(), (number, grid) -> grid.started(started.timeCycles()));
        } else if (event instanceof GridEvent.BodyEnded ended) {
            grids.computeIfPresent(ended.grid(), (number, grid) -> grid.ended(ended.timeCycles()));
        } else if (event instanceof GridEvent.Completed complete) {
            chains.remove(complete.grid());
            ObservedGrid grid =
                    grids.computeIfPresent(complete.grid(), (number, each) -> each.completed(complete.timeCycles()));
            String kernel = grid == null ? unrecorded.remove(complete.grid()) : grid.kernel();
            if (kernel != null) {
                completed.merge(kernel, 1L, Long::sum);
            }
        } else if (event instanceof GridEvent.LaunchFailed launch) {
            failed.add(new FailedLaunch(kernel(launch.parent()), launch.kernel()));
            errors.merge(launch.errorCode(), 1L, Long::sum);
        }
    }

    private String kernel(long number) {
        ObservedGrid grid = grids.get(number);
        return grid == null ? "" : grid.kernel();
    }

    List<ObservedGrid> grids() {
        return new ArrayList<>(grids.values());
    }

    /** Whether the run had more grids than are recorded. */
    boolean isTruncated() {
        return grids.size() >= MAX_RECORDED;
    }

    Map<String, Long> completed() {
        return completed;
    }

    /** Number of failed launches for each error code. */
    Map<Integer, Long> errors() {
        return errors;
    }

    /** The launches that failed, each pair of kernels once. */
    Set<FailedLaunch> failed() {
        return failed;
    }
}
