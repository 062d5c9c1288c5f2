package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.Grid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Grids of a stream that may run beside the one ahead of them (programmatic dependent launch, rules D-1 and D-2). */
public final class DependentGrids {
    /** What a grid lets start, and for what it waits. */
    private record Links(Runnable released, @Nullable GridDependency ahead) {}

    private final Map<Integer, Links> links = new HashMap<>();
    private final Map<Integer, Set<Long>> triggered = new HashMap<>();

    /** No grids. */
    public DependentGrids() {}

    /**
     * A grid of a stream.
     *
     * @param released to run when a dependent grid behind it may start
     * @param ahead the work ahead of it, which may not be complete; null if it is
     */
    public void add(int node, Runnable released, @Nullable GridDependency ahead) {
        links.put(node, new Links(released, ahead));
    }

    /** A thread of a block lets the grid behind start, which it does when each block of the grid has, or has ended (rule D-1). */
    public void trigger(Block block) {
        Grid grid = block.grid();
        Links of = links.get(grid.node());
        if (of == null) {
            return;
        }
        Set<Long> blocks = triggered.computeIfAbsent(grid.node(), key -> new HashSet<>());
        blocks.add(block.index());
        if (blocks.size() + grid.endedBlocks() == grid.totalBlocks()) {
            of.released().run();
        }
    }

    /** A block ends. The grid does not count it yet. */
    public void blockEnded(Block block) {
        if (triggered.isEmpty()) {
            return;
        }
        Set<Long> blocks = triggered.get(block.grid().node());
        Links of = links.get(block.grid().node());
        if (blocks != null && of != null) {
            blocks.remove(block.index());
            if (blocks.size() + block.grid().endedBlocks() + 1 == block.grid().totalBlocks()) {
                of.released().run();
            }
        }
    }

    /** All blocks of a grid have ended. */
    public void ended(Grid grid) {
        triggered.remove(grid.node());
        Links of = links.remove(grid.node());
        if (of != null) {
            of.released().run();
        }
    }

    /** Threads wait for the grid ahead (rule D-2). @return when they go on, or -1 if that is not known yet */
    public long await(Warp warp, long now) {
        Links of = links.get(warp.block().grid().node());
        GridDependency ahead = of == null ? null : of.ahead();
        return ahead == null ? now : ahead.await(warp, now);
    }
}
