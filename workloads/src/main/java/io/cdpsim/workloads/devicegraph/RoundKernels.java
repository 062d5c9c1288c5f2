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
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.memory.Scope;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import java.util.OptionalInt;

/**
 * The kernels of work in rounds. {@code advance}, one thread, starts the next round and launches what follows; {@code level} visits the edges of the current
 * frontier, {@code relax} computes every cell anew, {@code produce} fills a buffer. All have the parameters offsets, neighbours, levels, array of even rounds,
 * array of odd rounds, state; mailboxes are in the place of offsets and neighbours.
 */
final class RoundKernels {
    /** Bytes of the state: two counts by parity of the round, the round, a word of padding, the handle of the graph. */
    static final int STATE_BYTES = 24;

    /** Offset of the current round; -1 before the first. */
    static final int LEVEL_OFFSET = 8;

    /** Offset of the handle of the executable graph. */
    static final int HANDLE_OFFSET = 16;

    /** {@code cudaStreamGraphTailLaunch}. */
    private static final Operand GRAPH_TAIL = u64(1L << 56);

    /** Mailbox value of a buffer that the host may copy. */
    static final int FULL = 1;

    /** Mailbox value of a buffer that the device may fill. */
    static final int EMPTY = 0;

    private static final int WORD_BYTES = 4;
    private static final Operand ZERO = u32(0);
    private static final Operand ONE = u32(1);
    private static final Operand UNREACHED = u32(BreadthFirstSearch.UNREACHED);
    private static final int ADVANCE_REGISTERS = 26;
    private static final int LEVEL_REGISTERS = 24;

    private RoundKernels() {}

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
     * The kernel that advances to the next round.
     *
     * @param launcher what it launches if the last round has left a count: nothing with {@link RoundLauncher#HOST}
     * @param task what a round does
     * @param threads threads of a block of the round
     */
    static Kernel advance(RoundLauncher launcher, RoundTask task, int threads) {
        KernelBuilder k = new KernelBuilder("advance").registersPerThread(ADVANCE_REGISTERS);
        Parameters p = Parameters.declare(k);
        k.at("advance: the next round");
        Register level = k.add(p.level(k), ONE);
        Register following = k.and(k.add(level, ONE), ONE);
        k.memory().store(U32, k.element(p.state(), following, WORD_BYTES), ZERO);
        k.memory().store(U32, k.element(p.state(), u32(LEVEL_OFFSET / WORD_BYTES), WORD_BYTES), level);
        if (launcher == RoundLauncher.HOST) {
            return k.build();
        }
        Register count = k.memory().load(U32, k.element(p.state(), k.and(level, ONE), WORD_BYTES));
        boolean isProduction = task instanceof RoundTask.Production;
        if (isProduction) {
            handOver(k, p, level, following, task.rounds());
        }
        k.ifThen(isProduction ? k.less(level, u32(task.rounds())) : k.notEqual(count, ZERO), () -> {
            if (launcher == RoundLauncher.GRAPH) {
                k.at("advance: tail launch of the graph");
                Register handle = k.memory().load(U64, k.element(p.state(), u32(HANDLE_OFFSET / 8), 8));
                k.device().graphLaunch(handle, GRAPH_TAIL);
            } else {
                launchGrids(k, p, count, launcher, task, threads);
            }
        });
        return k.build();
    }

    /** Announces the buffer of the round before, and waits until the host has emptied the one of this round. */
    private static void handOver(KernelBuilder k, Parameters p, Register round, Register before, int rounds) {
        k.at("advance: announcement of the buffer");
        k.ifThen(k.notEqual(round, ZERO), () -> {
            k.memory().fence(Scope.SYSTEM);
            k.memory().storeVolatile(U32, mailbox(k, p, before), u32(FULL));
        });
        k.at("advance: wait for the host to empty the buffer");
        k.ifThen(k.less(round, u32(rounds)), () -> {
            Register mailbox = mailbox(k, p, k.and(round, ONE));
            k.doWhile(() -> k.equal(k.memory().loadVolatile(U32, mailbox), u32(FULL)));
            k.memory().fence(Scope.SYSTEM);
        });
    }

    private static Register mailbox(KernelBuilder k, Parameters p, Register parity) {
        return k.select(k.equal(parity, ONE), p.neighbours(), p.offsets());
    }

    private static void launchGrids(
            KernelBuilder k, Parameters p, Register count, RoundLauncher launcher, RoundTask task, int threads) {
        k.at("advance: launch of the round");
        OptionalInt fixed = task.items();
        Operand items = fixed.isPresent() ? u32(fixed.getAsInt()) : count;
        Register blocks = k.divide(k.add(items, u32(threads - 1)), u32(threads));
        k.device()
                .launch(
                        KernelReference.to(task.kernel()),
                        blocks,
                        u32(threads),
                        launcher == RoundLauncher.TAIL
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

    /** The kernel that computes every cell as the mean of its neighbours and counts the changed ones, a thread a cell, in strides of the grid. */
    static Kernel relax(int cells) {
        KernelBuilder k = new KernelBuilder("relax").registersPerThread(LEVEL_REGISTERS);
        Parameters p = Parameters.declare(k);
        k.at("relax: cells");
        Register round = p.level(k);
        Predicate isOdd = k.equal(k.and(round, ONE), ONE);
        Register changes = k.element(p.state(), k.and(k.add(round, ONE), ONE), WORD_BYTES);
        Register current = k.select(isOdd, p.odd(), p.even());
        Register next = k.select(isOdd, p.even(), p.odd());
        Register i = k.variable(k.globalThreadX());
        Register stride = k.multiply(k.gridDimX(), k.blockDimX());
        Operand count = u32(cells);
        k.ifThen(
                k.less(i, count),
                () -> k.doWhile(() -> {
                    Register own = k.add(i, ONE);
                    Register left = k.memory().load(U32, k.element(current, i, WORD_BYTES));
                    Register right = k.memory().load(U32, k.element(current, k.add(own, ONE), WORD_BYTES));
                    Register mean = k.shiftRight(k.add(left, right), ONE);
                    k.memory().store(U32, k.element(next, own, WORD_BYTES), mean);
                    Register before = k.memory().load(U32, k.element(current, own, WORD_BYTES));
                    k.ifThen(k.notEqual(mean, before), () -> k.memory().atomic(AtomicOperation.ADD, U32, changes, ONE));
                    k.increment(i, stride);
                    return k.less(i, count);
                }));
        return k.build();
    }

    /**
     * The kernel that fills the buffer of a round with the round's number plus the index, a thread an integer, in strides of the grid. A graph runs it once
     * more after the last round, and then it does nothing.
     */
    static Kernel produce(int ints, int rounds) {
        KernelBuilder k = new KernelBuilder("produce").registersPerThread(LEVEL_REGISTERS);
        Parameters p = Parameters.declare(k);
        k.at("produce: integers of the buffer");
        Register round = p.level(k);
        k.returnIf(k.less(u32(rounds - 1), round));
        Register buffer = k.select(k.equal(k.and(round, ONE), ONE), p.odd(), p.even());
        Register i = k.variable(k.globalThreadX());
        Register stride = k.multiply(k.gridDimX(), k.blockDimX());
        k.ifThen(
                k.less(i, u32(ints)),
                () -> k.doWhile(() -> {
                    k.memory().store(U32, k.element(buffer, i, WORD_BYTES), k.add(round, i));
                    k.increment(i, stride);
                    return k.less(i, u32(ints));
                }));
        return k.build();
    }
}
