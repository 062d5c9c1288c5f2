package io.cdpsim.gpu.block;

import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.memory.visibility.causality.PhaseCausality;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks of a cluster, which run at once and reach each other's shared memory, and their barrier. */
public final class Cluster {
    private final ClusterShape shape;
    private final long number;
    private final Block[] blocks;
    private final byte[] @Nullable [] shared;
    private @Nullable PhaseCausality phases;
    private final List<Warp> waiting = new ArrayList<>();
    private int liveWarps;
    private int arrivedWarps;
    private int phase;
    private long openAt;

    /**
     * A cluster whose blocks are not known yet.
     *
     * @param number its number in the grid
     */
    public Cluster(ClusterShape shape, long number) {
        this.shape = shape;
        this.number = number;
        blocks = new Block[(int) shape.blocks()];
        shared = new byte[blocks.length] @Nullable [];
    }

    /** Other threads use it from now on. */
    void restart() {
        liveWarps = 0;
        arrivedWarps = 0;
        phase = 0;
        openAt = 0;
        phases = null;
        waiting.clear();
    }

    /** A block gets a rank. */
    public void add(int rank, Block block) {
        blocks[rank] = block;
        shared[rank] = block.shared();
        liveWarps += block.warpCount();
    }

    /** Whether it is one block. */
    public boolean isOneBlock() {
        return blocks.length == 1;
    }

    /** Whether it is one block, and no warp waits at its barrier: nobody else notices that a warp ends. */
    public boolean isQuiet() {
        return isOneBlock() && arrivedWarps == 0;
    }

    /** Its dimensions. */
    public ClusterShape shape() {
        return shape;
    }

    /** Its number in the grid. */
    public long number() {
        return number;
    }

    /** The block with a rank. */
    public Block block(int rank) {
        return blocks[rank];
    }

    /** The shared memory of each block; null of one that has ended. */
    public byte[] @Nullable [] shared() {
        return shared;
    }

    /** All threads of a block have exited: other blocks must no longer access its shared memory. */
    public void leaves(int rank) {
        shared[rank] = null;
    }

    /** What threads release and acquire at the barrier. */
    public PhaseCausality phases() {
        if (phases == null) {
            phases = new PhaseCausality();
        }
        return phases;
    }

    /** Number of the barrier's current phase. */
    public int phase() {
        return phase;
    }

    /** The cycle at which the last completed phase releases its threads. */
    public long openAt() {
        return openAt;
    }

    /** Warps that wait at the barrier. */
    public List<Warp> waiting() {
        return waiting;
    }

    /** A warp arrives. @return whether the phase is complete */
    public boolean arrive() {
        arrivedWarps++;
        return arrivedWarps >= liveWarps;
    }

    /** All threads of a warp have exited. @return whether the phase is complete without them */
    public boolean warpEnds() {
        liveWarps--;
        return arrivedWarps > 0 && arrivedWarps >= liveWarps;
    }

    /** Starts the next phase. The last one releases its threads at a cycle. */
    public void open(long cycle) {
        arrivedWarps = 0;
        phase++;
        openAt = cycle;
    }
}
