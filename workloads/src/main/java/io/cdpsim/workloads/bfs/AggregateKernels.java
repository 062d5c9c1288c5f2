package io.cdpsim.workloads.bfs;

import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.Scope;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.bfs.LevelKernels.Level;
import io.cdpsim.workloads.program.DeviceStream;
import io.cdpsim.workloads.program.WordArray.PackedWords;

/**
 * The kernels of a level in which a warp or a block launches one child grid for the edges of all its vertices, or the last block launches one for
 * those of the level. The warp or block sums its vertices' edge counts; a thread of the child finds its vertex by a binary search in the prefix sums.
 *
 * <p>A thread whose launch fails processes the edges itself, as in the other variants, so that a search is correct for any pool. The measured program
 * omits these edges; its pool never filled.
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
     * A numbering of the edges of several vertices.
     *
     * @param frontier the search
     * @param first address of the first edge of each vertex
     * @param before address of the number of edges before each vertex
     * @param vertices number of vertices
     * @param total number of edges of all of them
     */
    private record Edges(SearchParameters frontier, Operand first, Operand before, Operand vertices, Operand total) {
        void visit(KernelBuilder k, Operand i) {
            Register low = k.variable(ZERO);
            Register high = k.variable(vertices);
            k.ifThen(
                    k.atLeast(high, Operand.u32(2)),
                    () -> k.doWhile(() -> {
                        Register middle = k.shiftRight(k.add(high, low), ONE);
                        Predicate right = k.atLeast(i, SearchParameters.load(k, before, middle));
                        k.assign(low, k.select(right, middle, low));
                        k.assign(high, k.select(right, high, middle));
                        return k.greater(k.subtract(high, low), ONE);
                    }));
            Register edge = k.add(SearchParameters.load(k, first, low), i);
            frontier.visitEdge(k, k.subtract(edge, SearchParameters.load(k, before, low)));
        }
    }

    /** One thread an edge. Parameters: those of {@link SearchParameters#parameters}, {@link Edges}. */
    static Kernel aggregatedChild() {
        KernelBuilder k = new KernelBuilder("aggregatedChild").registersPerThread(16);
        SearchParameters frontier = SearchParameters.parameters(k);
        Edges edges = new Edges(frontier, k.parameter(U64), k.parameter(U64), k.parameter(U32), k.parameter(U32));
        k.at("aggregatedChild: search for the vertex, visit of an edge");
        Register i = k.globalThreadX();
        k.ifThen(k.less(i, edges.total()), () -> edges.visit(k, i));
        return k.build();
    }

    /** The prologue of a level whose blocks, or whose warps, sum the edges of their vertices. */
    private static final class Block {
        private final KernelBuilder k;
        private final Level level;
        private final Register first;
        private final Register before;
        private final Register childThreads;
        private final Operand sums;
        private final Register groupThreads;
        private final Register groupStart;
        private final Register thread;
        private final Register place;
        private final Register start;
        private final Register degree;
        private final Register mySum;
        private final Register i;
        private final Predicate mine;

        /**
         * @param name name of the kernel
         * @param byWarp whether each warp sums its own vertices, instead of the block
         */
        Block(String name, boolean byWarp) {
            k = new KernelBuilder(name).registersPerThread(28);
            level = Level.parameters(k);
            first = k.parameter(U64);
            before = k.parameter(U64);
            childThreads = k.parameter(U32);
            sums = k.sharedArray(SUMS_BYTES);
            Register blockThreads = k.blockDimX();
            thread = k.threadX();
            i = k.add(k.multiply(k.blockX(), blockThreads), thread);
            place = byWarp ? k.and(thread, Operand.u32(Lanes.COUNT - 1)) : thread;
            groupThreads = byWarp ? k.minimum(blockThreads, Operand.u32(Lanes.COUNT)) : blockThreads;
            groupStart = k.subtract(i, place);
            start = k.variable(ZERO);
            degree = k.variable(ZERO);
            k.at(name + ": degrees of the block's vertices");
            mine = k.less(i, level.count());
            SearchParameters f = level.frontier();
            k.ifThen(mine, () -> {
                Register v = SearchParameters.load(k, level.previous(), i);
                Register end = SearchParameters.load(k, f.offsets(), k.add(v, ONE));
                k.assign(start, SearchParameters.load(k, f.offsets(), v));
                k.assign(degree, k.subtract(end, start));
            });
            mySum = SearchParameters.at(k, sums, thread);
            k.memory().store(StateSpace.SHARED, U32, mySum, 0, degree);
            k.syncThreads();
            runningSums(k, name, sums, mySum, thread, place, groupThreads);
        }

        /** Writes where each vertex's edges start, behind the entries and edges of others. */
        void writeEntries(Operand entriesBefore, Operand edgesBefore) {
            k.ifThen(mine, () -> {
                Register entry = k.add(place, entriesBefore);
                k.memory().store(U32, SearchParameters.at(k, first, entry), start);
                Register sum = k.memory().load(StateSpace.SHARED, U32, mySum, 0);
                k.memory()
                        .store(U32, SearchParameters.at(k, before, entry), k.add(k.subtract(sum, degree), edgesBefore));
            });
        }

        Register vertices() {
            return k.minimum(groupThreads, k.subtract(level.count(), groupStart));
        }

        Register total() {
            Register end = k.add(k.subtract(thread, place), groupThreads);
            return k.memory().load(StateSpace.SHARED, U32, SearchParameters.at(k, sums, end), -WORD_BYTES);
        }
    }

    /**
     * One thread a frontier vertex, blocks of at most 1,024. Parameters: those of {@link Level}, addresses of a word a vertex for the first
     * edges and for the running sums, threads of a child's block.
     *
     * @param stream the stream of the children
     * @param byWarp whether each warp launches, instead of the block; blocks then consist of whole warps
     */
    static Kernel aggregate(ChildStream stream, boolean byWarp) {
        KernelReference child = KernelReference.to(aggregatedChild());
        Block block = new Block(byWarp ? "aggregateWarp" : "aggregate", byWarp);
        KernelBuilder k = block.k;
        block.writeEntries(block.groupStart, ZERO);
        k.syncThreads();
        Register total = block.total();
        k.ifThen(k.and(k.notEqual(total, ZERO), k.equal(block.place, ZERO)), () -> {
            k.at("aggregate: launch of aggregatedChild");
            Edges edges = new Edges(
                    block.level.frontier(),
                    SearchParameters.at(k, block.first, block.groupStart),
                    SearchParameters.at(k, block.before, block.groupStart),
                    block.vertices(),
                    total);
            launch(k, stream, child, block.childThreads, edges);
        });
        return k.build();
    }

    /**
     * The same, but only the last block launches, for the edges of all blocks. A block reserves its range of entries and of edges with one atomic, so
     * that both have the same order. Parameters: those of {@link #aggregate}.
     */
    static Kernel aggregateGrid(ChildStream stream) {
        KernelReference child = KernelReference.to(aggregatedChild());
        Block block = new Block("aggregateGrid", false);
        KernelBuilder k = block.k;
        Operand place = k.sharedArray(2 * Long.BYTES);
        Operand counts = block.level.frontier().nextCount();
        Register state = k.add(counts, Operand.u64(SearchArrays.AGGREGATED_OFFSET));
        k.at("aggregateGrid: place of the block");
        k.ifThen(k.equal(block.thread, ZERO), () -> {
            Register vertices = k.shiftLeft(wide(k, block.vertices()), Operand.u32(Integer.SIZE));
            Register both = k.element(vertices, block.total(), 1);
            Register old = k.memory().atomic(AtomicOperation.ADD, U64, state, both);
            k.memory().store(StateSpace.SHARED, U64, place, 0, old);
        });
        k.syncThreads();
        Register old = k.memory().load(StateSpace.SHARED, U64, place, 0);
        block.writeEntries(PackedWords.upper(k, old), PackedWords.lower(k, old));
        k.memory().fence(Scope.DEVICE);
        k.syncThreads();
        k.ifThen(k.equal(block.thread, ZERO), () -> {
            Register blocksDone = k.add(counts, Operand.u64(SearchArrays.BLOCKS_DONE_OFFSET));
            Register before = k.memory().atomic(AtomicOperation.ADD, U32, blocksDone, ONE);
            k.ifThen(k.equal(k.add(before, ONE), k.gridDimX()), () -> {
                Register all = k.memory().loadVolatile(U64, state);
                Register total = PackedWords.lower(k, all);
                k.ifThen(k.notEqual(total, ZERO), () -> {
                    k.at("aggregateGrid: launch of aggregatedChild");
                    Edges edges = new Edges(
                            block.level.frontier(), block.first, block.before, PackedWords.upper(k, all), total);
                    launch(k, stream, child, block.childThreads, edges);
                });
            });
        });
        return k.build();
    }

    private static Register wide(KernelBuilder k, Operand value) {
        return k.unary(Opcode.CVT_U32_TO_U64, U64, value);
    }

    private static void runningSums(
            KernelBuilder k,
            String name,
            Operand sums,
            Register mySum,
            Register thread,
            Register place,
            Register groupThreads) {
        k.at(name + ": running sums");
        Register distance = k.variable(ONE);
        k.ifThen(
                k.atLeast(groupThreads, Operand.u32(2)),
                () -> k.doWhile(() -> {
                    Register below = k.variable(ZERO);
                    k.ifThen(
                            k.atLeast(place, distance),
                            () -> k.assign(
                                    below,
                                    k.memory()
                                            .load(
                                                    StateSpace.SHARED,
                                                    U32,
                                                    SearchParameters.at(k, sums, k.subtract(thread, distance)),
                                                    0)));
                    k.syncThreads();
                    Register sum = k.memory().load(StateSpace.SHARED, U32, mySum, 0);
                    k.memory().store(StateSpace.SHARED, U32, mySum, 0, k.add(sum, below));
                    k.syncThreads();
                    k.assign(distance, k.shiftLeft(distance, ONE));
                    return k.less(distance, groupThreads);
                }));
    }

    private static void launch(
            KernelBuilder k, ChildStream stream, KernelReference child, Operand childThreads, Edges edges) {
        SearchParameters f = edges.frontier();
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
