package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.BarrierReduction.Question;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.profile.read.RoundNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Barriers at which the threads of a block learn something of all of them, in a block of two whole warps and six threads more. */
class BarrierQuestionsTest {
    private static final int NONE = Instruction.NO_OPERAND;
    private static final int THREADS = 70;
    private static final int OPENS = 15;

    private final SmLab lab = new SmLab(RoundNumbers.profile("sm.schedulers=1", "pipes.integer.width=32 lanes/cycle"));
    private final EmittedCode k = new EmittedCode();
    private final int thread = k.special(SpecialRegister.THREAD_X);

    BarrierQuestionsTest() {
        // The first predicate is nobody's: what forgets which one is asked about finds it.
        k.predicate();
    }

    private Block run() {
        Block block = lab.block(k.build(), THREADS);
        lab.run(lab.sms().get(0), 0, block.warp(0), block.warp(1), block.warp(2));
        assertThat(lab.ended()).hasSize(3);
        return block;
    }

    private static long value(Block block, int register, int ofThread) {
        return block.warp(ofThread / 32).state().value(register, ofThread % 32);
    }

    private int ask(Question question, int predicate) {
        Modifiers.BarrierReduction barrier = new Modifiers.BarrierReduction(1, 0, question);
        if (question == Question.COUNT) {
            return k.op(Opcode.BARRIER_REDUCE, barrier, NONE, NONE, predicate);
        }
        int answer = k.predicate();
        k.into(answer, Opcode.BARRIER_REDUCE, barrier, NONE, NONE, predicate);
        return k.truth(answer);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, 0", "1, 1, 0, 1", "40, 40, 0, 1", "69, 69, 0, 1", "70, 70, 1, 1"})
    void eachThreadLearnsInHowManyWhetherInAllAndWhetherInAny(int below, int count, int all, int any) {
        int holds = k.compare(Comparison.LESS, thread, k.constant(below));
        int counted = ask(Question.COUNT, holds);
        int inAll = ask(Question.ALL, holds);
        int inAny = ask(Question.ANY, holds);
        Block block = run();
        for (int t = 0; t < THREADS; t++) {
            assertThat(value(block, counted, t)).isEqualTo(count);
            assertThat(value(block, inAll, t)).isEqualTo(all);
            assertThat(value(block, inAny, t)).isEqualTo(any);
        }
    }

    /** Of each warp, the lanes below 16; all threads below 20 say yes. */
    @Test
    void onlyTheLanesThatComeAnswerAndLearn() {
        int lane = k.special(SpecialRegister.LANE);
        int comes = k.compare(Comparison.LESS, lane, k.constant(16));
        int holds = k.compare(Comparison.LESS, thread, k.constant(20));
        int counted = k.op(Opcode.MOV, Modifiers.NONE, k.constant(77));
        k.onlyWhere(comes);
        k.into(counted, Opcode.BARRIER_REDUCE, new Modifiers.BarrierReduction(1, 0, Question.COUNT), NONE, NONE, holds);
        Block block = run();
        for (int t = 0; t < THREADS; t++) {
            assertThat(value(block, counted, t)).isEqualTo(t % 32 < 16 ? 16 : 77);
        }
    }

    /** The third warp does not come; the number and the threads of the barrier are in registers. */
    @Test
    void aQuestionMayBeOneOfSomeWarps() {
        int comes = k.compare(Comparison.LESS, thread, k.constant(64));
        int holds = k.compare(Comparison.GREATER_OR_EQUAL, thread, k.constant(30));
        int number = k.op(Opcode.MOV, Modifiers.NONE, k.constant(4));
        int threads = k.op(Opcode.MOV, Modifiers.NONE, k.constant(64));
        k.onlyWhere(comes);
        int counted = k.op(
                Opcode.BARRIER_REDUCE, new Modifiers.BarrierReduction(9, 32, Question.COUNT), number, threads, holds);
        Block block = run();
        for (int t = 0; t < THREADS; t++) {
            assertThat(value(block, counted, t)).isEqualTo(t < 64 ? 34 : 0);
        }
    }

    @Test
    void aBarrierOfAFixedNumberMayBeOneOfSomeWarps() {
        int comes = k.compare(Comparison.LESS, thread, k.constant(64));
        k.onlyWhere(comes);
        int counted =
                k.op(Opcode.BARRIER_REDUCE, new Modifiers.BarrierReduction(9, 64, Question.COUNT), NONE, NONE, comes);
        Block block = run();
        assertThat(value(block, counted, 63)).isEqualTo(64);
    }

    /** The last warp comes last: the clock is read a latency behind it, since the answer is there when the barrier opens. */
    @Test
    void anAnswerIsThereWhenTheBarrierOpens() {
        int holds = k.compare(Comparison.LESS, thread, k.constant(40));
        // Waits for the comparison, as the barrier would.
        k.truth(holds);
        int before = k.special(SpecialRegister.CLOCK);
        int counted = ask(Question.COUNT, holds);
        int sum = k.op(Opcode.ADD_I32, Modifiers.NONE, counted, k.constant(1));
        int behind = k.special(SpecialRegister.CLOCK);
        Block block = run();
        long last = Math.max(value(block, before, 0), Math.max(value(block, before, 32), value(block, before, 64)));
        assertThat(value(block, sum, 69)).isEqualTo(41);
        // An instruction a cycle: the barriers of three warps behind the last clock, then their additions and clocks.
        assertThat(value(block, behind, 0)).isBetween(last + 1 + OPENS + 1, last + 3 + OPENS + 1 + 6);
    }

    @Test
    void aBarrierForNoLaneOfAWarpTakesACycle() {
        int never = k.compare(Comparison.LESS, thread, k.constant(0));
        int before = k.special(SpecialRegister.CLOCK);
        k.onlyWhere(never);
        k.into(-1, Opcode.BARRIER, new Modifiers.Barrier(0, 0, false));
        int behind = k.special(SpecialRegister.CLOCK);
        Block block = lab.block(k.build(), 1);
        lab.run(lab.sms().get(0), 0, block.warp(0));
        // The comparison behind the read of the thread's number.
        int heldAt = 4 + RoundNumbers.profile().pipes().predicateLatencyCycles();
        assertThat(value(block, before, 0)).isEqualTo(4 + 1);
        assertThat(value(block, behind, 0)).isEqualTo(heldAt + 1);
    }
}
