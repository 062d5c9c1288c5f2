package io.cdpsim.workloads.devicegraph;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.workloads.graph.BreadthFirstSearch;

/**
 * The kernels of the search. {@code advance}, one thread, makes the next frontier the current one and launches what follows; {@code level} visits the
 * edges of the current frontier. Both have the parameters offsets, neighbours, levels, frontier of even levels, frontier of odd levels, state.
 */
final class GraphSearchKernels {
    /** Bytes of the state: two counts of vertices by parity of the level, the level, a word of padding, the handle of the graph. */
    static final int STATE_BYTES = 24;

    /** Offset of the current level; -1 before the first. */
    static final int LEVEL_OFFSET = 8;

    /** Offset of the handle of the executable graph. */
    static final int HANDLE_OFFSET = 16;

    /** {@code cudaStreamGraphTailLaunch}. */
    private static final Operand GRAPH_TAIL = u64(1L << 56);

    private static final int WORD_BYTES = 4;
    private static final Operand ZERO = u32(0);
    private static final Operand ONE = u32(1);
    private static final Operand UNREACHED = u32(BreadthFirstSearch.UNREACHED);
    private static final int ADVANCE_REGISTERS = 26;
    private static final int LEVEL_REGISTERS = 24;

    private GraphSearchKernels() {}

    private record Parameters(
            Register offsets, Register neighbours, Register levels, Register even, Register odd, Register state) {
        static Parameters declare(KernelBuilder k) {
            return new Parameters(
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U64));
        }

        Operand[] all() {
            return new Operand[] {offsets, neighbours, levels, even, odd, state};
        }

        Register level(KernelBuilder k) {
            return k.memory().load(U32, k.element(state, u32(LEVEL_OFFSET / WORD_BYTES), WORD_BYTES));
        }
    }

    /**
     * The kernel that advances to the next level.
     *
     * @param launcher what it launches if the level has a vertex: nothing with {@link LevelLauncher#HOST}
     * @param threads threads of a block of the level
     */
    static Kernel advance(LevelLauncher launcher, int threads) {
        KernelBuilder k = new KernelBuilder("advance").registersPerThread(ADVANCE_REGISTERS);
        Parameters p = Parameters.declare(k);
        k.at("advance: the next frontier becomes the current one");
        Register level = k.add(p.level(k), ONE);
        Register following = k.and(k.add(level, ONE), ONE);
        k.memory().store(U32, k.element(p.state(), following, WORD_BYTES), ZERO);
        k.memory().store(U32, k.element(p.state(), u32(LEVEL_OFFSET / WORD_BYTES), WORD_BYTES), level);
        if (launcher == LevelLauncher.HOST) {
            return k.build();
        }
        Register count = k.memory().load(U32, k.element(p.state(), k.and(level, ONE), WORD_BYTES));
        k.ifThen(k.notEqual(count, ZERO), () -> {
            if (launcher == LevelLauncher.GRAPH) {
                k.at("advance: tail launch of the graph");
                Register handle = k.memory().load(U64, k.element(p.state(), u32(HANDLE_OFFSET / 8), 8));
                k.device().graphLaunch(handle, GRAPH_TAIL);
            } else {
                launchGrids(k, p, count, launcher, threads);
            }
        });
        return k.build();
    }

    private static void launchGrids(
            KernelBuilder k, Parameters p, Register count, LevelLauncher launcher, int threads) {
        k.at("advance: launch of the level");
        Register blocks = k.divide(k.add(count, u32(threads - 1)), u32(threads));
        k.device()
                .launch(
                        KernelReference.to(level()),
                        blocks,
                        u32(threads),
                        launcher == LevelLauncher.TAIL
                                ? DeviceRuntimeCalls.TAIL_LAUNCH
                                : DeviceRuntimeCalls.FIRE_AND_FORGET,
                        p.all());
        k.at("advance: tail launch of itself");
        k.device().launch(k.self(), ONE, ONE, DeviceRuntimeCalls.TAIL_LAUNCH, p.all());
    }

    /** The kernel that processes a level, a thread a vertex, in strides of the grid. */
    static Kernel level() {
        KernelBuilder k = new KernelBuilder("level").registersPerThread(LEVEL_REGISTERS);
        Parameters p = Parameters.declare(k);
        k.at("level: vertices of the frontier");
        Register level = p.level(k);
        Register parity = k.and(level, ONE);
        Register nextLevel = k.add(level, ONE);
        Register count = k.memory().load(U32, k.element(p.state(), parity, WORD_BYTES));
        Register nextCount = k.element(p.state(), k.and(nextLevel, ONE), WORD_BYTES);
        Register current = k.select(k.equal(parity, ONE), p.odd(), p.even());
        Register next = k.select(k.equal(parity, ONE), p.even(), p.odd());
        Register i = k.variable(k.globalThreadX());
        Register stride = k.multiply(k.gridDimX(), k.blockDimX());
        k.ifThen(
                k.less(i, count),
                () -> k.doWhile(() -> {
                    Register vertex = k.memory().load(U32, k.element(current, i, WORD_BYTES));
                    Register edge = k.variable(k.memory().load(U32, k.element(p.offsets(), vertex, WORD_BYTES)));
                    Register end = k.memory().load(U32, k.element(p.offsets(), k.add(vertex, ONE), WORD_BYTES));
                    k.ifThen(
                            k.less(edge, end),
                            () -> k.doWhile(() -> {
                                visit(k, p, edge, nextLevel, next, nextCount);
                                k.increment(edge, ONE);
                                return k.less(edge, end);
                            }));
                    k.increment(i, stride);
                    return k.less(i, count);
                }));
        return k.build();
    }

    private static void visit(
            KernelBuilder k, Parameters p, Register edge, Register nextLevel, Register next, Register nextCount) {
        Register target = k.memory().load(U32, k.element(p.neighbours(), edge, WORD_BYTES));
        Register old = k.memory().compareAndSwap(U32, k.element(p.levels(), target, WORD_BYTES), UNREACHED, nextLevel);
        k.ifThen(k.equal(old, UNREACHED), () -> {
            Register slot = k.memory().atomic(AtomicOperation.ADD, U32, nextCount, ONE);
            k.memory().store(U32, k.element(next, slot, WORD_BYTES), target);
        });
    }
}
