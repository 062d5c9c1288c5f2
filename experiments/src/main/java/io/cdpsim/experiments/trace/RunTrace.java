package io.cdpsim.experiments.trace;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunEvent.PoolEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.RunEvent.WarningEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.observe.graphs.GraphRecorder;
import io.cdpsim.observe.waits.GridWaitRecorder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records what a trace shows of a run: the longest grids, blocks, calls and copies, and counters over time. Its memory is bounded by what it keeps
 * and by the number of simultaneous grids.
 */
public final class RunTrace implements RunListener {
    private static final int MOST_GRIDS = 400_000;
    private static final int MOST_BLOCKS = 400_000;
    private static final int MOST_NODES = 100_000;
    private static final int MOST_OPERATIONS = 100_000;
    private static final int MOST_VALUES = 20_000;
    private static final int MOST_WARNINGS = 1_000;
    /** More simultaneous waiting grids are not recorded, and counted as dropped. */
    private static final int MOST_ON_THEIR_WAY = 2_000_000;

    private static final class OnItsWay {
        private final GridEvent.Posted posted;
        private long started = -1;
        private long bodyEnded = -1;
        private boolean isInServer = true;
        private boolean isResident;

        OnItsWay(GridEvent.Posted posted) {
            this.posted = posted;
        }
    }

    private record Moving(int device, MemoryEvent.Operation operation, long parent, int stream) {}

    /** Counters of a device over time. */
    static final class Counters {
        final CounterSeries pool = new CounterSeries(MOST_VALUES);
        final CounterSeries resident = new CounterSeries(MOST_VALUES);
        final CounterSeries server = new CounterSeries(MOST_VALUES);
        final CounterSeries busySms = new CounterSeries(MOST_VALUES);
        private long residentNow;
        private long serverNow;
        private long busyNow;
    }

    private final LongestSpans<GridSpan> grids = new LongestSpans<>(MOST_GRIDS);
    private final LongestSpans<BlockSpan> blocks = new LongestSpans<>(MOST_BLOCKS);
    private final LongestSpans<OperationSpan> calls = new LongestSpans<>(MOST_OPERATIONS);
    private final LongestSpans<OperationSpan> copies = new LongestSpans<>(MOST_OPERATIONS);
    private final List<WarningEvent> warnings = new ArrayList<>();
    private final Map<Integer, Counters> counters = new TreeMap<>();
    private final Map<Long, OnItsWay> onTheirWay = new HashMap<>();
    private final Map<Moving, Deque<Long>> moving = new HashMap<>();
    private final GridWaitRecorder waits = new GridWaitRecorder();
    private final GraphRecorder graphs = new GraphRecorder(MOST_NODES);
    private final BlockSlots slots = new BlockSlots(blocks, this::kernelOf);
    private long notFollowed;
    private long finishedAt;

    /** An empty trace. */
    public RunTrace() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(
                EventKind.GRID,
                EventKind.WAIT,
                EventKind.BLOCK,
                EventKind.GRAPH,
                EventKind.MEMORY,
                EventKind.HOST_CALL,
                EventKind.POOL,
                EventKind.WARNING);
    }

    @Override
    public void happened(RunEvent event) {
        graphs.happened(event);
        if (event instanceof GridEvent grid) {
            happened(grid);
        } else if (event instanceof BlockEvent block) {
            Counters of = of(block);
            int change = slots.happened(block);
            if (change != 0) {
                of.busyNow += change;
                of.busySms.set(block.timeCycles(), of.busyNow);
            }
        } else if (event instanceof GridWait wait) {
            waits.happened(wait);
            OnItsWay grid = onTheirWay.get(wait.grid());
            if (grid != null) {
                inServer(grid, wait, wait.reason() == WaitReason.LAUNCH_SERVER);
            }
        } else if (event instanceof PoolEvent.Occupancy occupancy) {
            of(event).pool.set(event.timeCycles(), occupancy.fixedUsed() + occupancy.virtualUsed());
        } else if (event instanceof HostCall call) {
            calls.add(new OperationSpan(
                    call.device(),
                    call.call(),
                    0,
                    -1,
                    call.timeCycles(),
                    Math.max(call.timeCycles(), call.endCycles())));
        } else if (event instanceof MemoryEvent.Started started) {
            moving.computeIfAbsent(
                            moving(started.device(), started.operation(), started.parent(), started.stream()),
                            m -> new ArrayDeque<>())
                    .add(started.timeCycles());
        } else if (event instanceof MemoryEvent.Ended ended) {
            ended(ended);
        } else if (event instanceof WarningEvent warning && warnings.size() < MOST_WARNINGS) {
            warnings.add(warning);
        } else {
            waits.happened(event);
        }
    }

    private static Moving moving(int device, MemoryEvent.Operation operation, long parent, int stream) {
        return new Moving(device, operation, parent, stream);
    }

    private void happened(GridEvent event) {
        if (event instanceof GridEvent.Posted posted) {
            if (onTheirWay.size() == MOST_ON_THEIR_WAY) {
                notFollowed++;
                return;
            }
            waits.happened(posted);
            OnItsWay grid = new OnItsWay(posted);
            onTheirWay.put(posted.grid(), grid);
            Counters of = of(posted);
            of.server.set(posted.timeCycles(), ++of.serverNow);
        } else if (event instanceof GridEvent.Queued queued) {
            waits.happened(queued);
            follow(queued.grid(), grid -> inServer(grid, queued, false));
        } else if (event instanceof GridEvent.Admitted admitted) {
            waits.happened(admitted);
            follow(admitted.grid(), grid -> {
                inServer(grid, admitted, false);
                resident(grid, admitted, true);
            });
        } else if (event instanceof GridEvent.Started started) {
            waits.happened(started);
            follow(started.grid(), grid -> grid.started = started.timeCycles());
        } else if (event instanceof GridEvent.BodyEnded ended) {
            follow(ended.grid(), grid -> {
                grid.bodyEnded = ended.timeCycles();
                inServer(grid, ended, false);
                resident(grid, ended, false);
            });
        } else if (event instanceof GridEvent.Completed completed) {
            OnItsWay grid = onTheirWay.remove(completed.grid());
            if (grid != null) {
                resident(grid, completed, false);
                keep(grid, completed.timeCycles());
            }
        }
    }

    private void follow(long number, Consumer<OnItsWay> action) {
        OnItsWay grid = onTheirWay.get(number);
        if (grid != null) {
            action.accept(grid);
        }
    }

    private void inServer(OnItsWay grid, RunEvent event, boolean isInServer) {
        if (grid.isInServer != isInServer) {
            grid.isInServer = isInServer;
            Counters of = of(grid.posted);
            of.serverNow += isInServer ? 1 : -1;
            of.server.set(event.timeCycles(), of.serverNow);
        }
    }

    private void resident(OnItsWay grid, RunEvent event, boolean isResident) {
        if (grid.isResident != isResident) {
            grid.isResident = isResident;
            Counters of = of(grid.posted);
            of.residentNow += isResident ? 1 : -1;
            of.resident.set(event.timeCycles(), of.residentNow);
        }
    }

    private void keep(OnItsWay grid, long completed) {
        long bodyEnded = grid.bodyEnded < 0 ? completed : grid.bodyEnded;
        long started = grid.started < 0 ? bodyEnded : grid.started;
        grids.add(new GridSpan(grid.posted, started, bodyEnded, completed, waits.take(grid.posted.grid())));
    }

    private void ended(MemoryEvent.Ended ended) {
        Deque<Long> startedAt = moving.get(moving(ended.device(), ended.operation(), ended.parent(), ended.stream()));
        Long start = startedAt == null ? null : startedAt.poll();
        if (start != null) {
            copies.add(new OperationSpan(
                    ended.device(),
                    ended.operation() == MemoryEvent.Operation.COPY ? "copy" : "fill",
                    ended.parent(),
                    ended.bytes(),
                    start,
                    ended.timeCycles()));
        }
    }

    private Counters of(RunEvent event) {
        return counters.computeIfAbsent(event.device(), device -> new Counters());
    }

    private String kernelOf(long grid) {
        @Nullable OnItsWay found = onTheirWay.get(grid);
        return found == null ? "?" : found.posted.kernel();
    }

    LongestSpans<GridSpan> grids() {
        return grids;
    }

    LongestSpans<BlockSpan> blocks() {
        return blocks;
    }

    LongestSpans<OperationSpan> calls() {
        return calls;
    }

    LongestSpans<OperationSpan> copies() {
        return copies;
    }

    /** The launches of graphs, in launch order. */
    public List<GraphLaunchLifetime> graphs() {
        return graphs.launches();
    }

    /** The end of the trace, cycles. */
    public long finishedAt() {
        return finishedAt;
    }

    List<WarningEvent> warnings() {
        return warnings;
    }

    Map<Integer, Counters> counters() {
        return counters;
    }

    /** The kept grids, in launch order. */
    public List<GridLifetime> lives() {
        return grids.inOrder().stream().map(GridSpan::life).toList();
    }

    /** The counters of each device. */
    public List<DeviceCounter> numbers() {
        List<DeviceCounter> numbers = new ArrayList<>();
        counters.forEach((device, of) -> {
            numbers.add(new DeviceCounter(device, "pending launches", of.pool));
            numbers.add(new DeviceCounter(device, "resident grids", of.resident));
            numbers.add(new DeviceCounter(device, "grids with the launch server", of.server));
            numbers.add(new DeviceCounter(device, "SMs in use", of.busySms));
        });
        return numbers;
    }

    /** What was dropped for lack of space; empty if nothing was. */
    public String leftOut() {
        List<String> left = new ArrayList<>();
        leftOut(left, "grids", grids.leftOut());
        leftOut(left, "blocks", blocks.leftOut());
        leftOut(left, "calls of the host", calls.leftOut());
        leftOut(left, "copies and fills", copies.leftOut());
        leftOut(left, "launches of graphs", graphs.dropped());
        leftOut(left, "grids that were launched while too many waited", notFollowed);
        return left.isEmpty() ? "" : "the shortest " + String.join(", ", left);
    }

    private static void leftOut(List<String> left, String what, long count) {
        if (count > 0) {
            left.add(count + " " + what);
        }
    }

    /** Ends the trace: incomplete grids extend to this time. Only a summary or a layout may follow. */
    public void finish(long now) {
        finishedAt = now;
        for (OnItsWay grid : onTheirWay.values()) {
            long end = Math.max(now, Math.max(grid.posted.timeCycles(), Math.max(grid.started, grid.bodyEnded)));
            keep(grid, end);
        }
        onTheirWay.clear();
    }

    /** The contents of the trace in one sentence: how much it holds, and what was dropped. */
    public String summary() {
        String left = leftOut();
        return (grids.seen() - grids.leftOut()) + " grids, " + (blocks.seen() - blocks.leftOut()) + " blocks"
                + (left.isEmpty() ? "" : "; left out: " + left);
    }

    /**
     * The residency of a block on an SM.
     *
     * @param device ordinal of its device
     * @param sm number of the SM
     * @param slot its slot on the SM, the lowest free one
     * @param kernel its kernel
     * @param grid the number of its grid
     * @param block its index in the grid
     * @param start its start, cycles
     * @param end its end
     */
    record BlockSpan(int device, int sm, int slot, String kernel, long grid, long block, long start, long end)
            implements LongestSpans.Span {}

    /**
     * A host call, or a copy or fill.
     *
     * @param device ordinal of its device
     * @param name the operation
     * @param parent the grid that issued it; 0 for the host
     * @param bytes bytes moved; -1 for a call
     * @param start its start, cycles
     * @param end its end
     */
    record OperationSpan(int device, String name, long parent, long bytes, long start, long end)
            implements LongestSpans.Span {}
}
