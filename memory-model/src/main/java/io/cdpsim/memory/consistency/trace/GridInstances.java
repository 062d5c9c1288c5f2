package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All grids, blocks and threads of a test's executions, each identified by its path of launches. */
public final class GridInstances {
    private final LitmusTest test;
    private final List<GridInstance> grids = new ArrayList<>();
    private final List<ThreadInstance> threads = new ArrayList<>();
    private final Map<String, GridInstance> byName = new HashMap<>();
    private final int initialThreads;
    private int blocks;
    private int clusters;

    /** Makes the initial ones: a grid on each GPU, and the host. */
    GridInstances(LitmusTest test) {
        this.test = test;
        Map<Integer, GridInstance> byGpu = new HashMap<>();
        Map<Long, Integer> blockIds = new LinkedHashMap<>();
        Map<List<Integer>, Integer> clusterIds = new HashMap<>();
        for (TestThread each : test.threads()) {
            GridInstance grid = byGpu.computeIfAbsent(
                    each.gpu(),
                    gpu -> grid(gpu == 0 ? "the initial grid" : "the initial grid of GPU " + gpu, gpu, 0, -1));
            int block = blockIds.computeIfAbsent((long) each.gpu() << 32 | each.block(), key -> blocks++);
            int cluster = clusterIds.computeIfAbsent(
                    each.cluster().isPresent()
                            ? List.of(each.gpu(), each.cluster().getAsInt())
                            : List.of(each.gpu(), each.block(), -1),
                    key -> clusters++);
            thread(each.program().name(), grid, block, cluster, each.program());
        }
        if (test.host().isPresent()) {
            GridInstance grid = grid("the host", GridInstance.HOST_GPU, -1, -1);
            thread("host", grid, blocks++, clusters++, test.host().get());
        }
        initialThreads = threads.size();
    }

    /** The initial threads, with the host's. */
    public List<ThreadInstance> initial() {
        return List.copyOf(threads.subList(0, initialThreads));
    }

    /** All threads found so far, by id. */
    public List<ThreadInstance> threads() {
        return threads;
    }

    /** All grids found so far, by id, with the host. */
    public List<GridInstance> grids() {
        return grids;
    }

    /** The number of threads of a block. */
    public int threadsOfBlock(int block) {
        return (int) threads.stream().filter(each -> each.block() == block).count();
    }

    /** The grid of a launch, made on the first call. */
    GridInstance launched(ThreadInstance parent, LitmusInstruction.Launch launch, int repetition) {
        String name = parent.name() + "." + launch.label() + (repetition == 0 ? "" : "#" + (repetition + 1));
        GridInstance known = byName.get(name);
        if (known != null) {
            return known;
        }
        boolean byHost = parent.grid().isHost();
        GridInstance grid = grid(
                name,
                byHost ? 0 : parent.grid().gpu(),
                parent.grid().depth() + 1,
                byHost ? -1 : parent.grid().id());
        byName.put(name, grid);
        KernelProgram kernel = test.kernels().get(launch.kernel());
        for (int block = 0; block < launch.blocks(); block++) {
            int blockId = blocks++;
            int clusterId = clusters++;
            for (int thread = 0; thread < launch.threads(); thread++) {
                int index = block * launch.threads() + thread;
                thread(name + "." + index, grid, blockId, clusterId, kernel.programOf(thread));
            }
        }
        return grid;
    }

    private GridInstance grid(String name, int gpu, int depth, int parent) {
        GridInstance grid = new GridInstance(grids.size(), name, gpu, depth, parent);
        grids.add(grid);
        return grid;
    }

    private void thread(String name, GridInstance grid, int block, int cluster, LitmusProgram program) {
        ThreadInstance thread = new ThreadInstance(threads.size(), name, grid, block, cluster, program);
        threads.add(thread);
        grid.threads().add(thread);
    }
}
