package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.occupancy.Carveouts;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.StreamTable;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The measured launch costs of Hopper (measurements). The device dispatches queued grids in batches ({@link ChainBatches}), notifies parents of
 * completed children in batches ({@link CompletionBatches}), and scans the pool to find a launch ({@link PoolScanCost}).
 */
final class HopperLaunchCosts implements LaunchCosts {
    private final GridTable grids;
    private final StreamTable streamTable;
    private final DeviceLaunchSpec costs;
    private final GpuProfile gpu;
    private final LaunchSchedule schedule;
    private final PendingLaunchPool pool;
    private final DispatchBatches newStreams;
    private final StreamChains streams;
    private final TailChains tails;
    private final CompletionBatches completions;
    private final PoolScanCost scans;
    private final NestedCompletionDelay nestedDelay;
    private ChainBatches.@Nullable GridStart next;
    /** The entries that start once their batch is dispatched. */
    private final Set<Integer> awaitingDispatch = new HashSet<>();
    /** The entries that start once a scan finds their streams, and whether their slots are distant. */
    private final Map<Integer, Boolean> inNewStreams = new HashMap<>();

    /** The entries whose lanes were the first of their calls. */
    private final BitSet firstOfCall = new BitSet();
    /** The entries that are the first launches of their blocks. */
    private final BitSet firstOfBlock = new BitSet();

    private final StreamRanks ranks = new StreamRanks();
    private boolean queued;
    /** Of the launching kernel that was asked for last. */
    private double lastSharedMemoryCycles;

    private @Nullable Kernel lastKernel;
    private @Nullable LaunchShape lastShape;
    private boolean distant;
    private long lastScanCycles;

    HopperLaunchCosts(
            Engine engine,
            GridTable grids,
            StreamTable streamTable,
            PendingLaunchPool pool,
            GpuProfile gpu,
            DeviceLaunchSpec costs,
            NondeterministicChoices choices,
            LaunchSchedule schedule) {
        nestedDelay = new NestedCompletionDelay(grids, costs.completion(), choices);
        this.grids = grids;
        this.streamTable = streamTable;
        this.costs = costs;
        this.gpu = gpu;
        this.schedule = schedule;
        this.pool = pool;
        scans = new PoolScanCost(costs, pool);
        IntUnaryOperator foundPerScan = waiting -> costs.batches().streamsPerScan(waiting, pool.fixedSlots());
        completions = new CompletionBatches(
                engine,
                costs.completion(),
                this::gridCycles,
                foundPerScan,
                nestedDelay::delay,
                entry -> PoolPositions.of(grids.number(entry)),
                this::wayCycles,
                retirement(engine));
        DispatchBatches queuedGrids = dispatcher(engine, foundPerScan);
        newStreams = dispatcher(engine, waiting -> costs.newStreamsPerScan(waiting, pool.fixedSlots()));
        streams = new StreamChains(costs.batches(), completions, queuedGrids);
        tails = new TailChains(engine, costs.batches(), entry -> retire(entry, 0), this::startDispatched);
    }

    private DispatchBatches dispatcher(Engine engine, IntUnaryOperator foundPerScan) {
        return new DispatchBatches(
                engine,
                costs.streamSuccessorCycles(),
                foundPerScan,
                this::dispatchScanCycles,
                schedule::poolScanned,
                this::startDispatched);
    }

    private long dispatchScanCycles(DispatchBatches.Waiting next) {
        return switch (next.handOver()) {
            case IN_BATCHES -> next.dispatchedBatches() <= 2 ? scans.cycles(1) : scans.successorCycles();
            case ALONE, BEHIND_CAPABLE, BEHIND_LAUNCHES -> aloneCycles(next.handOver());
        };
    }

    private long tailScanCycles(int count, boolean goesOn, HandOver handOver) {
        return switch (handOver) {
            case IN_BATCHES -> goesOn ? scans.furtherTailCycles(count) : scans.tailCycles(count);
            case ALONE, BEHIND_CAPABLE, BEHIND_LAUNCHES -> aloneCycles(handOver);
        };
    }

    /** Cycles from the completion of a grid to the one behind it, if the kernel of one of the two can launch. */
    private long aloneCycles(HandOver handOver) {
        return scans.betweenCycles(handOver == HandOver.BEHIND_LAUNCHES ? 2 : 1)
                + (handOver == HandOver.BEHIND_CAPABLE ? costs.capableGridCycles() : 0);
    }

    private CompletionBatches.Retirement retirement(Engine engine) {
        return new CompletionBatches.Retirement() {
            @Override
            public void started(int entry) {
                streams.completionStarted(entry, engine.now());
            }

            @Override
            public void retired(int entry, int batchSize) {
                retire(entry, streams.retire(entry, engine.now()) ? 0 : batchSize);
            }
        };
    }

    /** The time for a completed grid of a batch, cycles. */
    private double gridCycles(int entry) {
        CompletionSpec completion = costs.completion();
        boolean fireAndForget = grids.kind(entry) == GridKind.FIRE_AND_FORGET_GRID;
        int parent = grids.parent(entry);
        CompletionSpec.GridCost cost = fireAndForget ? completion.fireAndForgetGrid() : completion.streamGrid();
        boolean first = firstOfCall.get(entry);
        double cycles = grids.depth(parent) == 0
                ? cost.cycles(first, pool.fixedSlots(), pool.uncachedFraction())
                : sharedMemoryCycles(parent) + cost.poolCycles(first, pool.fixedSlots(), pool.uncachedFraction());
        // A pass over chains goes from slot to slot all over the pool. In a far pool that costs as much as for
        // fire-and-forget launches; launches that wait for none show less of it (pools-h100.csv).
        return streams.isChained(entry)
                ? cycles + completion.fireAndForgetGrid().farPoolCycles(pool.fixedSlots())
                : cycles;
    }

    private double sharedMemoryCycles(int parent) {
        Kernel kernel = grids.kernel(parent);
        LaunchShape shape = grids.shape(parent);
        if (kernel != lastKernel || !shape.equals(lastShape)) {
            KernelAttributes attributes = kernel.attributes();
            long sharedBytes = attributes.staticSharedBytes() + shape.dynamicSharedBytes();
            int kib = Carveouts.kib(gpu, shape.threadsPerBlock(), attributes.registersPerThread(), (int) sharedBytes);
            lastSharedMemoryCycles = costs.completion().sharedKibCycles() / kib;
            lastKernel = kernel;
            lastShape = shape;
        }
        return lastSharedMemoryCycles;
    }

    /** The way from slots of other blocks to the slot of a completed grid, cycles. A parent that has waited for its children is known from theirs. */
    private double wayCycles(int entry) {
        return !firstOfBlock.get(entry) || streams.isChained(entry) || grids.hasLaunched(entry)
                ? 0
                : costs.pool().scan().wayCycles(PoolPositions.partBefore(grids.number(entry)), pool.fixedSlots());
    }

    @Override
    public void postedAt(int entry, long cycle, boolean isFirstOfBlock) {
        firstOfBlock.set(entry, isFirstOfBlock);
        nestedDelay.posted(entry);
        schedule.postedAt(entry, cycle);
    }

    @Override
    public void queued(int entry, int predecessor) {
        streams.add(grids.stream(entry), canLaunch(entry));
    }

    @Override
    public void tailQueued(int entry) {
        tails.add(grids.parent(entry), canLaunch(entry));
    }

    private Launching launching(int entry) {
        if (grids.hasLaunched(entry)) {
            return Launching.DID;
        }
        return canLaunch(entry) ? Launching.DID_NOT : Launching.CANNOT;
    }

    /** Whether the kernel of a grid can launch. */
    private boolean canLaunch(int entry) {
        return grids.kind(entry) != GridKind.EVENT_WAIT
                && !grids.isMemoryOperation(entry)
                && grids.kernel(entry).usesDynamicParallelism();
    }

    @Override
    public void unblocked(int entry, UnblockCause cause) {
        lastScanCycles = 0;
        firstOfCall.set(entry, cause == UnblockCause.POSTED_FIRST_OF_CALL);
        queued = cause == UnblockCause.PREDECESSOR && costs.batches().isBatched();
        distant = LaunchSchedule.isDistant(cause);
        next = switch (cause) {
            case POSTED, POSTED_FIRST_OF_CALL, RELEASED -> ChainBatches.GridStart.single(entry, 0);
            case PREDECESSOR -> successorStart(entry, schedule.now());
            case FIRST_TAIL ->
                ChainBatches.GridStart.single(entry, firstTailStart(grids.parent(entry), schedule.now()));
            case NEXT_TAIL ->
                tails.startNext(
                        entry,
                        grids.parent(entry),
                        schedule.now(),
                        costs.tailToTailCycles(),
                        (count, goesOn, handOver) -> scanned(tailScanCycles(count, goesOn, handOver)));
        };
        schedule.poolScanned(entry, lastScanCycles);
    }

    /** Remembers the cycles of a scan; the entry waits for the last scan of a step. */
    private long scanned(long cycles) {
        lastScanCycles = cycles;
        return cycles;
    }

    private ChainBatches.@Nullable GridStart successorStart(int entry, long now) {
        int stream = grids.stream(entry);
        if (grids.kind(entry) == GridKind.EVENT_WAIT) {
            streams.skip(stream);
            return ChainBatches.GridStart.single(entry, now);
        }
        return streams.startNext(entry, stream, now, () -> costs.streamSuccessorCycles() + scanned(scans.cycles(1)));
    }

    private long firstTailStart(int parent, long now) {
        boolean ofTail = grids.kind(parent) == GridKind.TAIL_GRID;
        long start = now + costs.tailStartCycles(ofTail) + scanned(scans.descendantAndTailCycles(parent));
        tails.setFirstStart(parent, start);
        return start;
    }

    @Override
    public void start(int entry) {
        if (next == null) {
            awaitingDispatch.add(entry);
            schedule.waitForDispatcher(entry);
        } else if (queued) {
            start(next);
        } else if (grids.kind(entry) != GridKind.STREAM_GRID || costs.batches().directStreams() == 0) {
            schedule.start(entry, next.startCycle(), distant);
        } else if (isAtHand(entry)) {
            schedule.startAtHand(entry, next.startCycle());
        } else {
            inNewStreams.put(entry, distant);
            schedule.waitForDispatcher(entry);
            newStreams.add(new NewStream(entry), Math.max(schedule.now(), schedule.earliestStart(entry)));
        }
    }

    /** Whether the device finds the stream of a grid without a pool scan. */
    private boolean isAtHand(int entry) {
        int parent = grids.parent(entry);
        int stream = grids.stream(entry);
        return ranks.rank(stream, streamTable.number(stream), parent, grids.number(parent))
                <= costs.batches().directStreams();
    }

    private void start(ChainBatches.GridStart start) {
        if (grids.kind(start.entry()) == GridKind.STREAM_GRID) {
            schedule.startQueued(start.entry(), start.startCycle(), start.dispatched());
        } else {
            schedule.start(start.entry(), start.startCycle(), false);
        }
    }

    private void startDispatched(ChainBatches.GridStart start) {
        Boolean newStreamDistant = inNewStreams.remove(start.entry());
        if (newStreamDistant != null) {
            schedule.start(start.entry(), start.startCycle(), newStreamDistant);
        } else if (awaitingDispatch.remove(start.entry())) {
            start(start);
        }
    }

    @Override
    public long postedCycle(int entry) {
        return schedule.postedCycle(entry);
    }

    @Override
    public void threadsExited(long cycle) {
        schedule.threadsExited(cycle);
    }

    @Override
    public void memoryOperationEnds(int entry, long cycle) {
        schedule.completeAt(entry, cycle);
    }

    @Override
    public void complete(int entry) {
        nestedDelay.completed(entry);
        schedule.completeAfter(entry, completionCycles(entry));
    }

    private long completionCycles(int entry) {
        boolean launched = grids.hasLaunched(entry);
        if (grids.parent(entry) != 0) {
            return launched ? costs.nestedCompletionCycles() : 0;
        }
        long capable = canLaunch(entry) ? costs.capableGridCycles() : 0;
        if (!launched) {
            return capable;
        }
        // The device already scanned the pool before the first tail launch.
        long scan = grids.hadTails(entry) ? 0 : scans.descendantCycles(entry);
        schedule.poolScanned(entry, scan);
        return capable + costs.completionCycles() + scan;
    }

    @Override
    public boolean completed(int entry) {
        boolean tail = grids.kind(entry) == GridKind.TAIL_GRID;
        return tail
                ? tails.complete(entry, grids.parent(entry), grids.hadTails(entry), launching(entry), schedule.now())
                : streams.complete(entry, grids.stream(entry), launching(entry), schedule.now());
    }

    @Override
    public void retire(int entry) {
        GridKind kind = grids.kind(entry);
        boolean isChild = kind == GridKind.STREAM_GRID || kind == GridKind.FIRE_AND_FORGET_GRID;
        if (isChild && costs.completion().isBatched()) {
            completions.add(entry, schedule.now());
        } else {
            retire(entry, 1);
        }
    }

    /**
     * Retires a grid.
     *
     * @param foundTogether grids that one scan found complete together with it, as in {@link PoolScanCost#completed}
     */
    private void retire(int entry, int foundTogether) {
        int parent = grids.parent(entry);
        if (parent != 0) {
            scans.completed(parent, entry, foundTogether);
        }
        scans.clear(entry);
        schedule.retire(entry);
    }

    @Override
    public long now() {
        return schedule.now();
    }

    /**
     * The first grid of a stream beyond those that the device finds without a pool scan.
     *
     * @param firstGrid the grid
     */
    record NewStream(int firstGrid) implements DispatchBatches.Waiting {
        @Override
        public int grids() {
            return 1;
        }

        @Override
        public int dispatchedBatches() {
            return 1;
        }

        @Override
        public HandOver handOver() {
            return HandOver.IN_BATCHES;
        }

        @Override
        public long cyclesBefore(long now) {
            return 0;
        }

        @Override
        public long cyclesAfter() {
            return 0;
        }

        @Override
        public void dispatched() {}
    }
}
