package io.cdpsim.memory.visibility.knowledge;

import io.cdpsim.memory.Scope;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last fences of the threads of a block, and what their strong reads since then have seen. A fence makes a later strong write a release
 * of what was known at the fence; and it makes an earlier strong read an acquire of what the value it saw was released with.
 */
public final class ThreadFences {
    private static final int LEVELS = Scope.values().length;

    private final WatchedBlock block;
    private final int[] fenceClock;
    private final int[] fenceBarrierClock;
    private final int[] fenceWarpClock;
    private final @Nullable Knowledge[] fenceKnowledge;
    private final @Nullable Knowledge[] seen;
    private final @Nullable Knowledge[] lastSeen;
    private final @Nullable Knowledge[] joinedSeen = new Knowledge[LEVELS];
    private final @Nullable Knowledge[] joinedReleased = new Knowledge[LEVELS];
    private final @Nullable Knowledge[] joined = new Knowledge[LEVELS];
    private boolean anyFence;

    ThreadFences(WatchedBlock block) {
        this.block = block;
        int size = block.threads() * LEVELS;
        fenceClock = new int[size];
        fenceBarrierClock = new int[size];
        fenceWarpClock = new int[size];
        fenceKnowledge = new Knowledge[size];
        seen = new Knowledge[size];
        lastSeen = new Knowledge[size];
    }

    /** A thread runs a fence. The caller ticks the block's clock once all lanes have. */
    @SuppressWarnings("EnumOrdinal") // an index
    public void fence(int thread, Scope scope) {
        anyFence = true;
        int at = thread * LEVELS;
        Knowledge acquired = seen[at + scope.ordinal()];
        if (acquired != null) {
            block.learn(thread, acquired);
            // What a narrower fence would acquire is a part of this.
            Arrays.fill(seen, at, at + scope.ordinal() + 1, null);
            Arrays.fill(lastSeen, at, at + scope.ordinal() + 1, null);
        }
        Knowledge learned = block.learned(thread);
        for (int level = 0; level <= scope.ordinal(); level++) {
            fenceClock[at + level] = block.clock();
            fenceBarrierClock[at + level] = block.barrierClock();
            fenceWarpClock[at + level] = block.warpClock(thread);
            fenceKnowledge[at + level] = learned;
        }
    }

    /** What a strong write of a thread releases to readers of a level: what the thread knew at its last fence; none without a fence. */
    @Nullable
    public Knowledge released(int thread, int level) {
        int at = thread * LEVELS + level;
        if (!anyFence || fenceClock[at] == 0) {
            return null;
        }
        Knowledge knowledge = new Knowledge();
        knowledge.addThread(
                block.grid(),
                Epoch.threadKey(block.epoch(thread)),
                fenceClock[at],
                fenceBarrierClock[at],
                fenceWarpClock[at]);
        Knowledge more = fenceKnowledge[at];
        if (more != null) {
            knowledge.add(more);
        }
        return knowledge;
    }

    /** A strong read of a thread has seen a value that was released; a later fence of a level acquires it. */
    public void saw(int thread, int level, @Nullable Knowledge released) {
        int at = thread * LEVELS + level;
        if (released != lastSeen[at]) {
            // A thread that polls sees the same again and again.
            lastSeen[at] = released;
            if (seen[at] != joinedSeen[level] || released != joinedReleased[level]) {
                // Threads of a block mostly see the same.
                joinedSeen[level] = seen[at];
                joinedReleased[level] = released;
                joined[level] = Knowledge.joined(seen[at], released);
            }
            seen[at] = joined[level];
        }
    }
}
