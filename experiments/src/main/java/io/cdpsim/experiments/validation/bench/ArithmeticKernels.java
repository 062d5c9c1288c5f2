package io.cdpsim.experiments.validation.bench;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chains of one operation each, dependent for its latency and independent for its throughput. The last parameter is the address of the cycle count.
 */
final class ArithmeticKernels {
    private static final Operand SMALLEST_NORMAL = f32(Float.MIN_NORMAL);
    private static final Operand INTO_NORMAL = f32(0x1p24f);
    private static final Operand OUT_OF_NORMAL = f32(0x1p12f);
    private static final Operand TURNS = f32(0.15915494f);
    private static final int LATENCY_UNROLL = 16;
    private static final int RATE_UNROLL = 8;
    private static final int CHAINS = 4;

    /** The repeated operations. */
    enum Operation {
        FFMA(ValueType.F32, 1),
        /** Without subnormal flushing, rsqrtf scales them: a comparison and two guarded multiplications. */
        RSQRTF(ValueType.F32, 8),
        /** The instruction alone. */
        RSQRT(ValueType.F32, 8),
        IMAD(ValueType.U32, 2),
        XOR_ADD(ValueType.U32, 2),
        DFMA(ValueType.F64, 2),
        SYNCTHREADS(ValueType.U32, 1),
        THREADFENCE(ValueType.U32, 1),
        SINF_FAST(ValueType.F32, 8),
        POPC_ADD(ValueType.U32, 2);

        private final ValueType type;
        private final int issueCycles;
        /** @param issueCycles cycles for which a warp holds the slowest pipe, by which a compiler spaces independent chains */
        Operation(ValueType type, int issueCycles) {
            this.type = type;
            this.issueCycles = issueCycles;
        }

        /** The step distance in cycles that a compiler for this kind of GPU assumes. */
        private List<Integer> latencies() {
            return switch (this) {
                case FFMA, IMAD -> List.of(4);
                case DFMA -> List.of(8);
                case XOR_ADD, POPC_ADD -> List.of(4, 4);
                case SINF_FAST -> List.of(4, 18);
                case RSQRT -> List.of(18);
                case RSQRTF -> List.of(13, 4, 18, 4);
                case SYNCTHREADS, THREADFENCE -> List.of(1);
            };
        }

        private int steps() {
            return latencies().size();
        }

        /** The operation with a name in the rows. */
        static Optional<Operation> named(String name) {
            return switch (name) {
                case "ffma" -> Optional.of(FFMA);
                case "rsqrtf" -> Optional.of(RSQRTF);
                case "rsqrt" -> Optional.of(RSQRT);
                case "imad" -> Optional.of(IMAD);
                case "xor_add" -> Optional.of(XOR_ADD);
                case "dfma" -> Optional.of(DFMA);
                case "syncthreads_1warp" -> Optional.of(SYNCTHREADS);
                case "threadfence" -> Optional.of(THREADFENCE);
                case "sinf_fast" -> Optional.of(SINF_FAST);
                case "popc_add" -> Optional.of(POPC_ADD);
                default -> Optional.empty();
            };
        }
    }

    private final KernelBuilder k;
    private final Operation operation;
    private final Operand factor;
    private final Predicate subnormal;

    private ArithmeticKernels(KernelBuilder k, Operation operation, Operand factor) {
        this.k = k;
        this.operation = operation;
        this.factor = factor;
        this.subnormal = k.predicate();
    }

    private static Operand factorOf(ValueType type) {
        return switch (type) {
            case F32 -> f32(1.0001f);
            case F64 -> Operand.f64(1.0001);
            default -> u32(5);
        };
    }

    /** One chain. Parameters: repetitions (a multiple of 16) and address of the cycles. */
    static Kernel latency(Operation operation) {
        KernelBuilder k = new KernelBuilder("chain of " + operation).registersPerThread(16);
        Register n = k.parameter(ValueType.S32);
        Register out = k.parameter(ValueType.U64);
        Operand factor = k.variable(factorOf(operation.type));
        ArithmeticKernels code = new ArithmeticKernels(k, operation, factor);
        Register value = k.variable(factor);
        Register start = k.special(SpecialRegister.CLOCK);
        UnrolledLoop.repeat(k, n, LATENCY_UNROLL, () -> {
            for (int step = 0; step < operation.steps(); step++) {
                code.step(value, step, code.subnormal);
            }
        });
        k.memory().store(ValueType.U64, out, k.subtract(k.special(SpecialRegister.CLOCK), start));
        k.memory().store(operation.type, k.add(out, u64(8)), value);
        return k.build();
    }

    /** Four chains per thread, interleaved as a compiler does, unrolled eight times. Parameters: repetitions by 8, address of the cycles. */
    static Kernel throughput(Operation operation) {
        KernelBuilder k = new KernelBuilder("rate of " + operation).registersPerThread(24);
        Register n = k.parameter(ValueType.S32);
        Register out = k.parameter(ValueType.U64);
        Operand factor = k.variable(factorOf(operation.type));
        ArithmeticKernels code = new ArithmeticKernels(k, operation, factor);
        List<Register> values = new ArrayList<>();
        List<Predicate> subnormals = new ArrayList<>();
        for (int chain = 0; chain < CHAINS; chain++) {
            values.add(k.variable(factor));
            subnormals.add(k.predicate());
        }
        k.syncThreads();
        Register start = k.special(SpecialRegister.CLOCK);
        List<Slot> schedule = schedule(operation);
        UnrolledLoop.repeat(
                k,
                n,
                1,
                () -> schedule.forEach(
                        slot -> code.step(values.get(slot.chain), slot.step, subnormals.get(slot.chain))));
        k.syncThreads();
        Register spent = k.subtract(k.special(SpecialRegister.CLOCK), start);
        k.ifThen(k.equal(k.threadX(), u32(0)), () -> k.memory().store(ValueType.U64, out, spent));
        return k.build();
    }

    /** A step of a chain, and its expected ready time. */
    private record Slot(int chain, int step, int readyCycle) {}

    /** The steps of an unrolled loop in the order of their ready times, each chain a little behind the one before it. */
    private static List<Slot> schedule(Operation operation) {
        List<Slot> slots = new ArrayList<>();
        for (int chain = 0; chain < CHAINS; chain++) {
            int ready = chain * operation.issueCycles;
            for (int repetition = 0; repetition < RATE_UNROLL; repetition++) {
                for (int step = 0; step < operation.steps(); step++) {
                    slots.add(new Slot(chain, step, ready));
                    ready += operation.latencies().get(step);
                }
            }
        }
        slots.sort(Comparator.comparingInt(Slot::readyCycle));
        return slots;
    }

    private void step(Register value, int step, Predicate small) {
        switch (operation) {
            case FFMA -> k.multiplyAddInto(value, value, factor, f32(1));
            case RSQRTF -> rsqrt(value, step, small);
            case RSQRT -> k.compute(value, Opcode.RSQRT_F32, value);
            case IMAD -> k.multiplyAddInto(value, value, factor, u32(3));
            case XOR_ADD -> {
                if (step == 0) {
                    k.compute(value, Opcode.XOR_B32, value, factor);
                } else {
                    // The compiler turns every other addition of such a pair into a multiply-add, to use both pipes.
                    k.multiplyAddInto(value, value, u32(1), u32(7));
                }
            }
            case DFMA -> k.multiplyAddInto(value, value, factor, Operand.f64(1));
            case SYNCTHREADS -> k.syncThreads();
            case THREADFENCE -> k.memory().fence(Scope.DEVICE);
            case SINF_FAST -> {
                if (step == 0) {
                    k.compute(value, Opcode.MUL_F32, value, TURNS);
                } else {
                    k.compute(value, Opcode.SIN_F32, value);
                }
            }
            case POPC_ADD -> {
                if (step == 0) {
                    k.compute(value, Opcode.POPC_B32, value);
                } else {
                    k.increment(value, factor);
                }
            }
        }
    }

    private void rsqrt(Register value, int step, Predicate small) {
        switch (step) {
            case 0 -> k.compareInto(small, Comparison.LESS, value, SMALLEST_NORMAL);
            case 1 -> {
                k.onlyWhere(small, true);
                k.compute(value, Opcode.MUL_F32, value, INTO_NORMAL);
            }
            case 2 -> k.compute(value, Opcode.RSQRT_F32, value);
            default -> {
                k.onlyWhere(small, true);
                k.compute(value, Opcode.MUL_F32, value, OUT_OF_NORMAL);
            }
        }
    }

    /** A loop as a compiler unrolls it: the count decreases by the unroll factor, and its test completes long before the branch. */
    static final class UnrolledLoop {
        private UnrolledLoop() {}

        /**
         * Repeats a body.
         *
         * @param count number of iterations, a positive multiple of {@code unroll}
         * @param unroll copies of the body between two branches
         */
        static void repeat(KernelBuilder k, Operand count, int unroll, Runnable body) {
            Register left = k.variable(count);
            Predicate again = k.predicate();
            k.doWhile(() -> {
                k.increment(left, Operand.s32(-unroll));
                k.compareInto(again, Comparison.NOT_EQUAL, left, Operand.s32(0));
                for (int i = 0; i < unroll; i++) {
                    body.run();
                }
                return again;
            });
        }
    }
}
