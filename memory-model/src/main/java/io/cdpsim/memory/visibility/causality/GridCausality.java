package io.cdpsim.memory.visibility.causality;

import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The position of a grid in the nesting tree, and the causal past of its start (edges E1 to E6). A copy or a fill that device code or the host enqueues counts as a grid of one thread.
 */
public final class GridCausality {
    /** The device of the host's accesses. */
    public static final int HOST_DEVICE = -1;

    /** The order of a grid among its siblings. */
    public enum Kind {
        HOST,
        STREAM,
        FIRE_AND_FORGET,
        TAIL
    }

    /** Launches up to an answer that is not worth remembering. */
    private static final int NEAR_STEPS = 8;

    private long number;
    private final Kind kind;
    private final @Nullable GridCausality parent;
    private final @Nullable GridCausality launcher;
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
    private boolean overlapsPredecessor;
    private final List<LaunchHistory> prerequisites = new ArrayList<>(0);
    private @Nullable LaunchHistory ofBlock;
    private int ofBlockPosition;
    private @Nullable LaunchHistory tails;
    private @Nullable CausalPast acquired;
    private final Lineage nesting;
    private final Lineage launchers;
    /** The nearest launcher that waits for launches ahead of it in its stream. */
    private final @Nullable GridCausality waitingLauncher;

    private final boolean isBelowTail;
    private final boolean isGraph;
    private int launchKnownClock = Integer.MAX_VALUE;
    private long asked;
    private long knownAtStart;
    /** A grid that is complete before this one starts. */
    private @Nullable GridCausality followed;

    /** The host: the root of the nesting tree. */
    public GridCausality(NumberedCode code) {
        this.number = 0;
        this.kind = Kind.HOST;
        this.parent = null;
        this.launcher = null;
        this.code = code;
        this.device = HOST_DEVICE;
        this.launchBlock = 0;
        this.launchThread = 0;
        this.launchClock = 0;
        this.launchBlockClock = 0;
        this.launchWarpClock = 0;
        this.launchKnowledge = null;
        this.nesting = new Lineage(this);
        this.launchers = nesting;
        this.waitingLauncher = null;
        this.isBelowTail = false;
        this.isGraph = false;
    }

    /**
     * A grid that a thread launches now.
     *
     * @param number its number in the run
     * @param device ordinal of its device
     * @param launchKnowledge the past that the launching thread has acquired
     */
    public GridCausality(
            long number,
            Kind kind,
            NumberedCode code,
            int device,
            BlockCausality launchBlock,
            int launchThread,
            @Nullable CausalPast launchKnowledge) {
        this(number, kind, code, device, launchBlock, launchThread, launchKnowledge, launchBlock.grid(), false);
    }

    /**
     * A graph that a thread launches now.
     *
     * @param environment the launch of a graph, or what the host launched, whose completion waits for this one
     */
    public static GridCausality graph(
            Kind kind,
            NumberedCode code,
            BlockCausality launchBlock,
            int launchThread,
            @Nullable CausalPast launchKnowledge,
            GridCausality environment) {
        return new GridCausality(
                0, kind, code, HOST_DEVICE, launchBlock, launchThread, launchKnowledge, environment, true);
    }

    private GridCausality(
            long number,
            Kind kind,
            NumberedCode code,
            int device,
            BlockCausality launchBlock,
            int launchThread,
            @Nullable CausalPast launchKnowledge,
            GridCausality parent,
            boolean isGraph) {
        this.isGraph = isGraph;
        this.number = number;
        this.kind = kind;
        this.parent = parent;
        this.launcher = launchBlock.grid();
        this.code = code;
        this.device = device;
        this.launchBlock = launchBlock.uid();
        this.launchThread = launchThread;
        this.launchClock = launchBlock.clock();
        this.launchBlockClock = launchBlock.barrierClock();
        this.launchWarpClock = launchBlock.warpClock(launchThread);
        this.launchKnowledge = launchKnowledge;
        GridCausality by = launchBlock.grid();
        this.nesting = new Lineage(this, parent.nesting);
        this.launchers = parent.nesting == by.launchers ? nesting : new Lineage(this, by.launchers);
        // A grid that launches has entered its stream.
        this.waitingLauncher = by.waits() ? by : by.waitingLauncher;
        this.isBelowTail = kind == Kind.TAIL || parent.isBelowTail;
    }

    /** The grid's number in the run. */
    public long number() {
        return number;
    }

    /** Sets a number that was unknown at the launch. */
    public void number(long numberInRun) {
        number = numberInRun;
    }

    /** Its order among its siblings. */
    public Kind kind() {
        return kind;
    }

    /** The grid whose completion waits for this one, for most the grid of the launching thread; null for the host. */
    @Nullable
    public GridCausality parent() {
        return parent;
    }

    /** The grid whose thread launched it; null for the host. */
    @Nullable
    public GridCausality launcher() {
        return launcher;
    }

    /** Whether it is a launch of a graph, whose nodes are its children. */
    public boolean isGraph() {
        return isGraph;
    }

    /** The code of its threads. */
    public NumberedCode code() {
        return code;
    }

    /** Ordinal of its device; {@link #HOST_DEVICE} for the host. */
    public int device() {
        return device;
    }

    /** The number of the launching block among all blocks of the run. */
    public int launchBlock() {
        return launchBlock;
    }

    /** The index of the launching thread in its block. */
    public int launchThread() {
        return launchThread;
    }

    @Nullable
    CausalPast launchKnowledge() {
        return launchKnowledge;
    }

    /** Appends it to its stream, or to its parent's tail. */
    public void enter(LaunchHistory history) {
        stream = history;
        streamPosition = history.append(this);
    }

    /** It may start before the launch ahead of it in its stream is complete (programmatic stream serialization). */
    public void overlapPredecessor() {
        overlapsPredecessor = true;
    }

    /**
     * It may start before the only launch of another history is complete (a programmatic dependency of a graph).
     */
    public void overlap(LaunchHistory prerequisite) {
        prerequisites.add(prerequisite);
    }

    /** Whether it may start before the launch ahead of it in its stream is complete. */
    public boolean overlapsPredecessor() {
        return overlapsPredecessor;
    }

    /** Whether it may run beside the launch ahead of it, which is the other grid or has that for a descendant. */
    public boolean overlaps(GridCausality other) {
        if (other.stream != null && prerequisites.contains(other.stream)) {
            return true;
        }
        return overlapsPredecessor
                && stream != null
                && other.stream == stream
                && other.streamPosition == streamPosition - 1;
    }

    /** The past of a thread that has waited for the launch ahead of it; null if the grid does not overlap one. */
    @Nullable
    public CausalPast predecessorPast() {
        if (!prerequisites.isEmpty()) {
            CausalPast past = new CausalPast();
            prerequisites.forEach(each -> past.addComplete(each, each.length()));
            return past;
        }
        LaunchHistory history = stream;
        if (!overlapsPredecessor || history == null || streamPosition < 2) {
            return null;
        }
        CausalPast past = new CausalPast();
        past.addComplete(history, streamPosition - 1);
        return past;
    }

    /** Appends it to the launches of its block (CDP1). */
    public void enterOfBlock(LaunchHistory history) {
        ofBlock = history;
        ofBlockPosition = history.append(this);
    }

    /** The launches into its tail. */
    public LaunchHistory tails() {
        LaunchHistory present = tails;
        if (present == null) {
            present = new LaunchHistory(false);
            tails = present;
        }
        return present;
    }

    /** Its position in a history; the greatest number if it is not in it. */
    int positionIn(LaunchHistory history) {
        return history == stream ? streamPosition : history == ofBlock ? ofBlockPosition : Integer.MAX_VALUE;
    }

    /** Adds the acquired past of a completed block, or of a completed child. */
    public void acquire(@Nullable CausalPast knowledge) {
        acquired = CausalPast.joined(acquired, knowledge);
    }

    /** The grid and its descendants are complete: its acquired past passes to the waits for it. */
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

    /** Whether the thread of an access launched the grid. */
    public boolean isLaunchedBy(long epoch) {
        return Epoch.block(epoch) == launchBlock && Epoch.thread(epoch) == launchThread;
    }

    /** All threads of the launching block have met at a barrier behind the launch, at this clock. */
    void launchIsKnownAt(int clock) {
        launchKnownClock = clock;
    }

    /**
     * The tail launch behind which a thread made an access, and to which this grid belongs; null if there is none. Its accesses come after
     * the end of the thread (E4), although the thread had launched it.
     *
     * @param epoch the time of the access
     * @param accessor the grid of the thread
     */
    @Nullable
    public GridCausality tailLaunchedBefore(long epoch, GridCausality accessor) {
        if (!isBelowTail) {
            return null;
        }
        GridCausality child = childOf(accessor);
        return child != null && child.kind == Kind.TAIL && child.precedes(epoch) ? child : null;
    }

    /** The grid itself or the one above it whose parent is the other; null if the other is not above it. */
    private @Nullable GridCausality childOf(GridCausality other) {
        GridCausality child = nesting.at(other.nesting.depth() + 1);
        return child != null && child.parent == other ? child : null;
    }

    /** The grid itself or the nearest above it that at most a number of others are above. */
    GridCausality ancestorUpTo(int depth) {
        GridCausality ancestor = nesting.at(depth);
        return ancestor == null ? this : ancestor;
    }

    /** Number of grids above it, the host among them. */
    int depth() {
        return nesting.depth();
    }

    /** Whether an access of the launching block is behind the launch, in the same thread or behind a barrier. */
    private boolean precedes(long epoch) {
        if (Epoch.block(epoch) != launchBlock) {
            return false;
        }
        int clock = Epoch.clock(epoch);
        return Epoch.thread(epoch) == launchThread ? clock > launchClock : clock > launchKnownClock;
    }

    /** Whether the same thread launched both. */
    boolean isLaunchedByThreadOf(GridCausality other) {
        return launchBlock == other.launchBlock && launchThread == other.launchThread;
    }

    /** Whether the launching thread's past at the launch includes an access of its own block. */
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

    /** Whether it is complete before the other grid is: the other grid or an ordinary child of it launched it, in some steps. */
    public boolean runsWithin(GridCausality other) {
        GridCausality child = childOf(other);
        return child != null && child.kind != Kind.TAIL && other.kind != Kind.HOST;
    }

    /** Whether it belongs to a tail launch. */
    public boolean isBelowTail() {
        return isBelowTail;
    }

    /**
     * Whether the past of its start surely includes all accesses of a block up to a time, whichever thread made them: the order of a stream, or a barrier
     * ahead of the launch says so.
     *
     * @param other the grid of the block
     * @param epoch the time
     */
    public boolean startFollows(GridCausality other, long epoch) {
        if (other == followed) {
            return true;
        }
        GridCausality launched = launchers.at(other.launchers.depth() + 1);
        if (launched != null
                && Epoch.block(epoch) == launched.launchBlock
                && Epoch.clock(epoch) <= launched.launchBlockClock) {
            return true;
        }
        for (GridCausality each = waits() ? this : waitingLauncher; each != null; each = each.waitingLauncher) {
            LaunchHistory history = each.stream;
            if (history != null && history.holdsAncestor(other, each.positionBefore())) {
                followed = other;
                return true;
            }
        }
        return false;
    }

    /** Whether launches ahead of it in its stream are complete at its start. */
    private boolean waits() {
        return stream != null && positionBefore() > 0;
    }

    /** The position in its stream up to which launches are complete at its start. Rule D-2: the launch before it may run beside it. */
    private int positionBefore() {
        return overlapsPredecessor ? streamPosition - 2 : streamPosition - 1;
    }

    /** Whether the past of its start includes an access. */
    public boolean startKnows(CausalityQuery query) {
        int steps = 0;
        for (GridCausality each = this;
                each != null && each.parent != null && each.asked != query.number();
                each = each.launcher) {
            each.asked = query.number();
            boolean isRemembered = each.knownAtStart == query.epoch();
            if (isRemembered || each.launchReachesQuery(query)) {
                // A long chain of launches asks for the same early access again and again.
                if (isRemembered || steps > NEAR_STEPS) {
                    knownAtStart = query.epoch();
                }
                return true;
            }
            steps++;
        }
        return false;
    }

    private boolean launchReachesQuery(CausalityQuery query) {
        // E5 and E6: earlier work of its stream, and the waits of the stream. E4: the tails before it.
        int before = positionBefore();
        if (stream != null && before >= 0 && stream.successorKnows(before, query)) {
            return true;
        }
        // E1.
        if (launcherKnows(query.epoch()) || (launchKnowledge != null && launchKnowledge.knows(query))) {
            return true;
        }
        return kind == Kind.TAIL && drained(parent, query);
    }

    /** E3 and E4: all threads of the parent, and all its children other than tail launches. */
    private static boolean drained(@Nullable GridCausality parent, CausalityQuery query) {
        GridCausality grid = query.grid();
        if (parent == null || grid == parent) {
            return true;
        }
        GridCausality child = grid.childOf(parent);
        if (child != null && child.kind != Kind.TAIL) {
            return true;
        }
        return parent.acquired != null && parent.acquired.knows(query);
    }
}
