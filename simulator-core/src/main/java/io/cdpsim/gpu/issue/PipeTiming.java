package io.cdpsim.gpu.issue;

import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.analysis.UniformCounts;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.InstructionSequence;
import io.cdpsim.kernel.code.MatrixType;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.profile.PipeSpecs;
import io.cdpsim.profile.PipeSpecs.PipeSpec;
import io.cdpsim.profile.TensorSpec;
import io.cdpsim.warp.Lanes;
import java.util.IdentityHashMap;

/** Latency and occupancy of each opcode in a profile, as tables. */
@SuppressWarnings("EnumOrdinal") // indices, for speed
public final class PipeTiming {
    /** Rows, or depth, of the smaller products. */
    private static final int SMALL_M = 8;

    private static final TensorSpec.ProductSpec ABSENT = new TensorSpec.ProductSpec(0, 0);

    private static final Opcode[] OPCODES = Opcode.values();

    private final int[] latency = new int[2 * OPCODES.length];
    private final long[] occupancy = new long[2 * OPCODES.length];
    /** Issue time of an operation's further instructions. */
    private final long[] further = new long[2 * OPCODES.length];
    /** Cycles from issue until the warp goes on: those of sequences that end at a convergence barrier. */
    private final int[] held = new int[2 * OPCODES.length];

    private final RegisterBankConflicts ports;
    private final BranchTiming branches;
    private final TensorSpec tensor;
    /** How long a taken branch occupies its pipe beyond others. */
    private final long takenBeyond;

    private final long takenIssue;
    private final int memoryInterval;
    private final int specialRegister;
    /** Issue time of an instruction beyond its slot. */
    private final long furtherIssue;

    private final IdentityHashMap<BulkMix, Double> beyondSlots = new IdentityHashMap<>();

    /** The tables of a GPU with these pipes. */
    public PipeTiming(PipeSpecs specs) {
        branches = new BranchTiming(specs);
        tensor = specs.tensor();
        ports = new RegisterBankConflicts(specs.registerPorts());
        takenBeyond = ServiceQueue.fractions(Math.max(
                0, specs.takenIntervalCycles() - Lanes.COUNT / specs.control().lanesPerCycle()));
        takenIssue = ServiceQueue.fractions(specs.takenIssueCycles());
        memoryInterval = specs.memoryIntervalCycles();
        specialRegister =
                Math.max(specs.specialRegisterCycles(), specs.integer().latencyCycles());
        furtherIssue = ServiceQueue.fractions(specs.issueCycles() - 1);
        double[] pipeCycles = new double[Pipe.values().length];
        int[] pipeLatency = new int[Pipe.values().length];
        for (Pipe pipe : Pipe.values()) {
            PipeSpec spec = spec(specs, pipe);
            pipeCycles[pipe.ordinal()] = pipe == Pipe.FREE ? 0 : Lanes.COUNT / spec.lanesPerCycle();
            pipeLatency[pipe.ordinal()] = pipe == Pipe.FREE ? 0 : spec.latencyCycles();
        }
        for (Opcode opcode : OPCODES) {
            int pipe = opcode.pipe().ordinal();
            InstructionSequence sequence = InstructionSequence.of(opcode);
            int at = opcode.ordinal();
            latency[at] = isPartOfComparison(opcode)
                    ? 1
                    : opcode.writesPredicate() ? specs.predicateLatencyCycles() : pipeLatency[pipe];
            occupancy[at] = ServiceQueue.fractions(pipeCycles[pipe]);
            latency[at + OPCODES.length] = latency[at];
            occupancy[at + OPCODES.length] = occupancy[at];
            if (UniformCounts.countsBits(opcode)) {
                latency[at + OPCODES.length] = specs.integer().latencyCycles();
                occupancy[at + OPCODES.length] =
                        ServiceQueue.fractions(Lanes.COUNT / specs.integer().lanesPerCycle());
            }
            if (sequence != null) {
                enter(at, sequence, opcode.pipe(), pipeCycles[pipe], specs);
                enter(at + OPCODES.length, InstructionSequence.byInvariant(), opcode.pipe(), 0, specs);
            }
        }
    }

    /** The assembler lets a comparison combine its result with another predicate. */
    private static boolean isPartOfComparison(Opcode opcode) {
        return switch (opcode) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT -> true;
            default -> false;
        };
    }

    private void enter(int row, InstructionSequence sequence, Pipe pipe, double cyclesOfPass, PipeSpecs specs) {
        latency[row] = latencyCycles(sequence, specs);
        occupancy[row] = ServiceQueue.fractions(cyclesOfPass * sequence.passes(pipe));
        further[row] = ServiceQueue.fractions(sequence.issued() - 1);
        held[row] = sequence.barriers() > 0 ? latency[row] : 0;
    }

    /** Cycles from the first issue of a sequence to its result. */
    private static int latencyCycles(InstructionSequence sequence, PipeSpecs specs) {
        return sequence.special() * specs.specialFunction().latencyCycles()
                + sequence.doubles() * specs.fp64().latencyCycles()
                + sequence.words() * specs.integerMultiply().latencyCycles()
                + sequence.predicates() * specs.predicateLatencyCycles()
                + sequence.barriers() * (specs.control().latencyCycles() + specs.convergenceCycles());
    }

    /** The row of an instruction in the tables: behind those of the opcodes are those of their short forms. */
    private static int row(Instruction in) {
        return in.opcode().ordinal() + (in.hasShortForm() ? OPCODES.length : 0);
    }

    /**
     * Cycles from a branch to the next instruction of its warp.
     *
     * @param at index of the branch
     * @param taken lanes that take it
     * @param active lanes of the warp that are at the branch
     */
    public int branchCycles(Instruction branch, int at, int taken, int active) {
        return branches.cycles(branch, at, taken, active);
    }

    /** How long a branch that lanes take occupies its pipe beyond the time of one that none takes, as {@link ServiceQueue} wants it. */
    long takenBeyond() {
        return takenBeyond;
    }

    /** Issue time of a branch that lanes take beyond its slot, as {@link ServiceQueue} wants it. */
    long takenIssue() {
        return takenIssue;
    }

    private static PipeSpec spec(PipeSpecs specs, Pipe pipe) {
        return switch (pipe) {
            case FP32 -> specs.fp32();
            case INTEGER -> specs.integer();
            case INTEGER_MULTIPLY -> specs.integerMultiply();
            case FP64 -> specs.fp64();
            case SPECIAL_FUNCTION -> specs.specialFunction();
            case SHUFFLE -> specs.shuffle();
            // A product of matrices has times of its own.
            case CONTROL, LOAD_STORE, TENSOR, FREE -> specs.control();
        };
    }

    /** By how many cycles a selection by the result of a comparison can issue earlier than an instruction that it guards. */
    public int selectsEarlierCycles() {
        return Math.max(0, latency(Opcode.COMPARE_S32) - latency(Opcode.SELECT));
    }

    /** Cycles between two instructions of a warp on memory, or that exchange between lanes. */
    public int memoryIntervalCycles() {
        return memoryInterval;
    }

    /** Cycles from issue to the result. */
    public int latency(Opcode opcode) {
        return latency[opcode.ordinal()];
    }

    /** Cycles from issue to the result of an instruction that only computes. */
    public int ofArithmetic(Instruction in) {
        return latency[row(in)];
    }

    /**
     * Cycles from issue until the warp can issue its next instruction, at least. A sequence with a convergence barrier is one behind which the next instruction comes, whether it needs
     * the result or not.
     */
    public int holdCycles(Instruction in) {
        return held[row(in)];
    }

    /** Cycles from issue to the result, which differ between products of matrices. */
    public int latency(Instruction in) {
        if (in.modifiers() instanceof Modifiers.MatrixMultiply matrices) {
            return parts(matrices) * product(matrices).latencyCycles();
        }
        if (in.modifiers() instanceof Modifiers.Special special) {
            // A size is a constant, and a clock is read at once.
            return special.register().isSize() || special.register().isClock() ? ofArithmetic(in) : specialRegister;
        }
        return in.opcode() == Opcode.MATRIX_TRANSPOSE ? tensor.transposeLatencyCycles() : ofArithmetic(in);
    }

    /** How long the instruction holds its pipe, as {@link ServiceQueue} wants it. */
    long occupancy(Instruction in) {
        return in.modifiers() instanceof Modifiers.MatrixMultiply matrices
                ? ServiceQueue.fractions(parts(matrices) * product(matrices).serviceCycles())
                : occupancy[row(in)];
    }

    /** Numbers of 8 bits become halves, which are multiplied in two parts. */
    private static int parts(Modifiers.MatrixMultiply matrices) {
        return matrices.a() == MatrixType.E4M3 || matrices.a() == MatrixType.E5M2 ? 2 : 1;
    }

    private TensorSpec.ProductSpec product(Modifiers.MatrixMultiply matrices) {
        boolean isSmall = matrices.m() == SMALL_M;
        TensorSpec.Product product = switch (matrices.a()) {
            case F16, BF16 ->
                isSmall
                        ? TensorSpec.Product.HALF_M8
                        : matrices.k() == SMALL_M ? TensorSpec.Product.HALF_K8 : TensorSpec.Product.HALF_K16;
            case E4M3, E5M2 -> matrices.k() == 2 * SMALL_M ? TensorSpec.Product.HALF_K8 : TensorSpec.Product.HALF_K16;
            case TF32, F32 -> matrices.k() == SMALL_M ? TensorSpec.Product.TF32_K8 : TensorSpec.Product.TF32_K4;
            case S8, U8, S32 ->
                isSmall
                        ? TensorSpec.Product.BYTE_M8
                        : matrices.k() == 2 * SMALL_M ? TensorSpec.Product.BYTE_K16 : TensorSpec.Product.BYTE_K32;
            case S4, U4 -> TensorSpec.Product.NIBBLE;
            case B1 ->
                matrices.combination() == AtomicOperation.AND ? TensorSpec.Product.BIT_AND : TensorSpec.Product.BIT_XOR;
            case F64 ->
                isSmall
                        ? TensorSpec.Product.DOUBLE_M8
                        : matrices.k() == SMALL_M
                                ? TensorSpec.Product.DOUBLE_K8
                                : matrices.k() < SMALL_M ? TensorSpec.Product.DOUBLE_K4 : TensorSpec.Product.DOUBLE_K16;
        };
        return tensor.products().getOrDefault(product, ABSENT);
    }

    /** Issue time beyond one cycle, in {@link ServiceQueue} fractions. */
    long beyondSlot(Instruction in) {
        return furtherIssue + further[row(in)] + ports.service(in);
    }

    /** Issue time beyond the slots of one iteration of a loop, cycles. */
    double beyondSlots(BulkMix mix) {
        return beyondSlots.computeIfAbsent(mix, this::sumBeyondSlots);
    }

    private double sumBeyondSlots(BulkMix mix) {
        long sum = 0;
        for (BulkMix.Part part : mix.parts()) {
            for (BulkMix.Step step : part.steps()) {
                sum += part.passes() * beyondSlot(step.instruction());
            }
        }
        return ServiceQueue.cycles(sum);
    }
}
