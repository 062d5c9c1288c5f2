package io.cdpsim.memory.visibility.causality;

import io.cdpsim.memory.Scope;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last fences of the threads of a block, and what their strong reads since then have seen. A fence makes a later strong write a release
 * of what was known at the fence; and it makes an earlier strong read an acquire of what the value it saw was released with.
 */
public final class ThreadFences {
    private static final int LEVELS = Scope.values().length;

    private final BlockCausality block;
    private final int[] fenceClock;
    private final int[] fenceBarrierClock;
    private final int[] fenceWarpClock;
    private final @Nullable CausalPast[] fenceKnowledge;
    private final @Nullable CausalPast[] seen;
    private final @Nullable CausalPast[] lastSeen;
    private final @Nullable CausalPast[] joinedSeen = new CausalPast[LEVELS];
    private final @Nullable CausalPast[] joinedReleased = new CausalPast[LEVELS];
    private final @Nullable CausalPast[] joined = new CausalPast[LEVELS];
    private boolean anyFence;

    ThreadFences(BlockCausality block) {
        this.block = block;
        int size = block.threads() * LEVELS;
        fenceClock = new int[size];
        fenceBarrierClock = new int[size];
        fenceWarpClock = new int[size];
        fenceKnowledge = new CausalPast[size];
        seen = new CausalPast[size];
        lastSeen = new CausalPast[size];
    }

    /** A thread runs a fence. The caller ticks the block's clock once all lanes have. */
    @SuppressWarnings("EnumOrdinal") // an index
    public void fence(int thread, Scope scope) {
        anyFence = true;
        int at = thread * LEVELS;
        CausalPast acquired = seen[at + scope.ordinal()];
        if (acquired != null) {
            block.learn(thread, acquired);
            // What a narrower fence would acquire is a part of this.
            Arrays.fill(seen, at, at + scope.ordinal() + 1, null);
            Arrays.fill(lastSeen, at, at + scope.ordinal() + 1, null);
        }
        CausalPast learned = block.learned(thread);
        for (int level = 0; level <= scope.ordinal(); level++) {
            fenceClock[at + level] = block.clock();
            fenceBarrierClock[at + level] = block.barrierClock();
            fenceWarpClock[at + level] = block.warpClock(thread);
            fenceKnowledge[at + level] = learned;
        }
    }

    /** What a strong write of a thread releases to readers of a level: what the thread knew at its last fence; none without a fence. */
    @Nullable
    public CausalPast released(int thread, int level) {
        int at = thread * LEVELS + level;
        if (!anyFence || fenceClock[at] == 0) {
            return null;
        }
        CausalPast knowledge = new CausalPast();
        knowledge.addThread(
                block.grid(),
                Epoch.threadKey(block.epoch(thread)),
                fenceClock[at],
                fenceBarrierClock[at],
                fenceWarpClock[at]);
        CausalPast more = fenceKnowledge[at];
        if (more != null) {
            knowledge.add(more);
        }
        return knowledge;
    }

    /** A strong read of a thread has seen a value that was released; a later fence of a level acquires it. */
    public void saw(int thread, int level, @Nullable CausalPast released) {
        int at = thread * LEVELS + level;
        if (released != lastSeen[at]) {
            // A thread that polls sees the same again and again.
            lastSeen[at] = released;
            if (seen[at] != joinedSeen[level] || released != joinedReleased[level]) {
                // Threads of a block mostly see the same.
                joinedSeen[level] = seen[at];
                joinedReleased[level] = released;
                joined[level] = CausalPast.joined(seen[at], released);
            }
            seen[at] = joined[level];
        }
    }
}
