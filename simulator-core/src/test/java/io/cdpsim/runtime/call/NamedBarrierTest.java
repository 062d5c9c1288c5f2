package io.cdpsim.runtime.call;

import static io.cdpsim.runtime.call.CodeLab.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.BarrierReduction.Question;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.version.CudaError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Barriers as PTX has them: numbers and threads from registers, arrivals, and questions. */
class NamedBarrierTest {
    private static final Modifiers WHOLE = new Modifiers.Barrier(0, 0, false);

    private final CodeLab lab = new CodeLab();
    private final int thread = lab.special(SpecialRegister.THREAD_X);

    private int question(Question question, int predicate) {
        boolean count = question == Question.COUNT;
        int destination = count ? lab.register() : lab.code().newPredicate();
        lab.into(
                destination,
                Opcode.BARRIER_REDUCE,
                new Modifiers.BarrierReduction(0, 0, question),
                NONE,
                NONE,
                predicate);
        return count ? destination : lab.truth(destination);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, 0", "100, 100, 0, 1", "160, 160, 1, 1"})
    void aBarrierTellsOfAllItsThreads(int limit, int count, int all, int any) {
        int below = lab.compare(Comparison.LESS, thread, lab.constant(limit));
        lab.give(0, question(Question.COUNT, below));
        lab.give(1, question(Question.ALL, below));
        lab.give(2, question(Question.ANY, below));

        assertThat(lab.run(160)).isEqualTo(CudaError.SUCCESS);

        for (int t = 0; t < 160; t += 31) {
            assertThat(lab.given(0, t)).isEqualTo(count);
            assertThat(lab.given(1, t)).isEqualTo(all);
            assertThat(lab.given(2, t)).isEqualTo(any);
        }
    }

    @Test
    void theThreadsOfHalfAWarpAreCountedAsTheyAre() {
        lab.give(0, question(Question.COUNT, lab.compare(Comparison.GREATER_OR_EQUAL, thread, lab.constant(0))));

        assertThat(lab.run(40)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 39)).isEqualTo(40);
    }

    @Test
    void numberAndThreadsMayComeFromRegisters() {
        // Pairs of warps meet at a barrier of their own: each stores, and reads what its partner has stored.
        int warp = lab.op(Opcode.SHR_U32, Modifiers.NONE, thread, lab.constant(5));
        int pair = lab.op(
                Opcode.ADD_I32,
                Modifiers.NONE,
                lab.op(Opcode.SHR_U32, Modifiers.NONE, warp, lab.constant(1)),
                lab.constant(3));
        int own = lab.op(Opcode.SHL_B32, Modifiers.NONE, warp, lab.constant(2));
        lab.store(StateSpace.SHARED, ValueType.S32, 1, own, thread);
        lab.into(-1, Opcode.BARRIER, WHOLE, pair, lab.op(Opcode.MOV, Modifiers.NONE, lab.constant(64)));
        lab.give(
                0,
                lab.load(
                        StateSpace.SHARED,
                        ValueType.S32,
                        lab.op(Opcode.XOR_B32, Modifiers.NONE, own, lab.constant(4))));

        assertThat(lab.run(256)).isEqualTo(CudaError.SUCCESS);

        for (int t = 0; t < 256; t += 32) {
            // The last lane of a warp is the last to store.
            assertThat(lab.given(0, t)).isEqualTo((t / 32 ^ 1) * 32 + 31);
        }
    }

    @Test
    void whoOnlyArrivesDoesNotWait() {
        int first = lab.compare(Comparison.LESS, thread, lab.constant(32));
        int behind = lab.code().newLabel();
        int end = lab.code().newLabel();
        lab.code().guardNext(first, false);
        lab.code().emitTo(Opcode.BRANCH, behind, Modifiers.NONE);
        lab.store(StateSpace.SHARED, ValueType.S32, 1, lab.constant(0), lab.constant(77));
        lab.into(-1, Opcode.BARRIER, new Modifiers.Barrier(0, 0, true), lab.constant(5), lab.constant(64));
        lab.code().emitTo(Opcode.BRANCH, end, Modifiers.NONE);
        lab.code().place(behind);
        lab.into(-1, Opcode.BARRIER, WHOLE, lab.constant(5), lab.constant(64));
        lab.give(0, lab.load(StateSpace.SHARED, ValueType.S32, lab.constant(0)));
        lab.code().place(end);

        assertThat(lab.run(64)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 5)).isEqualTo(77);
    }

    private boolean warned(boolean aligned) {
        int first = lab.compare(Comparison.LESS, thread, lab.constant(16));
        lab.code().guardNext(first, false);
        lab.into(-1, Opcode.BARRIER, new Modifiers.Barrier(0, 0, false, aligned));
        assertThat(lab.run(32)).isEqualTo(CudaError.SUCCESS);
        return lab.machine().warnings().stream()
                .anyMatch(each ->
                        each.rule().equals("PTX-barrier") && each.message().contains("lanes 0xffff0000 of a warp"));
    }

    @Test
    void lanesThatDoNotComeToAnAlignedBarrierAreNamed() {
        assertThat(warned(true)).isTrue();
    }

    @Test
    void lanesMayComeApartToABarrierThatIsNotAligned() {
        assertThat(warned(false)).isFalse();
    }

    @Test
    void aWarpWithoutLanesForItDoesNotArrive() {
        int first = lab.compare(Comparison.LESS, thread, lab.constant(32));
        lab.code().guardNext(first, false);
        lab.into(-1, Opcode.BARRIER, new Modifiers.Barrier(1, 32, false));
        lab.give(0, question(Question.COUNT, first));

        assertThat(lab.run(64)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 63)).isEqualTo(32);
    }

    @ParameterizedTest
    @CsvSource({
        "16, 32, 'is barrier 16; a block has 0 to 15'",
        "1, 40, 'is for 40 threads, which is not a multiple of 32'"
    })
    void whatNoBlockHasIsAFault(int number, int threads, String why) {
        lab.into(
                -1,
                Opcode.BARRIER,
                WHOLE,
                lab.op(Opcode.MOV, Modifiers.NONE, lab.constant(number)),
                lab.op(Opcode.MOV, Modifiers.NONE, lab.constant(threads)));

        assertThat(lab.run(32)).isEqualTo(CudaError.ILLEGAL_INSTRUCTION);

        assertThat(lab.fault()).contains(why);
    }
}
