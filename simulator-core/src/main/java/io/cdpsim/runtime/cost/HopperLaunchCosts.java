package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Launching on Hopper, as measured (measurements): queued grids are dispatched in batches ({@link ChainBatches}), parents are notified of completed
 * children in rounds ({@link CompletionBatches}), and a search for a launch is a pool scan ({@link PoolScanCost}).
 */
final class HopperLaunchCosts implements LaunchCosts {
    private final GridTable grids;
    private final DeviceLaunchSpec costs;
    private final LaunchSchedule schedule;
    private final DispatchBatches newStreams;
    private final StreamChains streams;
    private final TailChains tails;
    private final CompletionBatches rounds;
    private final PoolScanCost walks;
    private final NestedCompletionDelay nestedParents;
    private ChainBatches.@Nullable Next next;

    /** Those that are to start once their batch is dispatched. */
    private final Set<Integer> heldUp = new HashSet<>();

    /** Those that are to start once their streams are found, and whether their slots lie apart. */
    private final Map<Integer, Boolean> inNewStreams = new HashMap<>();

    private final StreamRanks ranks = new StreamRanks();
    private boolean queued;
    private boolean apart;
    private long walked;

    HopperLaunchCosts(
            Engine engine,
            GridTable grids,
            PendingLaunchPool pool,
            DeviceLaunchSpec costs,
            NondeterministicChoices freedom,
            LaunchSchedule schedule) {
        nestedParents = new NestedCompletionDelay(grids, costs.completion(), freedom);
        this.grids = grids;
        this.costs = costs;
        this.schedule = schedule;
        walks = new PoolScanCost(costs, pool);
        IntUnaryOperator foundTogether = waiting -> costs.chain().chainsFound(waiting, pool.fixedSlots());
        rounds = new CompletionBatches(
                engine, costs.completion(), pool, foundTogether, nestedParents::share, told(engine));
        DispatchBatches queued = handOver(engine, foundTogether);
        newStreams = handOver(engine, waiting -> costs.newStreamsFound(waiting, pool.fixedSlots()));
        streams = new StreamChains(costs.chain(), rounds, queued);
        tails = new TailChains(engine, costs.chain(), pool, entry -> retire(entry, 0), this::handedOver);
    }

    private DispatchBatches handOver(Engine engine, IntUnaryOperator foundTogether) {
        return new DispatchBatches(
                engine,
                costs.streamSuccessorCycles(),
                foundTogether,
                handedOver -> handedOver <= 2 ? walks.cyclesTo(1) : walks.cyclesBehindAnother(),
                schedule::walks,
                this::handedOver);
    }

    private CompletionBatches.Retirement told(Engine engine) {
        return new CompletionBatches.Retirement() {
            @Override
            public void begins(int entry) {
                streams.begins(entry);
            }

            @Override
            public void retired(int entry, int together) {
                retire(entry, streams.retired(entry, engine.now()) ? 0 : together);
            }
        };
    }

    @Override
    public void postedAt(int entry, long cycle) {
        nestedParents.posted(entry);
        schedule.postedAt(entry, cycle);
    }

    @Override
    public void queues(int entry, int behind) {
        streams.queued(grids.stream(entry));
    }

    @Override
    public void queuesAsTail(int entry) {
        tails.queued(grids.parent(entry));
    }

    @Override
    public void turn(int entry, Turn turn) {
        walked = 0;
        queued = turn == Turn.PREDECESSOR && costs.chain().batches();
        apart = LaunchSchedule.isApart(turn);
        next = switch (turn) {
            case POSTED, POSTED_FIRST_OF_CALL, RELEASED -> ChainBatches.Next.alone(entry, 0);
            case PREDECESSOR -> successor(entry, schedule.now());
            case FIRST_TAIL -> ChainBatches.Next.alone(entry, firstTailStart(grids.parent(entry), schedule.now()));
            case NEXT_TAIL ->
                tails.next(
                        entry,
                        grids.parent(entry),
                        schedule.now(),
                        costs.tailToTailCycles(),
                        tails -> walked(walks.cyclesToTails(tails)));
        };
        schedule.walks(entry, walked);
    }

    /** The last of the walks that a turn takes is the one that it waits for. */
    private long walked(long cycles) {
        walked = cycles;
        return cycles;
    }

    private ChainBatches.@Nullable Next successor(int entry, long now) {
        int stream = grids.stream(entry);
        if (grids.kind(entry) == GridKind.EVENT_WAIT) {
            streams.passes(stream);
            return ChainBatches.Next.alone(entry, now);
        }
        return streams.next(entry, stream, now, () -> costs.streamSuccessorCycles() + walked(walks.cyclesTo(1)));
    }

    /** From the end of a grid and its children to the start of its first tail. */
    private long firstTailStart(int parent, long now) {
        boolean ofTail = grids.kind(parent) == GridKind.TAIL_GRID;
        long start = now + costs.tailStartCycles(ofTail) + walked(walks.cyclesBelowToTail(parent));
        tails.firstStarts(parent, start);
        return start;
    }

    @Override
    public void start(int entry) {
        if (next == null) {
            heldUp.add(entry);
            schedule.waitsForServer(entry);
        } else if (queued) {
            start(next);
        } else if (isAtHand(entry)) {
            schedule.start(entry, next.startCycle(), apart);
        } else {
            inNewStreams.put(entry, apart);
            schedule.waitsForServer(entry);
            newStreams.add(new NewStream(entry), Math.max(schedule.now(), schedule.notBefore(entry)));
        }
    }

    /** Whether the device finds a grid by itself, and not only when it pool scans. */
    private boolean isAtHand(int entry) {
        int atHand = costs.chain().streamsAtHand();
        if (atHand == 0 || grids.kind(entry) != GridKind.STREAM_GRID) {
            return true;
        }
        int parent = grids.parent(entry);
        return ranks.rank(grids.stream(entry), parent, grids.number(parent)) <= atHand;
    }

    private void start(ChainBatches.Next batch) {
        if (grids.kind(batch.entry()) == GridKind.STREAM_GRID) {
            schedule.startQueued(batch.entry(), batch.startCycle(), batch.takenUp());
        } else {
            schedule.start(batch.entry(), batch.startCycle(), false);
        }
    }

    private void handedOver(ChainBatches.Next batch) {
        Boolean first = inNewStreams.remove(batch.entry());
        if (first != null) {
            schedule.start(batch.entry(), batch.startCycle(), first);
        } else if (heldUp.remove(batch.entry())) {
            start(batch);
        }
    }

    @Override
    public long postedCycle(int entry) {
        return schedule.postedCycle(entry);
    }

    @Override
    public void bodyEnds(long cycle) {
        schedule.bodyEnded(cycle);
    }

    @Override
    public void memoryOperationEnds(int entry, long cycle) {
        schedule.completeAt(entry, cycle);
    }

    @Override
    public void complete(int entry) {
        nestedParents.completed(entry);
        schedule.completeAfter(entry, completionCycles(entry));
    }

    private long completionCycles(int entry) {
        boolean launched = grids.hasLaunched(entry);
        if (grids.parent(entry) != 0) {
            int deep = costs.completion().depthCycles(grids.depth(entry));
            return launched ? costs.nestedCompletionCycles() + deep : 0;
        }
        long capable = costs.capableGridCycles() > 0 && grids.kernel(entry).usesDynamicParallelism()
                ? costs.capableGridCycles()
                : 0;
        if (!launched) {
            return capable;
        }
        // The pool has been looked through before the first tail.
        long walk = grids.endedByTail(entry) ? 0 : walks.cyclesBelow(entry);
        schedule.walks(entry, walk);
        return capable + costs.completionCycles() + walk;
    }

    @Override
    public boolean completed(int entry) {
        boolean tail = grids.kind(entry) == GridKind.TAIL_GRID;
        return tail
                ? tails.ended(entry, grids.parent(entry), schedule.now())
                : streams.ended(entry, grids.stream(entry), schedule.now());
    }

    @Override
    public void retire(int entry) {
        GridKind kind = grids.kind(entry);
        boolean isChild = kind == GridKind.STREAM_GRID || kind == GridKind.FIRE_AND_FORGET_GRID;
        if (isChild && costs.completion().rounds()) {
            rounds.add(entry, schedule.now());
        } else {
            retire(entry, 1);
        }
    }

    /** Tells the parent of a grid that it is complete, together with a number of others; 0: one of a chain, found when its turn came. */
    private void retire(int entry, int together) {
        int parent = grids.parent(entry);
        if (parent != 0) {
            walks.completed(parent, entry, together);
        }
        walks.clear(entry);
        schedule.retire(entry);
    }

    @Override
    public long now() {
        return schedule.now();
    }

    /** What a tail launch takes longer once all batches that can be dispatched are full. */
    @Override
    public int tailOverflowCycles(int parent) {
        return tails.overflows(parent) ? costs.tailOverflowCycles() : 0;
    }

    /**
     * The first grid of a stream that came when its launcher had launched into as many streams as the device has at hand.
     *
     * @param due the grid
     */
    record NewStream(int due) implements DispatchBatches.Waiting {
        @Override
        public int dueGrids() {
            return 1;
        }

        @Override
        public int handedOver() {
            return 1;
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
        public void isHandedOver() {}
    }
}
