package io.cdpsim.gpu.bulk;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.BulkMix.Part;
import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.BulkMix.Step;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a warp does in an iteration of a loop, step after step. */
class UnrolledLoopTest {
    private static List<Step> load(Spread spread) {
        return Mixes.steps(spread, k -> k.memory().load(StateSpace.GLOBAL, ValueType.F32, u64(0), 0));
    }

    private static UnrolledLoop inOrder(int warpsPerBlock, List<Step> first, List<Step> second, List<Step> third) {
        List<Step> steps = new ArrayList<>(first);
        steps.addAll(second);
        steps.addAll(third);
        return new UnrolledLoop(new BulkMix(List.of(new Part(steps, 1))), warpsPerBlock);
    }

    @Test
    void anInnerLoopComesAsOftenAsItHasPasses() {
        Part addition = Mixes.part(1, k -> k.add(f32(1), f32(1)));
        Part subtractions = Mixes.part(3, k -> k.subtract(s32(1), s32(1)));
        UnrolledLoop steps = new UnrolledLoop(new BulkMix(List.of(addition, subtractions, addition)), 1);
        List<Opcode> opcodes = new ArrayList<>();
        for (int i = 0; i < steps.count(); i++) {
            opcodes.add(steps.step(i).instruction().opcode());
        }
        assertThat(opcodes)
                .containsExactly(Opcode.ADD_F32, Opcode.SUB_I32, Opcode.SUB_I32, Opcode.SUB_I32, Opcode.ADD_F32);
    }

    /** 128 bytes that all warps share, 128 for each of 3 warps, and 4 for all threads together. */
    @Test
    void theLoadsOfAllWarpsOfABlockGoThroughMemoryOneBehindTheOther() {
        UnrolledLoop steps = inOrder(3, load(Spread.BY_LANE), load(Spread.BY_THREAD), load(Spread.UNIFORM));
        int iteration = 128 + 3 * 128 + 4;
        for (int warp = 0; warp < 6; warp++) {
            assertThat(steps.position(5, 0, warp)).isEqualTo(5L * iteration);
            assertThat(steps.position(5, 1, warp)).isEqualTo(5L * iteration + 128 + 128L * (warp % 3));
            assertThat(steps.position(5, 2, warp)).isEqualTo(5L * iteration + 128 + 3 * 128);
        }
    }

    @Test
    void storesMoveNothingForwardInTheMemoryThatLoadsGoThrough() {
        List<Step> store =
                Mixes.steps(Spread.BY_LANE, k -> k.memory().store(StateSpace.GLOBAL, ValueType.F32, u64(0), 0, f32(1)));
        UnrolledLoop steps = inOrder(1, load(Spread.BY_LANE), store, load(Spread.BY_LANE));
        assertThat(steps.position(0, 2, 0)).isEqualTo(128);
        assertThat(steps.position(1, 0, 0)).isEqualTo(256);
    }

    @Test
    void eachRegisterThatIsReadHasAnEntry() {
        UnrolledLoop steps = new UnrolledLoop(
                Mixes.of(k -> {
                    k.registers(ValueType.F32, 6);
                    k.add(k.registers(ValueType.F32, 1).get(0), f32(1));
                }),
                1);
        assertThat(steps.registers()).isGreaterThanOrEqualTo(7);
    }

    @Test
    void eachPredicateThatIsReadOrWrittenHasAnEntry() {
        BulkMix compares = Mixes.of(k -> {
            k.equal(s32(1), s32(2));
            k.equal(s32(1), s32(2));
        });
        assertThat(new UnrolledLoop(compares, 1).predicates()).isEqualTo(2);
        List<Step> all = Mixes.steps(
                Spread.BY_LANE,
                k -> k.doWhile(() -> {
                    k.equal(s32(1), s32(2));
                    return k.equal(s32(1), s32(2));
                }));
        List<Step> onlyBranch = all.subList(all.size() - 1, all.size());
        assertThat(new UnrolledLoop(new BulkMix(List.of(new Part(onlyBranch, 1))), 1).predicates())
                .as("two that somebody has written before the loop, the second of which is read")
                .isEqualTo(2);
        assertThat(new UnrolledLoop(Mixes.of(k -> k.add(f32(1), f32(1))), 1).predicates())
                .isZero();
    }
}
