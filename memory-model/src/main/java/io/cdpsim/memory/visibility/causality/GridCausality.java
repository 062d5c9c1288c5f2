package io.cdpsim.memory.visibility.causality;

import io.cdpsim.memory.visibility.access.NumberedCode;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/**
 * A grid as the checker sees it: its place in the nesting tree, and what its launch tells its threads (edges E1 to E6). A copy or a fill
 * that device code or the host posts counts as a grid of one thread.
 */
public final class GridCausality {
    /** Stands for a device where something is the host's. */
    public static final int HOST_DEVICE = -1;

    /** How a grid is ordered among its siblings. */
    public enum Kind {
        HOST,
        STREAM,
        FIRE_AND_FORGET,
        TAIL
    }

    private long number;
    private final Kind kind;
    private final @Nullable GridCausality parent;
    private final NumberedCode code;
    private final int device;
    private final int launchBlock;
    private final int launchThread;
    private final int launchClock;
    private final int launchBlockClock;
    private final int launchWarpClock;
    private final @Nullable CausalPast launchKnowledge;
    private @Nullable LaunchHistory stream;
    private int streamPosition;
    private @Nullable LaunchHistory ofBlock;
    private int ofBlockPosition;
    private @Nullable LaunchHistory tails;
    private @Nullable CausalPast acquired;
    private long asked;

    /** The host: the root of the nesting tree. */
    public GridCausality(NumberedCode code) {
        this.number = 0;
        this.kind = Kind.HOST;
        this.parent = null;
        this.code = code;
        this.device = HOST_DEVICE;
        this.launchBlock = 0;
        this.launchThread = 0;
        this.launchClock = 0;
        this.launchBlockClock = 0;
        this.launchWarpClock = 0;
        this.launchKnowledge = null;
    }

    /**
     * A grid that a thread launches now.
     *
     * @param number its number in the run
     * @param device ordinal of the device it will run on
     * @param launchKnowledge what the launching thread has learned
     */
    public GridCausality(
            long number,
            Kind kind,
            NumberedCode code,
            int device,
            BlockCausality launchBlock,
            int launchThread,
            @Nullable CausalPast launchKnowledge) {
        this.number = number;
        this.kind = kind;
        this.parent = launchBlock.grid();
        this.code = code;
        this.device = device;
        this.launchBlock = launchBlock.uid();
        this.launchThread = launchThread;
        this.launchClock = launchBlock.clock();
        this.launchBlockClock = launchBlock.barrierClock();
        this.launchWarpClock = launchBlock.warpClock(launchThread);
        this.launchKnowledge = launchKnowledge;
    }

    /** The grid's number in the run. */
    public long number() {
        return number;
    }

    /** Says its number, where that was not known at the launch. */
    public void number(long numberInRun) {
        number = numberInRun;
    }

    Kind kind() {
        return kind;
    }

    /** The grid of the launching thread; none for the host. */
    @Nullable
    public GridCausality parent() {
        return parent;
    }

    /** The code its threads run. */
    public NumberedCode code() {
        return code;
    }

    /** Ordinal of its device, {@link #HOST_DEVICE} for what the host does. */
    public int device() {
        return device;
    }

    int launchBlock() {
        return launchBlock;
    }

    @Nullable
    CausalPast launchKnowledge() {
        return launchKnowledge;
    }

    /** Puts it behind what its stream, or its parent's tail, holds. */
    public void enter(LaunchHistory history) {
        stream = history;
        streamPosition = history.append(this);
    }

    /** Puts it behind what its block has launched (CDP1). */
    public void enterOfBlock(LaunchHistory history) {
        ofBlock = history;
        ofBlockPosition = history.append(this);
    }

    /** What it has launched into its tail. */
    public LaunchHistory tails() {
        LaunchHistory present = tails;
        if (present == null) {
            present = new LaunchHistory(false);
            tails = present;
        }
        return present;
    }

    /** Its position in a history; the greatest number if it is not there. */
    int positionIn(LaunchHistory history) {
        return history == stream ? streamPosition : history == ofBlock ? ofBlockPosition : Integer.MAX_VALUE;
    }

    /** A block has ended whose threads had learned this, or a grid that this one launched. */
    public void acquire(@Nullable CausalPast knowledge) {
        acquired = CausalPast.joined(acquired, knowledge);
    }

    /** The grid and all it launched are complete: those who wait for it know what it knew. */
    public void complete() {
        if (acquired != null) {
            if (stream != null) {
                stream.acquire(acquired);
            }
            if (ofBlock != null) {
                ofBlock.acquire(acquired);
            }
            if (parent != null) {
                parent.acquire(acquired);
            }
        }
    }

    /** Whether the thread that made an access is the one that launched the grid. */
    public boolean isLaunchedBy(long epoch) {
        return Epoch.block(epoch) == launchBlock && Epoch.thread(epoch) == launchThread;
    }

    /** Whether the same thread launched both. */
    boolean isLaunchedByThreadOf(GridCausality other) {
        return launchBlock == other.launchBlock && launchThread == other.launchThread;
    }

    /** Whether the thread that launched it knew an access of its own block, at the launch, by itself or by barriers. */
    boolean launcherKnows(long epoch) {
        if (Epoch.block(epoch) != launchBlock) {
            return false;
        }
        int clock = Epoch.clock(epoch);
        int thread = Epoch.thread(epoch);
        return clock <= launchBlockClock
                || (thread == launchThread && clock <= launchClock)
                || ((thread >>> Lanes.SHIFT) == (launchThread >>> Lanes.SHIFT) && clock <= launchWarpClock);
    }

    /** Whether all its threads know an access when they start. */
    boolean startKnows(CausalityQuery query) {
        for (GridCausality each = this; each.parent != null && each.asked != query.number(); each = each.parent) {
            each.asked = query.number();
            if (each.launchTells(query)) {
                return true;
            }
        }
        return false;
    }

    private boolean launchTells(CausalityQuery query) {
        // E5 and E6: what precedes it in its stream, and what the stream waits for. E4: the tails before it.
        if (stream != null && stream.successorKnows(streamPosition - 1, query)) {
            return true;
        }
        // E1.
        if (launcherKnows(query.epoch()) || (launchKnowledge != null && launchKnowledge.knows(query))) {
            return true;
        }
        return kind == Kind.TAIL && drained(parent, query);
    }

    /** E3 and E4: all threads of the parent, and all it launched but tails. */
    private static boolean drained(@Nullable GridCausality parent, CausalityQuery query) {
        GridCausality grid = query.grid();
        if (parent == null || grid == parent) {
            return true;
        }
        for (GridCausality each = grid; each.parent != null; each = each.parent) {
            if (each.parent == parent && each.kind != Kind.TAIL) {
                return true;
            }
        }
        return parent.acquired != null && parent.acquired.knows(query);
    }
}
