package io.cdpsim.workloads.persistent;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.builder.MemoryCalls;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.Scope;

/** The kernels of the persistent producer, instruction for instruction as nvcc 13.0 compiles them for sm_90 with -O3. */
final class ProducerKernels {
    /** Mailbox value of a full buffer; any other value permits filling it. */
    static final int FULL = 2;

    /** Mailbox value of an empty buffer. */
    static final int EMPTY = 0;

    /** One arithmetic step per integer: {@code v * MULTIPLIER + INCREMENT}. */
    static final int MULTIPLIER = 1664525;

    static final int INCREMENT = 1013904223;

    /** Four steps in one, as the compiler folds them. */
    private static final int MULTIPLIER_OF_FOUR = 158984081;

    private static final int INCREMENT_OF_FOUR = -1426500812;

    /** Offsets in bytes of the counters that the blocks share. */
    private static final int BLOCKS_DONE = 0;

    private static final int ITERATIONS_DONE = 8;

    /** Size in bytes of the shared counters. */
    static final int COUNTER_BYTES = 12;

    private static final int RESET_REGISTERS = 10;
    private static final int PRODUCE_REGISTERS = 20;

    private ProducerKernels() {}

    /** {@code reset()}: zeroes the counters. */
    static Kernel reset(long counters) {
        KernelBuilder k = new KernelBuilder("reset").registersPerThread(RESET_REGISTERS);
        MemoryCalls memory = k.memory();
        memory.storeVolatile(ValueType.S32, u64(counters + BLOCKS_DONE + 4), s32(0));
        Register zero = memory.loadVolatile(ValueType.S32, u64(counters + BLOCKS_DONE + 4));
        memory.storeVolatile(ValueType.S32, u64(counters + BLOCKS_DONE), zero);
        memory.storeVolatile(ValueType.S32, u64(counters + ITERATIONS_DONE), s32(0));
        return k.build();
    }

    /** {@code produce(int* b0, int* b1, volatile int* r0, volatile int* r1, int size, int iters, int work)}. */
    static Kernel produce(long counters) {
        return new Producer(counters).write();
    }

    private static final class Producer {
        private final KernelBuilder k = new KernelBuilder("produce").registersPerThread(PRODUCE_REGISTERS);
        private final MemoryCalls memory = k.memory();
        private final long counters;
        private final Register buffer0 = k.parameter(ValueType.U64);
        private final Register buffer1 = k.parameter(ValueType.U64);
        private final Register mailbox0 = k.parameter(ValueType.U64);
        private final Register mailbox1 = k.parameter(ValueType.U64);
        private final Register size = k.parameter(ValueType.S32);
        private final Register iterations = k.parameter(ValueType.S32);
        private final Register work = k.parameter(ValueType.S32);
        private final Register thread = k.threadX();
        private final Register blockThreads = k.blockDimX();
        private final Register index = k.multiplyAdd(blockThreads, k.blockX(), thread);
        private final Register blocks = k.gridDimX();
        private final Register stride = k.multiply(blocks, blockThreads);
        private final Register workBySixteens = k.subtract(work, k.and(work, s32(15)));
        private final Register workByFours = k.and(work, s32(12));
        private final Register workLeft = k.and(work, s32(3));
        private final Register iteration = k.variable(s32(0));

        Producer(long counters) {
            this.counters = counters;
        }

        Kernel write() {
            k.returnIf(k.less(iterations, s32(1)));
            k.doWhile(() -> {
                produceOne();
                k.increment(iteration, s32(1));
                return k.less(iteration, iterations);
            });
            return k.build();
        }

        private void produceOne() {
            Predicate odd = k.equal(k.and(iteration, s32(1)), s32(1));
            Register buffer = k.select(odd, buffer1, buffer0);
            Register mailbox = k.select(odd, mailbox1, mailbox0);
            Register blocksDone = k.element(u64(counters + BLOCKS_DONE), k.and(iteration, s32(1)), 4);
            k.at("wait for the block counter of the iteration before the last (itercnt)");
            k.doWhile(() -> {
                Register done = memory.loadVolatile(ValueType.S32, u64(counters + ITERATIONS_DONE));
                return k.greater(k.subtract(iteration, done), s32(1));
            });
            k.at("wait for the host to empty the buffer (mailbox)");
            k.doWhile(() -> k.equal(memory.loadVolatile(ValueType.S32, mailbox), s32(FULL)));
            k.at("fill of the buffer");
            k.ifThen(
                    k.less(index, size),
                    () -> k.ifThenElse(
                            k.greater(work, s32(0)),
                            () -> fill(buffer, this::worked),
                            () -> fill(buffer, () -> iteration)));
            k.at("end of the fill");
            k.syncThreads();
            memory.fence(Scope.DEVICE);
            k.ifThen(
                    k.equal(thread, s32(0)),
                    () -> memory.atomic(AtomicOperation.ADD, ValueType.S32, blocksDone, s32(1)));
            k.ifThen(k.equal(index, s32(0)), () -> handOver(mailbox, blocksDone));
        }

        private void fill(Register buffer, java.util.function.Supplier<Operand> value) {
            Register i = k.variable(index);
            k.doWhile(() -> {
                Operand stored = value.get();
                memory.store(ValueType.S32, k.element(buffer, i, 4), stored);
                k.increment(i, stride);
                return k.less(i, size);
            });
        }

        private Operand worked() {
            Register value = k.variable(iteration);
            folded(value, workBySixteens, 4);
            folded(value, workByFours, 1);
            for (int step = 0; step < 3; step++) {
                k.ifThen(
                        k.greater(workLeft, s32(step)),
                        () -> k.multiplyAddInto(value, value, s32(MULTIPLIER), s32(INCREMENT)));
            }
            return value;
        }

        /** Steps folded by fours, some per loop iteration, whose test precedes them. */
        private void folded(Register value, Register steps, int each) {
            k.ifThen(k.notEqual(steps, s32(0)), () -> {
                Register left = k.variable(steps);
                Predicate again = k.predicate();
                k.doWhile(() -> {
                    k.increment(left, s32(-4 * each));
                    k.compareInto(again, Comparison.NOT_EQUAL, left, s32(0));
                    for (int fold = 0; fold < each; fold++) {
                        k.multiplyAddInto(value, value, s32(MULTIPLIER_OF_FOUR), s32(INCREMENT_OF_FOUR));
                    }
                    return again;
                });
            });
        }

        private void handOver(Register mailbox, Register blocksDone) {
            k.at("wait for all blocks to finish the buffer (blkcnt)");
            k.doWhile(() -> k.less(memory.loadVolatile(ValueType.S32, blocksDone), blocks));
            k.at("release of the buffer to the host");
            memory.storeVolatile(ValueType.S32, blocksDone, s32(0));
            memory.storeVolatile(ValueType.S32, mailbox, s32(FULL));
            memory.fence(Scope.SYSTEM);
            Register done = memory.loadVolatile(ValueType.S32, u64(counters + ITERATIONS_DONE));
            memory.storeVolatile(ValueType.S32, u64(counters + ITERATIONS_DONE), k.add(done, s32(1)));
        }
    }
}
