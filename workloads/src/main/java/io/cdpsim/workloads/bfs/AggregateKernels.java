package io.cdpsim.workloads.bfs;

import static io.cdpsim.kernel.ValueType.U32;
import static io.cdpsim.kernel.ValueType.U64;

import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.KernelBuilder;
import io.cdpsim.kernel.KernelReference;
import io.cdpsim.kernel.Operand;
import io.cdpsim.kernel.Operand.Register;
import io.cdpsim.kernel.Predicate;
import io.cdpsim.kernel.StateSpace;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.bfs.LevelKernels.Level;

/**
 * A level in which a block launches one child grid for the edges of all its vertices. The block adds up its vertices' edges; a thread of
 * the child finds its vertex by a binary search in the running sums.
 *
 * <p>Registers a thread are those that ptxas of CUDA 13.0 reports for the same kernels in CUDA C for sm_90.
 */
final class AggregateKernels {
    private static final Operand ZERO = Operand.u32(0);
    private static final Operand ONE = Operand.u32(1);
    private static final int WORD_BYTES = 4;
    private static final int SUMS_BYTES = 1024 * WORD_BYTES;

    private AggregateKernels() {}

    /**
     * The edges of several vertices, numbered through.
     *
     * @param frontier what is searched
     * @param first address of the first edge of each vertex
     * @param before address of how many edges the vertices before it have
     * @param vertices number of vertices
     * @param total number of edges of all of them
     */
    private record Edges(Frontier frontier, Operand first, Operand before, Operand vertices, Operand total) {
        void visit(KernelBuilder k, Operand i) {
            Register low = k.variable(ZERO);
            Register high = k.variable(vertices);
            k.ifThen(
                    k.atLeast(high, Operand.u32(2)),
                    () -> k.doWhile(() -> {
                        Register middle = k.shiftRight(k.add(high, low), ONE);
                        Predicate right = k.atLeast(i, Frontier.load(k, before, middle));
                        k.assign(low, k.select(right, middle, low));
                        k.assign(high, k.select(right, high, middle));
                        return k.greater(k.subtract(high, low), ONE);
                    }));
            Register edge = k.add(Frontier.load(k, first, low), i);
            frontier.visitEdge(k, k.subtract(edge, Frontier.load(k, before, low)));
        }
    }

    /** One thread an edge. Parameters: offsets, neighbours, levels, next frontier, address of its count, level, {@link Edges}. */
    static Kernel aggregatedChild() {
        KernelBuilder k = new KernelBuilder("aggregatedChild").registersPerThread(16);
        Register offsets = k.parameter(U64);
        Register neighbours = k.parameter(U64);
        Register levels = k.parameter(U64);
        Register next = k.parameter(U64);
        Register nextCount = k.parameter(U64);
        Register level = k.parameter(U32);
        Frontier frontier = new Frontier(offsets, neighbours, levels, next, nextCount, level);
        Edges edges = new Edges(frontier, k.parameter(U64), k.parameter(U64), k.parameter(U32), k.parameter(U32));
        k.at("aggregatedChild: search for the vertex, visit of an edge");
        Register i = k.globalThreadX();
        k.ifThen(k.less(i, edges.total()), () -> edges.visit(k, i));
        return k.build();
    }

    /**
     * One thread a frontier vertex, blocks of at most 1,024. Parameters: those of {@link Level}, addresses of a word a vertex for the first
     * edges and for the running sums, threads of a child's block.
     */
    static Kernel aggregate(ChildStream stream) {
        KernelReference child = KernelReference.to(aggregatedChild());
        KernelBuilder k = new KernelBuilder("aggregate").registersPerThread(28);
        Level p = Level.parameters(k);
        Register first = k.parameter(U64);
        Register before = k.parameter(U64);
        Register childThreads = k.parameter(U32);
        Operand sums = k.sharedArray(SUMS_BYTES);
        Frontier f = p.frontier();
        Register blockThreads = k.blockDimX();
        Register blockBegin = k.multiply(k.blockX(), blockThreads);
        Register thread = k.threadX();
        Register i = k.add(blockBegin, thread);
        Register begin = k.variable(ZERO);
        Register degree = k.variable(ZERO);
        k.at("aggregate: degrees of the block's vertices");
        Predicate mine = k.less(i, p.count());
        k.ifThen(mine, () -> {
            Register v = Frontier.load(k, p.previous(), i);
            Register end = Frontier.load(k, f.offsets(), k.add(v, ONE));
            k.assign(begin, Frontier.load(k, f.offsets(), v));
            k.assign(degree, k.subtract(end, begin));
        });
        Register mySum = Frontier.at(k, sums, thread);
        k.memory().store(StateSpace.SHARED, U32, mySum, 0, degree);
        k.syncThreads();
        runningSums(k, sums, mySum, thread, blockThreads);
        k.ifThen(mine, () -> {
            k.memory().store(U32, Frontier.at(k, first, i), begin);
            Register sum = k.memory().load(StateSpace.SHARED, U32, mySum, 0);
            k.memory().store(U32, Frontier.at(k, before, i), k.subtract(sum, degree));
        });
        k.syncThreads();
        Register total = k.memory().load(StateSpace.SHARED, U32, Frontier.at(k, sums, blockThreads), -WORD_BYTES);
        k.ifThen(k.and(k.notEqual(total, ZERO), k.equal(thread, ZERO)), () -> {
            k.at("aggregate: launch of aggregatedChild");
            Edges edges = new Edges(
                    f,
                    Frontier.at(k, first, blockBegin),
                    Frontier.at(k, before, blockBegin),
                    k.minimum(blockThreads, k.subtract(p.count(), blockBegin)),
                    total);
            launch(k, stream, child, childThreads, edges);
        });
        return k.build();
    }

    private static void runningSums(
            KernelBuilder k, Operand sums, Register mySum, Register thread, Register blockThreads) {
        k.at("aggregate: running sums");
        Register distance = k.variable(ONE);
        k.ifThen(
                k.atLeast(blockThreads, Operand.u32(2)),
                () -> k.doWhile(() -> {
                    Register below = k.variable(ZERO);
                    k.ifThen(
                            k.atLeast(thread, distance),
                            () -> k.assign(
                                    below,
                                    k.memory()
                                            .load(
                                                    StateSpace.SHARED,
                                                    U32,
                                                    Frontier.at(k, sums, k.subtract(thread, distance)),
                                                    0)));
                    k.syncThreads();
                    Register sum = k.memory().load(StateSpace.SHARED, U32, mySum, 0);
                    k.memory().store(StateSpace.SHARED, U32, mySum, 0, k.add(sum, below));
                    k.syncThreads();
                    k.assign(distance, k.shiftLeft(distance, ONE));
                    return k.less(distance, blockThreads);
                }));
    }

    private static void launch(
            KernelBuilder k, ChildStream stream, KernelReference child, Operand childThreads, Edges edges) {
        Frontier f = edges.frontier();
        DeviceStream.launch(
                k,
                stream,
                child,
                ChildKernels.blocksFor(k, edges.total(), childThreads),
                childThreads,
                f.offsets(),
                f.neighbours(),
                f.levels(),
                f.next(),
                f.nextCount(),
                f.level(),
                edges.first(),
                edges.before(),
                edges.vertices(),
                edges.total());
        k.ifThen(k.notEqual(k.device().getLastError(), Operand.s32(0)), () -> {
            k.at("aggregate: edges after a failed launch");
            k.forLoop(ZERO, edges.total(), ONE, i -> edges.visit(k, i));
        });
    }
}
