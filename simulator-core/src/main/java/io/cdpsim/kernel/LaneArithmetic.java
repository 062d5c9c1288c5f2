package io.cdpsim.kernel;

/**
 * Runs arithmetic, comparisons and predicate logic for the lanes of a warp.
 *
 * <p>The few operations that fill most inner loops have loops of their own, the others go lane by lane through {@link ScalarArithmetic}.
 */
public final class LaneArithmetic {
    private LaneArithmetic() {}

    /** Runs an instruction that reads and writes nothing but registers and predicates, for these lanes. */
    public static void execute(Instruction instruction, LaneState state, int lanes) {
        switch (instruction.opcode()) {
            case COMPARE_S32, COMPARE_U32, COMPARE_S64, COMPARE_U64, COMPARE_F32, COMPARE_F64 ->
                compare(instruction, state, lanes);
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT -> logic(instruction, state, lanes);
            case SELECT -> select(instruction, state, lanes);
            default -> arithmetic(instruction, state, lanes);
        }
    }

    private static void arithmetic(Instruction in, LaneState state, int lanes) {
        Opcode opcode = in.opcode();
        long[] r = state.registers();
        int d = state.offset(in.destination());
        long[] av = state.source(in.a());
        int a = state.offset(in.a());
        long[] bv = in.b() == Instruction.NO_OPERAND ? av : state.source(in.b());
        int b = in.b() == Instruction.NO_OPERAND ? a : state.offset(in.b());
        long[] cv = in.c() == Instruction.NO_OPERAND ? av : state.source(in.c());
        int c = in.c() == Instruction.NO_OPERAND ? a : state.offset(in.c());
        switch (opcode) {
            case MOV -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = av[a + l];
                }
            }
            case ADD_I32 -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = (int) (av[a + l] + bv[b + l]);
                }
            }
            case MAD_I32 -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = (int) (av[a + l] * bv[b + l] + cv[c + l]);
                }
            }
            case MAD_WIDE_U32 -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = (av[a + l] & 0xFFFFFFFFL) * (bv[b + l] & 0xFFFFFFFFL) + cv[c + l];
                }
            }
            case ADD_F32 -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = ScalarArithmetic.bits(
                            ScalarArithmetic.single(av[a + l]) + ScalarArithmetic.single(bv[b + l]));
                }
            }
            case SUB_F32 -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = ScalarArithmetic.bits(
                            ScalarArithmetic.single(av[a + l]) - ScalarArithmetic.single(bv[b + l]));
                }
            }
            case MUL_F32 -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = ScalarArithmetic.bits(
                            ScalarArithmetic.single(av[a + l]) * ScalarArithmetic.single(bv[b + l]));
                }
            }
            case FMA_F32 -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = ScalarArithmetic.bits(ScalarArithmetic.fusedMultiplyAdd(
                            ScalarArithmetic.single(av[a + l]),
                            ScalarArithmetic.single(bv[b + l]),
                            ScalarArithmetic.single(cv[c + l])));
                }
            }
            default -> {
                for (int m = lanes; m != 0; m &= m - 1) {
                    int l = Integer.numberOfTrailingZeros(m);
                    r[d + l] = ScalarArithmetic.compute(opcode, av[a + l], bv[b + l], cv[c + l]);
                }
            }
        }
    }

    private static void select(Instruction in, LaneState state, int lanes) {
        int held = state.predicates()[state.stack().predicateWindow() + in.c()];
        long[] r = state.registers();
        int d = state.offset(in.destination());
        long[] av = state.source(in.a());
        int a = state.offset(in.a());
        long[] bv = state.source(in.b());
        int b = state.offset(in.b());
        for (int m = lanes; m != 0; m &= m - 1) {
            int l = Integer.numberOfTrailingZeros(m);
            r[d + l] = (held >>> l & 1) != 0 ? av[a + l] : bv[b + l];
        }
    }

    private static void logic(Instruction in, LaneState state, int lanes) {
        int[] predicates = state.predicates();
        int window = state.stack().predicateWindow();
        int a = predicates[window + in.a()];
        int b = in.b() == Instruction.NO_OPERAND ? 0 : predicates[window + in.b()];
        int value = switch (in.opcode()) {
            case PREDICATE_AND -> a & b;
            case PREDICATE_OR -> a | b;
            case PREDICATE_XOR -> a ^ b;
            default -> ~a;
        };
        write(predicates, window + in.destination(), value, lanes);
    }

    private static void compare(Instruction in, LaneState state, int lanes) {
        long[] av = state.source(in.a());
        int a = state.offset(in.a());
        long[] bv = state.source(in.b());
        int b = state.offset(in.b());
        Comparison comparison = ((Detail.Compare) in.detail()).comparison();
        Opcode opcode = in.opcode();
        int value = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int l = Integer.numberOfTrailingZeros(m);
            if (holds(opcode, comparison, av[a + l], bv[b + l])) {
                value |= 1 << l;
            }
        }
        write(state.predicates(), state.stack().predicateWindow() + in.destination(), value, lanes);
    }

    private static void write(int[] predicates, int index, int value, int lanes) {
        predicates[index] = (predicates[index] & ~lanes) | (value & lanes);
    }

    private static boolean holds(Opcode opcode, Comparison comparison, long a, long b) {
        return switch (opcode) {
            case COMPARE_S32 -> holds(comparison, Integer.compare((int) a, (int) b));
            case COMPARE_U32 -> holds(comparison, Integer.compareUnsigned((int) a, (int) b));
            case COMPARE_S64 -> holds(comparison, Long.compare(a, b));
            case COMPARE_U64 -> holds(comparison, Long.compareUnsigned(a, b));
            case COMPARE_F32 -> holds(comparison, ScalarArithmetic.single(a), ScalarArithmetic.single(b));
            default -> holds(comparison, ScalarArithmetic.real(a), ScalarArithmetic.real(b));
        };
    }

    private static boolean holds(Comparison comparison, int order) {
        return switch (comparison) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    private static boolean holds(Comparison comparison, double a, double b) {
        return switch (comparison) {
            case EQUAL -> a == b;
            case NOT_EQUAL -> a != b;
            case LESS -> a < b;
            case LESS_OR_EQUAL -> a <= b;
            case GREATER -> a > b;
            case GREATER_OR_EQUAL -> a >= b;
        };
    }
}
