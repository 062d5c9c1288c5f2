package io.cdpsim.observe;

import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.observe.RunEvent.EventWait;
import io.cdpsim.observe.RunEvent.GraphEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.observe.RunEvent.HostTimingEvent;
import io.cdpsim.observe.RunEvent.KernelCounted;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunEvent.PoolEvent;
import io.cdpsim.observe.RunEvent.StuckBarrier;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.RunEvent.WarningEvent;
import io.cdpsim.observe.RunEvent.WarpTime;

/**
 * Publishes the events of one device to a run's listeners. An event without a listener costs one test. Times are cycles of the device's clock;
 * grids are identified by their numbers.
 */
public final class DeviceEvents {
    private final RunListeners observers;
    private final int device;
    private final GridSpan span = new GridSpan();
    private final boolean grids;
    private final boolean waits;
    private final boolean blocks;
    private final boolean pool;
    private final boolean memory;
    private final boolean eventWaits;
    private final boolean warps;

    /** For the device with an ordinal. */
    public DeviceEvents(RunListeners observers, int device) {
        this.observers = observers;
        this.device = device;
        grids = observers.want(EventKind.GRID);
        waits = observers.want(EventKind.WAIT);
        blocks = observers.want(EventKind.BLOCK);
        pool = observers.want(EventKind.POOL);
        memory = observers.want(EventKind.MEMORY);
        eventWaits = observers.want(EventKind.EVENT_WAIT);
        warps = observers.want(EventKind.WARP);
    }

    /** Whether a listener wants grid waits. */
    public boolean wantWaits() {
        return waits;
    }

    /** Whether a listener wants launches of graphs. */
    public boolean wantGraphs() {
        return observers.want(EventKind.GRAPH);
    }

    /** From the first start of a grid to the last completion, with or without listeners. */
    public GridSpan span() {
        return span;
    }

    /** Ordinal of the device. */
    public int device() {
        return device;
    }

    /** A step of a launch of a graph, if {@link #wantGraphs}. */
    public void graph(GraphEvent event) {
        observers.publish(event);
    }

    /** Whether a listener wants warp times. */
    public boolean wantWarps() {
        return warps;
    }

    /** What a warp spent its time on: see {@link WarpTime}. */
    public void warpTime(
            long grid,
            long block,
            int warp,
            WarpTime.Moment moment,
            long memoryCycles,
            long callCycles,
            long smResourceWaitCycles,
            long time) {
        if (warps) {
            observers.publish(new WarpTime(
                    time, device, grid, block, warp, moment, memoryCycles, callCycles, smResourceWaitCycles));
        }
    }

    /** A launch was accepted: see {@link GridEvent.Posted}. */
    public void gridPosted(
            long grid,
            long parent,
            String kernel,
            LaunchKind launch,
            int stream,
            int depth,
            long blockCount,
            int threadsPerBlock,
            long time) {
        if (grids) {
            observers.publish(new GridEvent.Posted(
                    time, device, grid, parent, kernel, launch, stream, depth, blockCount, threadsPerBlock));
        }
    }

    /** A launch failed. */
    public void launchFailed(long parent, String kernel, int errorCode, long time) {
        if (grids) {
            observers.publish(new GridEvent.LaunchFailed(time, device, parent, kernel, errorCode));
        }
    }

    /** A grid starts to wait for a reason. */
    public void gridWaits(long grid, WaitReason reason, long time) {
        if (waits) {
            observers.publish(new GridWait(time, device, grid, reason));
        }
    }

    /** The block scheduler enters a state; {@code grid} is the one whose blocks come first, or 0. */
    public void dispatch(DispatchState.State state, long grid, long time) {
        if (waits) {
            observers.publish(new DispatchState(time, device, state, grid));
        }
    }

    /** A grid reaches the block scheduler. */
    public void gridQueued(long grid, long time) {
        if (grids) {
            observers.publish(new GridEvent.Queued(time, device, grid));
        }
    }

    /** A grid is resident. */
    public void gridAdmitted(long grid, long time) {
        if (grids) {
            observers.publish(new GridEvent.Admitted(time, device, grid));
        }
    }

    /** A grid's first block is placed. */
    public void gridStarted(long grid, long time) {
        span.started(time);
        if (grids) {
            observers.publish(new GridEvent.Started(time, device, grid));
        }
    }

    /** All threads of a grid have exited. */
    public void gridBodyEnded(long grid, long time) {
        if (grids) {
            observers.publish(new GridEvent.BodyEnded(time, device, grid));
        }
    }

    /** A grid and all that it launched are complete. */
    public void gridCompleted(long grid, long time) {
        span.completed(time);
        if (grids) {
            observers.publish(new GridEvent.Completed(time, device, grid));
        }
    }

    /** A block is placed. */
    public void blockPlaced(long grid, long block, int sm, long time) {
        if (blocks) {
            observers.publish(new BlockEvent.Placed(time, device, grid, block, sm));
        }
    }

    /** All threads of a block have exited. */
    public void blockEnded(long grid, long block, int sm, long time) {
        if (blocks) {
            observers.publish(new BlockEvent.Ended(time, device, grid, block, sm));
        }
    }

    /** CDP1: a block is complete (rule NEST-2). */
    public void blockCompleted(long grid, long block, long time) {
        if (blocks) {
            observers.publish(new BlockEvent.Completed(time, device, grid, block));
        }
    }

    /** A block starts to be swapped out. */
    public void blockSwappedOut(long grid, long block, int sm, long time) {
        if (blocks) {
            observers.publish(new BlockEvent.SwappedOut(time, device, grid, block, sm));
        }
    }

    /** A block starts to be swapped in. */
    public void blockSwappedIn(long grid, long block, int sm, long time) {
        if (blocks) {
            observers.publish(new BlockEvent.SwappedIn(time, device, grid, block, sm));
        }
    }

    /** A copy or a fill starts to move bytes: see {@link MemoryEvent.Started}. */
    public void memoryStarted(MemoryEvent.Operation operation, long parent, int stream, long bytes, long time) {
        if (memory) {
            observers.publish(new MemoryEvent.Started(time, device, operation, parent, stream, bytes));
        }
    }

    /** A copy or a fill has moved its bytes. */
    public void memoryEnded(MemoryEvent.Operation operation, long parent, int stream, long bytes, long time) {
        if (memory) {
            observers.publish(new MemoryEvent.Ended(time, device, operation, parent, stream, bytes));
        }
    }

    /** A stream starts or stops waiting for an event. */
    public void eventWait(long parent, int stream, boolean over, long time) {
        if (eventWaits) {
            observers.publish(new EventWait(time, device, parent, stream, over));
        }
    }

    /** Pool slots in use. */
    public void poolOccupancy(long fixedUsed, long virtualUsed, long time) {
        if (pool) {
            observers.publish(new PoolEvent.Occupancy(time, device, fixedUsed, virtualUsed));
        }
    }

    /** A launch found no free slot in the fixed part of the pool. */
    public void poolOverflows(long parent, String kernel, boolean refused, long time) {
        if (pool) {
            observers.publish(new PoolEvent.Overflow(time, device, parent, kernel, refused));
        }
    }

    /** The pool is scanned for a grid: see {@link PoolEvent.Searched}. */
    public void poolSearched(long grid, long cycles, long time) {
        if (pool && cycles > 0) {
            observers.publish(new PoolEvent.Searched(time, device, grid, cycles));
        }
    }

    /** An event of the host is reached. */
    public void eventReached(int stream, long time) {
        if (observers.want(EventKind.HOST_TIME)) {
            observers.publish(new HostTimingEvent.Reached(time, device, stream));
        }
    }

    /** The host reads the time between two events. */
    public void timeMeasured(long startCycles, long endCycles, long time) {
        if (observers.want(EventKind.HOST_TIME)) {
            observers.publish(new HostTimingEvent.Measured(time, device, startCycles, endCycles));
        }
    }

    /** Whether a listener needs the counters of kernels. */
    public boolean wantCounters() {
        return observers.want(EventKind.COUNTER);
    }

    /** The counters of a kernel have grown, and one of its grids has ended. */
    public void kernelCounted(long time, KernelCounted.Counts counts, String kernel) {
        if (observers.want(EventKind.COUNTER)) {
            observers.publish(new KernelCounted(time, device, kernel, counts));
        }
    }

    /** The host thread has executed a call on this device. */
    public void hostCall(String call, long startCycles, long endCycles, long awaitedCycles) {
        if (observers.want(EventKind.HOST_CALL)) {
            observers.publish(new HostCall(startCycles, device, call, endCycles, awaitedCycles));
        }
    }

    /** Warps of a block wait at a barrier that never opens. */
    public void barrierStuck(long grid, long block, int warps, long time) {
        if (observers.want(EventKind.BARRIER)) {
            observers.publish(new StuckBarrier(time, device, grid, block, warps));
        }
    }

    /** A warning: a rule and a message, ready to print. */
    public void warning(String rule, String message, long time) {
        if (observers.want(EventKind.WARNING)) {
            observers.publish(new WarningEvent(time, device, rule, message));
        }
    }
}
