package io.cdpsim.kernel.builder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.execution.WarpTrace;
import io.cdpsim.warp.Lanes;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Control flow written with the builder, run by a warp without time, against plain Java for each lane. */
class KernelBuilderTest {
    private static final Operand ZERO = Operand.s32(0);
    private static final Operand ONE = Operand.s32(1);

    private final KernelBuilder builder = new KernelBuilder("k");
    private final Register lane = builder.threadX();

    private void assertResult(Register result, IntUnaryOperator expected) {
        WarpTrace warp = WarpTrace.run(builder.build(), Lanes.ALL);
        for (int l = 0; l < Lanes.COUNT; l++) {
            assertThat(warp.register(result.index(), l)).as("lane %d", l).isEqualTo(expected.applyAsInt(l));
        }
    }

    @Test
    void aForLoopRunsAsOftenAsItsBoundsSay() {
        Register sum = builder.variable(ZERO);
        builder.forLoop(ZERO, lane, ONE, i -> builder.increment(sum, i));

        assertResult(sum, l -> l * (l - 1) / 2);
    }

    @Test
    void aForLoopMayTakeLongerSteps() {
        Register count = builder.variable(ZERO);
        builder.forLoop(Operand.s32(3), lane, Operand.s32(5), i -> builder.increment(count, ONE));

        assertResult(count, l -> l <= 3 ? 0 : (l - 3 + 4) / 5);
    }

    @Test
    void aWhileLoopTestsBeforeEachTurn() {
        Register value = builder.variable(builder.add(lane, ONE));
        Register steps = builder.variable(ZERO);
        builder.whileLoop(() -> builder.notEqual(value, ONE), () -> {
            Register odd = builder.and(value, ONE);
            builder.ifThenElse(
                    builder.equal(odd, ONE),
                    () -> builder.assign(value, builder.multiplyAdd(value, Operand.s32(3), ONE)),
                    () -> builder.assign(value, builder.shiftRight(value, ONE)));
            builder.increment(steps, ONE);
        });

        assertResult(steps, l -> {
            int count = 0;
            for (int v = l + 1; v != 1; v = v % 2 == 1 ? 3 * v + 1 : v / 2) {
                count++;
            }
            return count;
        });
    }

    @Test
    void aDoLoopRunsAtLeastOnce() {
        Register left = builder.add(ZERO, lane);
        Register turns = builder.variable(ZERO);
        builder.doWhile(() -> {
            builder.increment(turns, ONE);
            builder.increment(left, Operand.s32(-4));
            return builder.greater(left, ZERO);
        });

        assertResult(turns, l -> Math.max(1, (l + 3) / 4));
    }

    @Test
    void aBreakLeavesTheInnermostLoopOnly() {
        Register sum = builder.variable(ZERO);
        builder.forLoop(ZERO, Operand.s32(6), ONE, i -> {
            builder.forLoop(ZERO, Operand.s32(10), ONE, j -> {
                builder.breakIf(builder.greater(builder.add(i, j), builder.shiftRight(lane, ONE)));
                builder.increment(sum, j);
            });
            builder.increment(sum, Operand.s32(100));
        });

        assertResult(sum, l -> {
            int expected = 0;
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < 10 && i + j <= l / 2; j++) {
                    expected += j;
                }
                expected += 100;
            }
            return expected;
        });
    }

    @Test
    void aLaneThatReturnsDoesNothingMore() {
        Register result = builder.variable(ONE);
        builder.ifThen(builder.less(lane, Operand.s32(20)), () -> {
            builder.returnIf(builder.less(lane, Operand.s32(10)));
            builder.assign(result, Operand.s32(2));
        });
        builder.increment(result, Operand.s32(10));

        assertResult(result, l -> l < 10 ? 1 : l < 20 ? 12 : 11);
    }

    @Test
    void aSelectionPicksLaneByLane() {
        Register result = builder.select(builder.atLeast(lane, Operand.s32(7)), lane, Operand.s32(-1));

        assertResult(result, l -> l >= 7 ? l : -1);
    }

    @Test
    void predicatesCombine() {
        Predicate above = builder.greater(lane, Operand.s32(4));
        Predicate between = builder.and(above, builder.not(builder.atLeast(lane, Operand.s32(9))));
        Register result = builder.select(between, ONE, ZERO);

        assertResult(result, l -> l > 4 && l < 9 ? 1 : 0);
    }

    @Test
    void anElementsAddressTakesItsIndexAsUnsigned() {
        Register address = builder.element(Operand.u64(1L << 40), Operand.u32(0x80000000), 8);

        WarpTrace warp = WarpTrace.run(builder.build(), Lanes.ALL);

        assertThat(warp.register(address.index(), 5)).isEqualTo((1L << 40) + (1L << 34));
    }

    @Test
    void theTypeOfTheFirstOperandChoosesTheInstruction() {
        Register signed = builder.divide(Operand.s32(-7), Operand.s32(2));
        Register unsigned = builder.divide(Operand.u32(-7), Operand.u32(2));
        Register wide = builder.shiftRight(Operand.u64(-1), Operand.u32(60));
        Register single = builder.multiplyAdd(Operand.f32(2), Operand.f32(3), Operand.f32(0.5f));
        Register real = builder.maximum(Operand.f64(-2), Operand.f64(-3));

        WarpTrace warp = WarpTrace.run(builder.build(), 1);

        assertThat(warp.register(signed.index(), 0)).isEqualTo(-3);
        assertThat(warp.register(unsigned.index(), 0)).isEqualTo(0x7FFFFFFC);
        assertThat(warp.register(wide.index(), 0)).isEqualTo(15);
        assertThat(warp.register(single.index(), 0)).isEqualTo(Float.floatToRawIntBits(6.5f));
        assertThat(warp.register(real.index(), 0)).isEqualTo(Double.doubleToRawLongBits(-2));
    }

    @Test
    void arraysAreAlignedToTheWidestVector() {
        builder.sharedArray(20);
        builder.localArray(1);

        assertThat(builder.sharedArray(4).bits()).isEqualTo(32);
        assertThat(builder.localArray(8).bits()).isEqualTo(16);
        KernelAttributes attributes = builder.build().attributes();
        assertThat(attributes.staticSharedBytes()).isEqualTo(36);
        assertThat(attributes.localBytes()).isEqualTo(24);
    }

    @Test
    void whatFloatsCannotDoIsRefused() {
        assertThatThrownBy(() -> builder.xor(Operand.f32(1), Operand.f32(2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("XOR is not defined for floats");
    }

    @Test
    void aBreakOutsideOfEveryLoopIsRefused() {
        assertThatThrownBy(() -> builder.breakIf(builder.less(lane, ONE)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("kernel k: breakIf is outside of every loop");
    }

    @Test
    void aVectorOfScatteredRegistersIsRefused() {
        Register first = builder.variable(ONE);
        builder.variable(ONE);
        Register third = builder.variable(ONE);

        assertThatThrownBy(
                        () -> builder.memory().storeVector(StateSpace.GLOBAL, List.of(first, third), Operand.u64(0), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be consecutive");
    }

    @Test
    void aKernelCanNameItselfBeforeItIsBuilt() {
        KernelReference self = builder.self();
        assertThatThrownBy(self::kernel)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("kernel k is launched but was never built");

        Kernel kernel = builder.build();

        assertThat(self.kernel()).isSameAs(kernel);
    }
}
