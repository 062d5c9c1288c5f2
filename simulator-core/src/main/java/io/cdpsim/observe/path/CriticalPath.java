package io.cdpsim.observe.path;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.observe.RunEvent.EventWait;
import io.cdpsim.observe.RunEvent.GraphEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.observe.RunEvent.HostTimingEvent;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunEvent.PoolEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.RunEvent.WarpTime;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Follows the last wait of each host thread, grid, block and warp, and so computes the composition of the run's time at its end. Its memory is that of objects
 * in flight, some 250 bytes for a grid, and of the events of the host.
 */
public final class CriticalPath implements RunListener {
    private record Moving(int device, MemoryEvent.Operation operation, long parent, int stream) {}

    private final RecordedEventTimes marks = new RecordedEventTimes();
    private final Map<Long, GridChains> grids = new HashMap<>();
    private final Map<Integer, DeviceChains> devices = new TreeMap<>();
    private final Map<Moving, CausalChain> moving = new HashMap<>();
    private final MeasuredIntervals measured = new MeasuredIntervals();
    private CausalChain host = CausalChain.of(marks);
    /** The last completion on any device that the host may wait for. */
    private CausalChain done = host;

    /** Starts without any object. */
    public CriticalPath() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(
                EventKind.GRID,
                EventKind.WAIT,
                EventKind.BLOCK,
                EventKind.WARP,
                EventKind.GRAPH,
                EventKind.MEMORY,
                EventKind.EVENT_WAIT,
                EventKind.HOST_CALL,
                EventKind.HOST_TIME,
                EventKind.POOL);
    }

    /**
     * The composition of the run's time.
     *
     * @param cycles the simulated time: that between events of the host where the program has measured it, the sum of several measurements;
     * otherwise that of the whole run
     */
    public CriticalPathBreakdown parts(long cycles) {
        return measured.parts(cycles).orElseGet(() -> {
            CausalChain end = CausalChain.later(host, done);
            long finish = Math.max(cycles, end.end());
            return end.to(finish, CriticalPathComponent.HOST).between(finish - cycles, finish);
        });
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof WarpTime warp) {
            happened(warp);
        } else if (event instanceof BlockEvent block) {
            happened(block);
        } else if (event instanceof GridEvent grid) {
            happened(grid);
        } else if (event instanceof GraphEvent graph) {
            happened(graph);
        } else if (event instanceof GridWait wait) {
            waits(wait);
        } else if (event instanceof DispatchState state) {
            device(event).state(state.state(), state.timeCycles());
        } else if (event instanceof PoolEvent.Searched searched) {
            GridChains grid = grids.get(searched.grid());
            if (grid != null) {
                grid.poolScanCycles = searched.cycles();
            }
        } else if (event instanceof MemoryEvent.Started started) {
            starts(started);
        } else if (event instanceof MemoryEvent.Ended ended) {
            ends(ended);
        } else if (event instanceof EventWait wait) {
            waits(wait);
        } else if (event instanceof HostCall call) {
            CausalChain from = call.awaitedCycles() > call.timeCycles() ? CausalChain.later(host, done) : host;
            host = from.to(call.endCycles(), CriticalPathComponent.HOST);
        } else if (event instanceof HostTimingEvent.Reached reached) {
            CausalChain chain =
                    ofStream(reached, reached.stream()).to(reached.timeCycles(), CriticalPathComponent.HOST);
            doneInStream(reached, reached.stream(), chain);
            measured.reached(reached.timeCycles(), chain);
            marks.add(reached.timeCycles());
        } else if (event instanceof HostTimingEvent.Measured asked) {
            measured.measured(asked.startCycles(), asked.endCycles());
        }
    }

    private void happened(GraphEvent event) {
        GraphChains graphs = device(event).graphs;
        if (event instanceof GraphEvent.Launched launched) {
            graphs.launched(launched, launcher(launched));
            return;
        }
        GraphChains.EndedLaunch ended = graphs.happened(event);
        if (ended != null) {
            doneInStream(event, ended.stream(), ended.chain());
        }
    }

    private CausalChain launcher(GraphEvent.Launched event) {
        GridChains grid = grids.get(event.parent());
        return grid == null
                ? ofStream(event, event.stream()).to(event.timeCycles(), CriticalPathComponent.HOST)
                : CausalChain.later(grid.chain, grid.lastCall)
                        .to(event.timeCycles(), CriticalPathComponent.LAUNCH_CALL);
    }

    private DeviceChains device(RunEvent event) {
        return devices.computeIfAbsent(event.device(), device -> new DeviceChains());
    }

    /** An operation of a host stream starts after its predecessor, if that completed after the host issued the operation. */
    private CausalChain ofStream(RunEvent event, int stream) {
        return device(event).before(stream, event.device(), host);
    }

    private void doneInStream(RunEvent event, int stream, CausalChain chain) {
        device(event).doneInStream(stream, chain);
        done = CausalChain.later(done, chain);
    }

    private void happened(WarpTime event) {
        GridChains grid = grids.get(event.grid());
        BlockChains block = grid == null ? null : grid.blocks.get(event.block());
        if (grid == null || block == null) {
            return;
        }
        CausalChain own = block.warp(event.warp());
        CausalChain now = switch (event.moment()) {
            case PASSES ->
                CausalChain.later(own, block.arrived).to(event.timeCycles(), CriticalPathComponent.COMPUTING);
            case RETURNS -> returns(event, own, grid, block);
            default -> spent(own, event);
        };
        switch (event.moment()) {
            case CALLS -> {
                grid.lastCall = now;
                device(event).caller = now;
            }
            case ARRIVES -> block.arrived = CausalChain.later(now, block.arrived);
            case ENDS -> block.ended = CausalChain.later(block.ended, now);
            default -> {}
        }
        block.warp(event.warp(), now);
    }

    /** Continues after a synchronization, which the grid's last completed child ended. */
    private static CausalChain returns(WarpTime event, CausalChain own, GridChains grid, BlockChains block) {
        CriticalPathComponent rest = block.cameBack ? CriticalPathComponent.SM_ROOM : CriticalPathComponent.COMPLETION;
        block.cameBack = false;
        return CausalChain.later(own, grid.childCompleted).to(event.timeCycles(), rest);
    }

    /** The warp's own time. The order of its components does not matter. */
    private static CausalChain spent(CausalChain own, WarpTime event) {
        long now = event.timeCycles();
        CausalChain chain = own.to(Math.min(now, own.end() + event.callCycles()), CriticalPathComponent.LAUNCH_CALL);
        chain = chain.to(Math.min(now, chain.end() + event.memoryCycles()), CriticalPathComponent.MEMORY);
        chain = chain.to(Math.min(now, chain.end() + event.smResourceWaitCycles()), CriticalPathComponent.SM_ROOM);
        return chain.to(now, CriticalPathComponent.COMPUTING);
    }

    private void happened(BlockEvent event) {
        GridChains grid = grids.get(event.grid());
        if (grid == null) {
            return;
        }
        if (event instanceof BlockEvent.Placed placed) {
            // A grid with more blocks than fit on the device is busy throughout.
            CausalChain before = CausalChain.later(grid.chain, grid.blockEnded);
            grid.blocks.put(
                    placed.block(), new BlockChains(before.to(placed.timeCycles(), CriticalPathComponent.SM_ROOM)));
        } else if (event instanceof BlockEvent.SwappedIn) {
            BlockChains block = grid.blocks.get(event.block());
            if (block != null) {
                block.cameBack = true;
            }
        } else if (event instanceof BlockEvent.Ended ended) {
            BlockChains block = grid.blocks.remove(ended.block());
            if (block != null) {
                CausalChain chain = block.ended.to(ended.timeCycles(), CriticalPathComponent.COMPLETION);
                grid.blockEnded = CausalChain.later(chain, grid.blockEnded);
            }
        }
    }

    private void happened(GridEvent event) {
        long time = event.timeCycles();
        if (event instanceof GridEvent.Posted posted) {
            grids.put(posted.grid(), new GridChains(posted.parent(), posted.stream(), posted(posted)));
            return;
        }
        GridChains grid = event instanceof GridEvent.LaunchFailed ? null : grids.get(number(event));
        if (grid == null) {
            return;
        }
        if (event instanceof GridEvent.Queued) {
            grid.chain = isHeld(grid.reason) ? latestBefore(grid, event) : grid.chain;
            grid.chain = afterPoolScan(grid, grid.chain, time).to(time, part(grid.reason));
            grid.slotCyclesBefore = device(event).slotCycles(time);
        } else if (event instanceof GridEvent.Admitted) {
            long slot = device(event).slotCycles(time) - grid.slotCyclesBefore;
            grid.chain = grid.chain
                    .to(Math.min(time, grid.chain.end() + slot), CriticalPathComponent.RESIDENT_GRID_SLOT)
                    .to(time, CriticalPathComponent.SM_ROOM);
        } else if (event instanceof GridEvent.BodyEnded) {
            grid.blockEnded = CausalChain.later(grid.chain, grid.blockEnded).to(time, CriticalPathComponent.COMPLETION);
        } else if (event instanceof GridEvent.Completed completed) {
            CausalChain chain = afterPoolScan(grid, grid.latest(), time).to(time, CriticalPathComponent.COMPLETION);
            grids.remove(completed.grid());
            completed(completed, grid, chain);
        }
    }

    private static long number(GridEvent event) {
        if (event instanceof GridEvent.Queued queued) {
            return queued.grid();
        } else if (event instanceof GridEvent.Admitted admitted) {
            return admitted.grid();
        } else if (event instanceof GridEvent.BodyEnded ended) {
            return ended.grid();
        } else if (event instanceof GridEvent.Completed completed) {
            return completed.grid();
        }
        return 0;
    }

    private CausalChain posted(GridEvent.Posted event) {
        CausalChain node = device(event).graphs.posted(event.grid());
        if (node != null) {
            return node;
        }
        return event.parent() == 0
                ? ofStream(event, event.stream()).to(event.timeCycles(), CriticalPathComponent.HOST)
                : device(event).postedBy(host, event.timeCycles());
    }

    private void completed(GridEvent.Completed event, GridChains grid, CausalChain chain) {
        DeviceChains device = device(event);
        device.completed(chain);
        device.graphs.completed(event.grid(), chain);
        GridChains parent = grids.get(grid.parent);
        if (parent != null) {
            parent.childCompleted = CausalChain.later(chain, parent.childCompleted);
        }
        if (grid.parent == 0) {
            doneInStream(event, grid.stream, chain);
        }
    }

    private static boolean isHeld(WaitReason reason) {
        return reason == WaitReason.PREDECESSOR || reason == WaitReason.PARENT_END;
    }

    /** The previous wait ends, and another one starts. */
    private void waits(GridWait event) {
        GridChains grid = grids.get(event.grid());
        if (grid == null || grid.reason == event.reason()) {
            return;
        }
        if (isHeld(grid.reason)) {
            grid.chain = latestBefore(grid, event);
        } else if (!isHeld(event.reason())) {
            grid.chain = afterPoolScan(grid, grid.chain, event.timeCycles()).to(event.timeCycles(), part(grid.reason));
        }
        grid.reason = event.reason();
    }

    /** The predecessor that a grid waited for: it is published at once, so it is the last completion. */
    private CausalChain latestBefore(GridChains grid, RunEvent event) {
        GridChains parent = grids.get(grid.parent);
        CausalChain cause = grid.reason == WaitReason.PARENT_END && parent != null
                ? parent.latest()
                : device(event).completedBy(event.timeCycles());
        return CausalChain.later(grid.chain, cause).to(event.timeCycles(), CriticalPathComponent.COMPLETION);
    }

    private static CausalChain afterPoolScan(GridChains grid, CausalChain chain, long time) {
        long cycles = grid.poolScanCycles;
        grid.poolScanCycles = 0;
        return chain.to(Math.min(time, chain.end() + cycles), CriticalPathComponent.POOL_SEARCH);
    }

    private static CriticalPathComponent part(WaitReason reason) {
        return switch (reason) {
            case PREDECESSOR, PARENT_END -> CriticalPathComponent.COMPLETION;
            case POOL -> CriticalPathComponent.POOL_SEARCH;
            case LAUNCH_SERVER -> CriticalPathComponent.LAUNCH_SERVER;
            case RESIDENT_GRIDS -> CriticalPathComponent.RESIDENT_GRID_SLOT;
            case PARENT_BLOCKS, OTHER_BLOCKS, SM_ROOM -> CriticalPathComponent.SM_ROOM;
        };
    }

    private void starts(MemoryEvent.Started event) {
        if (isOfGraph(event.parent(), event.stream())) {
            return;
        }
        CausalChain before;
        if (event.parent() == 0) {
            before = ofStream(event, event.stream()).to(event.timeCycles(), CriticalPathComponent.HOST);
        } else {
            GridChains grid = grids.get(event.parent());
            @Nullable CausalChain call = grid == null ? null : grid.lastCall;
            before = CausalChain.later(call == null ? host : call, device(event).completedBy(event.timeCycles()))
                    .to(event.timeCycles(), CriticalPathComponent.LAUNCH_SERVER);
        }
        moving.put(new Moving(event.device(), event.operation(), event.parent(), event.stream()), before);
    }

    /** Whether a copy or a fill is a node of a graph, whose events have its times. */
    private static boolean isOfGraph(long parent, int stream) {
        return parent == 0 && stream < 0;
    }

    private void ends(MemoryEvent.Ended event) {
        CausalChain started =
                moving.remove(new Moving(event.device(), event.operation(), event.parent(), event.stream()));
        if (started == null) {
            return;
        }
        CausalChain chain = started.to(event.timeCycles(), CriticalPathComponent.COPYING);
        GridChains parent = grids.get(event.parent());
        if (parent != null) {
            parent.childCompleted = CausalChain.later(chain, parent.childCompleted);
            device(event).moves(chain);
        } else {
            doneInStream(event, event.stream(), chain);
        }
    }

    /** A stream of the host continues after an event, which the last completion reached. */
    private void waits(EventWait event) {
        if (event.over() && event.parent() == 0) {
            CausalChain chain = CausalChain.later(ofStream(event, event.stream()), done)
                    .to(event.timeCycles(), CriticalPathComponent.HOST);
            doneInStream(event, event.stream(), chain);
        }
    }
}
