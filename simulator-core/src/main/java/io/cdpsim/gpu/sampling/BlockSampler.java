package io.cdpsim.gpu.sampling;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.memory.AccessFollowing;
import io.cdpsim.gpu.memory.MemoryTraffic;
import io.cdpsim.gpu.sampling.SampledGrid.Role;
import io.cdpsim.profile.L2Spec;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which blocks of a device are timed. The others run for their values alone, and take as long as timed blocks of the same grid that ran about as many
 * instructions.
 */
public final class BlockSampler {
    private final SampledKernels kernels = new SampledKernels();
    private final IdentityHashMap<Grid, SampledGrid> grids = new IdentityHashMap<>();
    private final List<ResidentBlock> blocks = new ArrayList<>();
    private final LongSupplier timedBytes;
    private final LongSupplier untimedBytes;
    private final AccessFollowing following;
    private final long cacheBytes;
    private SamplingCounts ended = SamplingCounts.NONE;

    /**
     * A sampler that has seen no block.
     *
     * @param traffic the traffic of the device with its memory
     * @param following whether untimed blocks reach the tags of the L2
     */
    public BlockSampler(MemoryTraffic traffic, AccessFollowing following, L2Spec l2) {
        this.following = following;
        cacheBytes = l2.bytes();
        int sectorBytes = l2.sectorBytes();
        timedBytes =
                () -> traffic.dramReadBytes() + traffic.dramWrittenBytes() + (long) sectorBytes * traffic.farSectors();
        untimedBytes = () -> (long) sectorBytes * traffic.untimedSectors();
    }

    /**
     * A block is placed, and was the next of its grid.
     *
     * @param isAlone whether no other grid is resident
     */
    public void places(Block block, boolean isAlone) {
        while (blocks.size() <= block.id()) {
            blocks.add(new ResidentBlock());
        }
        ResidentBlock placed = blocks.get(block.id());
        Grid grid = block.grid();
        placed.isOver = false;
        placed.grid = kernels.contains(grid.kernel()) && grid.shape().cluster().blocks() == 1
                ? grids.computeIfAbsent(
                        grid,
                        any -> new SampledGrid(grid.totalBlocks(), timedBytes, untimedBytes, following, cacheBytes))
                : null;
        placed.role = placed.grid == null ? Role.TIMED : placed.grid.place(isAlone);
    }

    /** Whether a placed block runs for its values alone. */
    public boolean isUntimed(Block block) {
        return blocks.get(block.id()).role == Role.UNTIMED;
    }

    /** A block starts on its SM. */
    public void starts(Block block, long now) {
        blocks.get(block.id()).startedAt = now;
    }

    /**
     * All warps of a block have ended.
     *
     * @return when the block ends, not before {@code now}
     */
    public long ends(Block block, long now) {
        ResidentBlock resident = blocks.get(block.id());
        SampledGrid grid = resident.grid;
        if (grid == null || resident.isOver) {
            return now;
        }
        resident.isOver = true;
        return resident.startedAt + grid.duration(resident.role, now - resident.startedAt, block.laneInstructions());
    }

    /** All blocks of a grid have ended. */
    public void gridEnds(Grid grid) {
        SampledGrid sampled = grids.remove(grid);
        ended = ended.and(sampled == null ? SamplingCounts.WHOLE_GRID : sampled.counts());
    }

    /** What the device has sampled in grids that have ended. */
    public SamplingCounts counts() {
        return ended;
    }

    /** A block on an SM, as its sample sees it. */
    private static final class ResidentBlock {
        private @Nullable SampledGrid grid;
        private Role role = Role.TIMED;
        private long startedAt;
        private boolean isOver;
    }
}
