package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.semantics.BitSemantics;
import io.cdpsim.kernel.semantics.ComparisonSemantics;
import io.cdpsim.kernel.semantics.IntegerSemantics;
import io.cdpsim.kernel.semantics.ModifierBits;
import io.cdpsim.kernel.semantics.PredicateSemantics;
import io.cdpsim.kernel.semantics.Semantics;
import io.cdpsim.kernel.semantics.SingleSemantics;
import io.cdpsim.kernel.semantics.WideSemantics;
import io.cdpsim.warp.Lanes;

/**
 * Runs arithmetic, comparisons and predicate logic for the lanes of a warp.
 *
 * <p>The few operations that fill most inner loops have loops of their own, the others go lane by lane through {@link Semantics}.
 * A loop goes from the first active lane to the last, so that nothing in it depends on the lanes; where others are between these, their
 * results are thrown away. Not safe for use by several threads.
 */
public final class LaneArithmetic {
    /** Results of lanes with inactive ones between them, before those of the active lanes are written to their register. */
    private final long[] results = new long[Lanes.COUNT];

    /** Holds no state between instructions. */
    public LaneArithmetic() {}

    /** Runs an instruction that only reads and writes registers and predicates, for these lanes. */
    public void execute(Instruction instruction, LaneState state, int lanes) {
        switch (instruction.opcode()) {
            case COMPARE_S32, COMPARE_U32, COMPARE_S64, COMPARE_U64, COMPARE_F32, COMPARE_F64 ->
                compare(instruction, state, lanes);
            case COMPARE_F16, COMPARE_BF16, CLASSIFY_F32, CLASSIFY_F64 -> compare(instruction, state, lanes);
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT -> logic(instruction, state, lanes);
            default -> arithmetic(instruction, state, lanes);
        }
    }

    private void arithmetic(Instruction in, LaneState state, int lanes) {
        int first = Integer.numberOfTrailingZeros(lanes);
        int end = Integer.SIZE - Integer.numberOfLeadingZeros(lanes);
        long[] registers = state.registers();
        int destination = state.offset(in.destination());
        if (Integer.bitCount(lanes) == end - first) {
            compute(in, state, lanes, registers, destination);
            return;
        }
        compute(in, state, lanes, results, 0);
        for (int m = lanes; m != 0; m &= m - 1) {
            int l = Integer.numberOfTrailingZeros(m);
            registers[destination + l] = results[l];
        }
    }

    private static void compute(Instruction in, LaneState state, int lanes, long[] r, int d) {
        if (!(in.modifiers() instanceof Modifiers.None)) {
            computeModified(in, state, lanes, r, d);
            return;
        }
        switch (in.opcode()) {
            case SELECT -> select(in, state, lanes, r, d);
            case ADD_F32, SUB_F32, MUL_F32, FMA_F32, RSQRT_F32, NEG_F32 -> computeSingle(in, state, lanes, r, d);
            default -> computeWord(in, state, lanes, r, d);
        }
    }

    private static void computeWord(Instruction in, LaneState state, int lanes, long[] r, int d) {
        Opcode opcode = in.opcode();
        int first = Integer.numberOfTrailingZeros(lanes);
        int end = Integer.SIZE - Integer.numberOfLeadingZeros(lanes);
        long[] av = state.source(in.a());
        int a = state.offset(in.a());
        long[] bv = in.b() == Instruction.NO_OPERAND ? av : state.source(in.b());
        int b = in.b() == Instruction.NO_OPERAND ? a : state.offset(in.b());
        long[] cv = in.c() == Instruction.NO_OPERAND ? av : state.source(in.c());
        int c = in.c() == Instruction.NO_OPERAND ? a : state.offset(in.c());
        switch (opcode) {
            case MOV -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = BitSemantics.mov(av[a + l]);
                }
            }
            case ADD_I32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = IntegerSemantics.addI32(av[a + l], bv[b + l]);
                }
            }
            case SUB_I32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = IntegerSemantics.subI32(av[a + l], bv[b + l]);
                }
            }
            case MUL_I32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = IntegerSemantics.mulI32(av[a + l], bv[b + l]);
                }
            }
            case MAD_I32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = IntegerSemantics.madI32(av[a + l], bv[b + l], cv[c + l]);
                }
            }
            case AND_B32, AND_B64 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = BitSemantics.andB64(av[a + l], bv[b + l]);
                }
            }
            case ADD_I64 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = WideSemantics.addI64(av[a + l], bv[b + l]);
                }
            }
            case SUB_I64 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = WideSemantics.subI64(av[a + l], bv[b + l]);
                }
            }
            case MAD_WIDE_S32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = WideSemantics.madWideS32(av[a + l], bv[b + l], cv[c + l]);
                }
            }
            case MAD_WIDE_U32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = WideSemantics.madWideU32(av[a + l], bv[b + l], cv[c + l]);
                }
            }
            default -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = Semantics.compute(opcode, av[a + l], bv[b + l], cv[c + l]);
                }
            }
        }
    }

    private static void computeModified(Instruction in, LaneState state, int lanes, long[] r, int d) {
        long[] av = state.source(in.a());
        int a = state.offset(in.a());
        long[] bv = in.b() == Instruction.NO_OPERAND ? av : state.source(in.b());
        int b = in.b() == Instruction.NO_OPERAND ? a : state.offset(in.b());
        long[] cv = in.c() == Instruction.NO_OPERAND ? av : state.source(in.c());
        int c = in.c() == Instruction.NO_OPERAND ? a : state.offset(in.c());
        int modifiers = ModifierBits.of(in.modifiers());
        for (int m = lanes; m != 0; m &= m - 1) {
            int l = Integer.numberOfTrailingZeros(m);
            r[d + l] = Semantics.compute(in.opcode(), modifiers, av[a + l], bv[b + l], cv[c + l]);
        }
    }

    private static void computeSingle(Instruction in, LaneState state, int lanes, long[] r, int d) {
        int first = Integer.numberOfTrailingZeros(lanes);
        int end = Integer.SIZE - Integer.numberOfLeadingZeros(lanes);
        long[] av = state.source(in.a());
        int a = state.offset(in.a());
        long[] bv = in.b() == Instruction.NO_OPERAND ? av : state.source(in.b());
        int b = in.b() == Instruction.NO_OPERAND ? a : state.offset(in.b());
        long[] cv = in.c() == Instruction.NO_OPERAND ? av : state.source(in.c());
        int c = in.c() == Instruction.NO_OPERAND ? a : state.offset(in.c());
        switch (in.opcode()) {
            case ADD_F32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = SingleSemantics.addF32(av[a + l], bv[b + l]);
                }
            }
            case SUB_F32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = SingleSemantics.subF32(av[a + l], bv[b + l]);
                }
            }
            case MUL_F32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = SingleSemantics.mulF32(av[a + l], bv[b + l]);
                }
            }
            case FMA_F32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = SingleSemantics.fmaF32(av[a + l], bv[b + l], cv[c + l]);
                }
            }
            case RSQRT_F32 -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = SingleSemantics.rsqrtF32(av[a + l]);
                }
            }
            default -> {
                for (int l = first; l < end; l++) {
                    r[d + l] = SingleSemantics.negF32(av[a + l]);
                }
            }
        }
    }

    private static void select(Instruction in, LaneState state, int lanes, long[] r, int d) {
        int held = state.predicates()[state.stack().predicateWindow() + in.c()];
        long[] av = state.source(in.a());
        int a = state.offset(in.a());
        long[] bv = state.source(in.b());
        int b = state.offset(in.b());
        int end = Integer.SIZE - Integer.numberOfLeadingZeros(lanes);
        for (int l = Integer.numberOfTrailingZeros(lanes); l < end; l++) {
            r[d + l] = PredicateSemantics.select(av[a + l], bv[b + l], (held >>> l & 1) != 0);
        }
    }

    private static void logic(Instruction in, LaneState state, int lanes) {
        int[] predicates = state.predicates();
        int window = state.stack().predicateWindow();
        int a = predicates[window + in.a()];
        int b = in.b() == Instruction.NO_OPERAND ? 0 : predicates[window + in.b()];
        int value = switch (in.opcode()) {
            case PREDICATE_AND -> PredicateSemantics.predicateAnd(a, b);
            case PREDICATE_OR -> PredicateSemantics.predicateOr(a, b);
            case PREDICATE_XOR -> PredicateSemantics.predicateXor(a, b);
            default -> PredicateSemantics.predicateNot(a);
        };
        write(predicates, window + in.destination(), value, lanes);
    }

    private static void compare(Instruction in, LaneState state, int lanes) {
        long[] av = state.source(in.a());
        int a = state.offset(in.a());
        long[] bv = in.b() == Instruction.NO_OPERAND ? av : state.source(in.b());
        int b = in.b() == Instruction.NO_OPERAND ? a : state.offset(in.b());
        int modifiers = ModifierBits.of(in.modifiers());
        int first = Integer.numberOfTrailingZeros(lanes);
        int end = Integer.SIZE - Integer.numberOfLeadingZeros(lanes);
        int value = 0;
        switch (in.opcode()) {
            case COMPARE_S32 -> {
                for (int l = first; l < end; l++) {
                    value |= bit(ComparisonSemantics.compareS32(av[a + l], bv[b + l], modifiers)) << l;
                }
            }
            case COMPARE_U32 -> {
                for (int l = first; l < end; l++) {
                    value |= bit(ComparisonSemantics.compareU32(av[a + l], bv[b + l], modifiers)) << l;
                }
            }
            case COMPARE_S64 -> {
                for (int l = first; l < end; l++) {
                    value |= bit(ComparisonSemantics.compareS64(av[a + l], bv[b + l], modifiers)) << l;
                }
            }
            case COMPARE_U64 -> {
                for (int l = first; l < end; l++) {
                    value |= bit(ComparisonSemantics.compareU64(av[a + l], bv[b + l], modifiers)) << l;
                }
            }
            case COMPARE_F32 -> {
                for (int l = first; l < end; l++) {
                    value |= bit(ComparisonSemantics.compareF32(av[a + l], bv[b + l], modifiers)) << l;
                }
            }
            case COMPARE_F64 -> {
                for (int l = first; l < end; l++) {
                    value |= bit(ComparisonSemantics.compareF64(av[a + l], bv[b + l], modifiers)) << l;
                }
            }
            default -> {
                for (int l = first; l < end; l++) {
                    value |= bit(Semantics.test(in.opcode(), modifiers, av[a + l], bv[b + l])) << l;
                }
            }
        }
        write(state.predicates(), state.stack().predicateWindow() + in.destination(), value, lanes);
    }

    private static int bit(boolean holds) {
        return holds ? 1 : 0;
    }

    private static void write(int[] predicates, int index, int value, int lanes) {
        predicates[index] = (predicates[index] & ~lanes) | (value & lanes);
    }
}
