package io.cdpsim.observe.times;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Adds up for how long grids waited and ran, by kernel and by depth. It keeps nothing of a grid whose threads have ended. */
public final class GridTimeRecorder implements RunListener {
    /** What grids have in common that are counted together. */
    private record Kind(String kernel, int depth) {}

    /** Where those of a kind are counted. */
    private record Counted(RunningSums byKernel, RunningSums byDepth) {}

    private final Map<Kind, Integer> indices = new HashMap<>();
    private final List<Counted> kinds = new ArrayList<>();
    private final Map<String, RunningSums> byKernel = new LinkedHashMap<>();
    private final Map<Integer, RunningSums> byDepth = new TreeMap<>();
    private final LiveGridTable live = new LiveGridTable();

    /** Knows of no grid. */
    public GridTimeRecorder() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        long time = event.timeCycles();
        if (event instanceof GridEvent.Posted posted) {
            live.add(posted.grid(), kind(posted.kernel(), posted.depth()), time);
        } else if (event instanceof GridEvent.Started started) {
            starts(started.grid(), time);
        } else if (event instanceof GridEvent.BodyEnded ended) {
            ends(ended.grid(), time);
        }
    }

    private int kind(String kernel, int depth) {
        Integer known = indices.putIfAbsent(new Kind(kernel, depth), kinds.size());
        if (known != null) {
            return known;
        }
        kinds.add(new Counted(
                byKernel.computeIfAbsent(kernel, key -> new RunningSums()),
                byDepth.computeIfAbsent(depth, key -> new RunningSums())));
        return kinds.size() - 1;
    }

    private void starts(long grid, long time) {
        if (live.has(grid) && live.started(grid) < 0) {
            live.started(grid, time);
            Counted counted = kinds.get(live.kind(grid));
            counted.byKernel().starts(time);
            counted.byDepth().starts(time);
        }
    }

    private void ends(long grid, long time) {
        if (live.has(grid) && live.started(grid) >= 0) {
            long posted = live.posted(grid);
            long started = live.started(grid);
            Counted counted = kinds.get(live.kind(grid));
            counted.byKernel().ends(posted, started, time);
            counted.byDepth().ends(posted, started, time);
            live.remove(grid);
        }
    }

    /** The kernels of which a grid was posted, in the order of the first posting of each, whether one has ended or not. */
    public List<String> kernels() {
        return List.copyOf(byKernel.keySet());
    }

    /** The kernels whose grids have ended, in the order of the first posting of each. */
    public Map<String, GridTimeTotals> byKernel() {
        Map<String, GridTimeTotals> sums = new LinkedHashMap<>();
        byKernel.forEach((kernel, running) -> {
            if (!running.isEmpty()) {
                sums.put(kernel, running.sums());
            }
        });
        return sums;
    }

    /** The depths at which grids have ended, from that of the host's grids, which is 0, downwards. */
    public Map<Integer, GridTimeTotals> byDepth() {
        Map<Integer, GridTimeTotals> sums = new LinkedHashMap<>();
        byDepth.forEach((depth, running) -> {
            if (!running.isEmpty()) {
                sums.put(depth, running.sums());
            }
        });
        return sums;
    }
}
