package io.cdpsim.memory.visibility.causality;

import io.cdpsim.memory.Scope;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last fences of the threads of a block, and the released pasts that their strong reads have seen since. A fence makes a later strong write release the past at the fence, and an earlier strong read acquire the past that its value released.
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
    private int lastFenceOfAny;

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

    /** A thread executes a fence. The caller advances the block's clock after all lanes. */
    @SuppressWarnings("EnumOrdinal") // an index
    public void fence(int thread, Scope scope) {
        anyFence = true;
        if (scope != Scope.BLOCK) {
            lastFenceOfAny = block.clock();
        }
        int at = thread * LEVELS;
        CausalPast acquired = seen[at + scope.ordinal()];
        if (acquired != null) {
            block.learn(thread, acquired);
            // The past that a narrower fence acquires is a part of this one.
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

    /** The past that a strong write of a thread releases to readers of a level: that at its last fence; null without a fence. */
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

    /** The clock of a thread's last fence of this scope or a wider one; 0 without one. */
    @SuppressWarnings("EnumOrdinal") // an index
    public int lastFence(int thread, Scope scope) {
        return fenceClock[thread * LEVELS + scope.ordinal()];
    }

    /** The clock of the last fence of device scope or wider by any thread; 0 without one. */
    public int lastFenceOfAny() {
        return lastFenceOfAny;
    }

    /** A strong read of a thread has seen a released value; a later fence of a level acquires its past. */
    public void saw(int thread, int level, @Nullable CausalPast released) {
        int at = thread * LEVELS + level;
        if (released != lastSeen[at]) {
            // A polling thread sees the same past repeatedly.
            lastSeen[at] = released;
            if (seen[at] != joinedSeen[level] || released != joinedReleased[level]) {
                // Threads of a block mostly see the same past.
                joinedSeen[level] = seen[at];
                joinedReleased[level] = released;
                joined[level] = CausalPast.joined(seen[at], released);
            }
            seen[at] = joined[level];
        }
    }
}
