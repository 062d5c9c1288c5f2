package io.cdpsim.kernel.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.execution.ArithmeticCases;
import io.cdpsim.kernel.execution.LaneArithmetic;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.warp.Lanes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Comparisons, predicate logic and selection, for all lanes and for some. */
class ComparisonTest {
    private static final int NONE = Instruction.NO_OPERAND;

    private final SplittableRandom random = new SplittableRandom(21);

    static Stream<Arguments> comparisons() {
        return Arrays.stream(Opcode.values())
                .filter(o -> o.name().matches("COMPARE_[SUF](32|64)"))
                .flatMap(o -> Arrays.stream(Comparison.values()).map(c -> arguments(o, c)));
    }

    private static Kernel kernel(Opcode opcode, int destination, int a, int b, int c, Modifiers modifiers) {
        CodeEmitter emitter = new CodeEmitter();
        emitter.newRegisters(4);
        for (int i = 0; i < 4; i++) {
            emitter.newPredicate();
        }
        emitter.emit(opcode, destination, a, b, c, modifiers);
        return emitter.build(new KernelAttributes("one", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void comparisonsSetTheBitsOfActiveLanesAndNoOthers(Opcode opcode, Comparison comparison) {
        List<long[]> cases = cases(opcode);
        Kernel kernel = kernel(opcode, 1, 0, 1, NONE, new Modifiers.Compare(comparison));
        LaneState state = new LaneState(kernel);
        for (int first = 0; first < cases.size(); first += Lanes.COUNT) {
            state.start(kernel, Lanes.ALL);
            int before = random.nextInt();
            int lanes = first % 2 == 0 ? Lanes.ALL : random.nextInt();
            state.predicates()[1] = before;
            int expected = 0;
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                long[] operand = cases.get((first + lane) % cases.size());
                state.set(0, lane, operand[0]);
                state.set(1, lane, operand[1]);
                boolean active = (lanes >>> lane & 1) != 0;
                boolean bit = active ? holds(opcode, comparison, operand[0], operand[1]) : (before >>> lane & 1) != 0;
                expected |= bit ? 1 << lane : 0;
            }
            new LaneArithmetic().execute(kernel.code()[0], state, lanes);
            assertThat(state.predicates()[1]).isEqualTo(expected);
        }
    }

    private static List<long[]> cases(Opcode opcode) {
        return switch (opcode) {
            case COMPARE_F32 -> ArithmeticCases.floats();
            case COMPARE_F64 -> ArithmeticCases.doubles();
            case COMPARE_S64, COMPARE_U64 -> ArithmeticCases.longs();
            default -> ArithmeticCases.ints();
        };
    }

    private static boolean holds(Opcode opcode, Comparison comparison, long a, long b) {
        if (opcode == Opcode.COMPARE_F32 || opcode == Opcode.COMPARE_F64) {
            boolean single = opcode == Opcode.COMPARE_F32;
            double x = single ? Float.intBitsToFloat((int) a) : Double.longBitsToDouble(a);
            double y = single ? Float.intBitsToFloat((int) b) : Double.longBitsToDouble(b);
            if (Double.isNaN(x) || Double.isNaN(y)) {
                return switch (comparison) {
                    case NOT_EQUAL, EQUAL_OR_UNORDERED, LESS_OR_UNORDERED, LESS_EQUAL_OR_UNORDERED -> true;
                    case GREATER_OR_UNORDERED, GREATER_EQUAL_OR_UNORDERED, UNORDERED -> true;
                    default -> false;
                };
            }
            return answer(comparison, order(x, y));
        }
        String type = opcode.name().substring("COMPARE_".length());
        return answer(comparison, number(type, a).compareTo(number(type, b)));
    }

    private static int order(double x, double y) {
        if (Double.isInfinite(x) || Double.isInfinite(y)) {
            return Integer.compare(rank(x), rank(y));
        }
        return new BigDecimal(x).compareTo(new BigDecimal(y));
    }

    private static int rank(double value) {
        return !Double.isInfinite(value) ? 0 : value > 0 ? 1 : -1;
    }

    private static BigInteger number(String type, long register) {
        BigInteger value = BigInteger.valueOf(register);
        boolean wraps = type.startsWith("U") && register < 0;
        return wraps ? value.add(BigInteger.ONE.shiftLeft(Integer.parseInt(type.substring(1)))) : value;
    }

    private static boolean answer(Comparison comparison, int order) {
        return switch (comparison) {
            case EQUAL, EQUAL_OR_UNORDERED -> order == 0;
            case NOT_EQUAL, LESS_OR_GREATER -> order != 0;
            case LESS, LESS_OR_UNORDERED -> order < 0;
            case LESS_OR_EQUAL, LESS_EQUAL_OR_UNORDERED -> order <= 0;
            case GREATER, GREATER_OR_UNORDERED -> order > 0;
            case GREATER_OR_EQUAL, GREATER_EQUAL_OR_UNORDERED -> order >= 0;
            case ORDERED -> true;
            case UNORDERED -> false;
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"PREDICATE_AND", "PREDICATE_OR", "PREDICATE_XOR", "PREDICATE_NOT"})
    void predicateLogicHoldsLaneByLaneAndForActiveLanesOnly(Opcode opcode) {
        Kernel kernel = kernel(opcode, 2, 0, opcode == Opcode.PREDICATE_NOT ? NONE : 1, NONE, Modifiers.NONE);
        LaneState state = new LaneState(kernel);
        for (int round = 0; round < 200; round++) {
            state.start(kernel, Lanes.ALL);
            int lanes = round == 0 ? Lanes.ALL : random.nextInt();
            int[] before = {random.nextInt(), random.nextInt(), random.nextInt()};
            System.arraycopy(before, 0, state.predicates(), 0, 3);
            new LaneArithmetic().execute(kernel.code()[0], state, lanes);
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                boolean a = (before[0] >>> lane & 1) != 0;
                boolean b = (before[1] >>> lane & 1) != 0;
                boolean result = switch (opcode) {
                    case PREDICATE_AND -> a && b;
                    case PREDICATE_OR -> a || b;
                    case PREDICATE_XOR -> a != b;
                    default -> !a;
                };
                boolean active = (lanes >>> lane & 1) != 0;
                boolean expected = active ? result : (before[2] >>> lane & 1) != 0;
                assertThat((state.predicates()[2] >>> lane & 1) != 0).isEqualTo(expected);
            }
            assertThat(state.predicates()[0]).isEqualTo(before[0]);
            assertThat(state.predicates()[1]).isEqualTo(before[1]);
        }
    }

    @Test
    void aSelectionTakesItsFirstOperandWhereThePredicateHolds() {
        Kernel kernel = kernel(Opcode.SELECT, 2, 0, 1, 3, Modifiers.NONE);
        LaneState state = new LaneState(kernel);
        for (int round = 0; round < 200; round++) {
            state.start(kernel, Lanes.ALL);
            int lanes = round == 0 ? Lanes.ALL : random.nextInt();
            int predicate = random.nextInt();
            state.predicates()[3] = predicate;
            long[] a = random.longs(Lanes.COUNT).toArray();
            long[] b = random.longs(Lanes.COUNT).toArray();
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                state.set(0, lane, a[lane]);
                state.set(1, lane, b[lane]);
                state.set(2, lane, 99);
            }
            new LaneArithmetic().execute(kernel.code()[0], state, lanes);
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                boolean active = (lanes >>> lane & 1) != 0;
                boolean holds = (predicate >>> lane & 1) != 0;
                assertThat(state.value(2, lane)).isEqualTo(!active ? 99 : holds ? a[lane] : b[lane]);
            }
        }
    }

    @Test
    void constantsReadAlikeInAllLanes() {
        CodeEmitter emitter = new CodeEmitter();
        int target = emitter.newRegisters(1);
        emitter.emit(Opcode.ADD_I64, target, emitter.constant(5), emitter.constant(-7), NONE, Modifiers.NONE);
        Kernel kernel = emitter.build(new KernelAttributes("one", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
        LaneState state = new LaneState(kernel);
        state.start(kernel, Lanes.ALL);

        new LaneArithmetic().execute(kernel.code()[0], state, 0x0000FFFF);

        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            assertThat(state.value(target, lane)).isEqualTo(lane < 16 ? -2 : 0);
        }
    }
}
