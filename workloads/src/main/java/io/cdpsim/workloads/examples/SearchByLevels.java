package io.cdpsim.workloads.examples;

import static io.cdpsim.kernel.code.Operand.u32;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** A search whose levels the host launches; a thread processes its vertex's edges, or launches a grid with one thread per edge. */
final class SearchByLevels extends Example {
    private static final int CHILD_THREADS = 1024;
    private static final int NEVER = Integer.MAX_VALUE;

    private final int threshold;

    private SearchByLevels(String name, String shows, List<String> rules, int threshold, String expected) {
        super(name, shows, rules, BOTH, expected);
        this.threshold = threshold;
    }

    /** A thread processes the edges of its vertex. */
    static Example looping() {
        return new SearchByLevels(
                "bfs-levels",
                "a breadth-first search without children: threads with many edges keep their warp waiting",
                List.of("LNCH-1"),
                NEVER,
                "levels are distances, each vertex entered once, 0 children, 0 launches failed");
    }

    /** Every vertex launches a grid, also one without edges, whose grid would have no blocks. */
    static Example childEach() {
        return new SearchByLevels(
                "bfs-child",
                "every vertex of the frontier launches a grid for its edges, and fails to where it has none",
                List.of("LNCH-1", "LNCH-7", "MEM-2", "NEST-2"),
                -1,
                "levels are distances, each vertex entered once, 4 children, " + SmallSearch.LEAVES
                        + " launches failed");
    }

    /** Only a vertex with more edges than a threshold launches a grid. */
    static Example threshold() {
        return new SearchByLevels(
                "bfs-threshold",
                "only vertices with many edges launch a grid",
                List.of("LNCH-1", "MEM-2", "NEST-2"),
                3,
                "levels are distances, each vertex entered once, 2 children, 0 launches failed");
    }

    @Override
    public IntendedRaces intendedRaces() {
        return threshold < 0
                ? IntendedRaces.of("a vertex without edges launches a grid of no blocks, as in the listing", "LNCH-6")
                : IntendedRaces.NONE;
    }

    @Override
    public String run(ProgramMachine lab) {
        SmallSearch search = new SmallSearch(lab);
        KernelReference child = KernelReference.to(child(search));
        KernelBuilder k = new KernelBuilder("level");
        SmallSearch.Level level = SmallSearch.Level.parameters(k);
        search.forVertex(k, level, (first, edges) -> {
            if (threshold < 0) {
                launchChild(k, level, child, first, edges);
            } else if (threshold == NEVER) {
                search.visitAll(k, level, first, edges);
            } else {
                k.ifThenElse(
                        k.greater(edges, u32(threshold)),
                        () -> launchChild(k, level, child, first, edges),
                        () -> search.visitAll(k, level, first, edges));
            }
        });
        Kernel kernel = k.build();
        for (int depth = 0; search.count(depth) > 0; depth++) {
            runOnHost(lab, kernel, LaunchShape.of(1, 256), search.level(depth));
        }
        return search.outcome(true) + ", " + lab.grids("neighbours").size() + " children, "
                + lab.timeline().failures().size() + " launches failed";
    }

    private static Kernel child(SmallSearch search) {
        KernelBuilder k = new KernelBuilder("neighbours");
        SmallSearch.Level level = SmallSearch.Level.parameters(k);
        Register first = k.parameter(ValueType.U32);
        Register edges = k.parameter(ValueType.U32);
        Register i = k.globalThreadX();
        k.ifThen(k.less(i, edges), () -> search.visit(k, level, k.add(first, i)));
        return k.build();
    }

    private static void launchChild(
            KernelBuilder k, SmallSearch.Level level, KernelReference child, Register first, Register edges) {
        Register blocks = k.divide(k.add(edges, u32(CHILD_THREADS - 1)), u32(CHILD_THREADS));
        k.device()
                .launch(
                        child,
                        blocks,
                        u32(CHILD_THREADS),
                        DeviceRuntimeCalls.NULL_STREAM,
                        level.frontier(),
                        level.count(),
                        level.next(),
                        level.nextCount(),
                        level.found(),
                        first,
                        edges);
    }
}
