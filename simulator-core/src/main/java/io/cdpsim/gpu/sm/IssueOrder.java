package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.bulk.BulkExecution;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.queue.ReadyQueue;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Pipe;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which of an SM's ready warps issues next. A scheduler of Hopper issues for the block that started first; a younger block gets what the older
 * ones leave, and the warps of a block take turns (measurements, blockorder).
 *
 * <p>A warp of the oldest block takes the next free issue slot as soon as it is ready, since no other comes before it. A warp of a younger block
 * waits until its slot and its pipe are free, and then is first only if no warp of an older block is ready.
 */
final class IssueOrder {
    private static final int RESIDENT = 8;

    private final boolean olderFirst;
    private final ReadyQueue<Warp> agenda;
    private final SlotWaits[] waits;
    /** The orders of the blocks whose threads run, ascending. */
    private long[] orders = new long[RESIDENT];
    /** For each of these blocks, its live warps on each scheduler, and in all. */
    private int[][] liveWarps = new int[RESIDENT][];

    private int blocks;
    private long started;

    /**
     * No block has started.
     *
     * @param olderFirst whether blocks that started first issue first; if not, all warps take turns
     * @param agenda by when they go on, the warps that wait neither for a slot nor for another component; of those that wait for a slot of one
     *     scheduler, the first
     */
    IssueOrder(boolean olderFirst, int schedulers, ReadyQueue<Warp> agenda) {
        this.olderFirst = olderFirst;
        this.agenda = agenda;
        waits = new SlotWaits[schedulers];
        Arrays.setAll(waits, s -> new SlotWaits());
    }

    /** The threads of a block start. */
    void starts(Block block) {
        if (!olderFirst) {
            block.starts(0);
            return;
        }
        if (blocks == orders.length) {
            orders = Arrays.copyOf(orders, 2 * blocks);
            liveWarps = Arrays.copyOf(liveWarps, 2 * blocks);
        }
        orders[blocks] = started;
        liveWarps[blocks] = new int[waits.length + 1];
        blocks++;
        block.starts(started++);
    }

    /** A warp of the block that has started last starts. */
    void warpStarts(WarpScheduler scheduler) {
        if (olderFirst) {
            liveWarps[blocks - 1][scheduler.index()]++;
            liveWarps[blocks - 1][waits.length]++;
        }
    }

    /** A warp of the block with an order has ended. */
    void warpEnds(long order, WarpScheduler scheduler) {
        int b = Arrays.binarySearch(orders, 0, blocks, order);
        if (b < 0) {
            return;
        }
        liveWarps[b][scheduler.index()]--;
        if (--liveWarps[b][waits.length] == 0) {
            blocks--;
            System.arraycopy(orders, b + 1, orders, b, blocks - b);
            System.arraycopy(liveWarps, b + 1, liveWarps, b, blocks - b);
        }
    }

    /** Whether a warp that is ready now has to wait for an issue slot or its pipe, and for the warps of older blocks. It then comes back through the agenda. */
    boolean keepsWaiting(Warp warp, Instruction in, long now) {
        if (!olderFirst || warp.order() == orders[0] || in.opcode().pipe() == Pipe.FREE) {
            return false;
        }
        WarpScheduler scheduler = warp.scheduler();
        Pipe pipe = in.opcode().pipe();
        long free = scheduler.freeFor(pipe, now);
        if (free <= now) {
            return false;
        }
        SlotWaits others = waits[scheduler.index()];
        Warp called = others.called;
        if (called == null) {
            call(others, warp, warp.turn(), pipe, free);
        } else if (free < others.calledAt || (free == others.calledAt && warp.turn() < others.calledTurn)) {
            agenda.remove(called);
            others.add(called, others.calledTurn, others.calledPipe);
            call(others, warp, warp.turn(), pipe, free);
        } else {
            others.add(warp, warp.turn(), pipe);
        }
        return true;
    }

    private void call(SlotWaits others, Warp warp, long turn, Pipe pipe, long cycle) {
        others.called = warp;
        others.calledTurn = turn;
        others.calledPipe = pipe;
        others.calledAt = cycle;
        agenda.add(cycle, turn, warp);
    }

    /** A warp comes back through the agenda. @return whether it has waited for a slot */
    boolean comesBack(Warp warp) {
        SlotWaits others = waits[warp.scheduler().index()];
        if (others.called != warp) {
            return false;
        }
        others.called = null;
        return true;
    }

    /** A scheduler has issued: of the warps that wait for a slot of it, the one that comes next is put on the agenda. */
    void callsNext(WarpScheduler scheduler, long now) {
        SlotWaits others = waits[scheduler.index()];
        if (others.size == 0 || others.called != null) {
            return;
        }
        int next = 0;
        long at = Long.MAX_VALUE;
        long slot = scheduler.freeAt(now);
        for (int i = others.size - 1; i >= 0 && at > slot; i--) {
            long free = scheduler.freeFor(others.pipes[i], now);
            if (free < at) {
                next = i;
                at = free;
            }
        }
        call(others, others.warps[next], others.turns[next], others.pipes[next], at);
        others.remove(next);
    }

    /** Runs a part of a bulk instruction of a warp, as {@link BulkExecution#advance}, behind those of older blocks. */
    long advance(BulkExecution bulk, Warp warp, Instruction in, int lanes, long now) {
        if (!olderFirst) {
            return bulk.advance(warp.bulk(), warp.scheduler(), in, lanes, now);
        }
        WarpScheduler scheduler = warp.scheduler();
        long order = warp.order();
        // Those that have launched first are taken to be the ones in calls.
        int older = scheduler.warpsOutsideCalls() - scheduler.warps();
        int b = 0;
        while (b < blocks && orders[b] < order) {
            older += liveWarps[b++][scheduler.index()];
        }
        int own = b < blocks && orders[b] == order ? liveWarps[b][scheduler.index()] : 1;
        return bulk.advance(warp.bulk(), scheduler, Math.max(0, older), own, in, lanes, now);
    }

    /** A warp no longer waits for a slot. @return whether it did */
    boolean remove(Warp warp) {
        SlotWaits others = waits[warp.scheduler().index()];
        if (others.called == warp) {
            others.called = null;
            agenda.remove(warp);
            return true;
        }
        for (int i = 0; i < others.size; i++) {
            if (others.warps[i] == warp) {
                others.remove(i);
                return true;
            }
        }
        return false;
    }

    /**
     * The warps that wait for a slot of one scheduler, by turn: the one that comes first is last. The one that the agenda holds is apart. Their turns and the pipes of their
     * next instructions are copies: warps lie apart in memory, and each issue of the scheduler looks here.
     */
    private static final class SlotWaits {
        private Warp[] warps = new Warp[RESIDENT];
        private long[] turns = new long[RESIDENT];
        private Pipe[] pipes = new Pipe[RESIDENT];
        private int size;
        private @Nullable Warp called;
        private long calledTurn;
        private Pipe calledPipe = Pipe.FREE;
        private long calledAt;

        void add(Warp warp, long turn, Pipe pipe) {
            if (size == warps.length) {
                warps = Arrays.copyOf(warps, 2 * size);
                turns = Arrays.copyOf(turns, 2 * size);
                pipes = Arrays.copyOf(pipes, 2 * size);
            }
            int place = size++;
            while (place > 0 && turns[place - 1] < turn) {
                warps[place] = warps[place - 1];
                turns[place] = turns[place - 1];
                pipes[place] = pipes[place - 1];
                place--;
            }
            warps[place] = warp;
            turns[place] = turn;
            pipes[place] = pipe;
        }

        void remove(int place) {
            size--;
            System.arraycopy(warps, place + 1, warps, place, size - place);
            System.arraycopy(turns, place + 1, turns, place, size - place);
            System.arraycopy(pipes, place + 1, pipes, place, size - place);
        }
    }
}
