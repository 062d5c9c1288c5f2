package io.cdpsim.gpu.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreboardTest {
    private static final int SELECTS_EARLIER = 9;
    private static final PipeTiming TIMING = new PipeTiming(RoundNumbers.profile(
                    "pipes.predicate_latency=13 cycles",
                    "pipes.integer.latency=4 cycles",
                    "pipes.memory_interval=4 cycles")
            .pipes());

    private final Kernel kernel = kernel();
    private final Instruction sum = only(Opcode.ADD_I32);
    private final Instruction comparison = only(Opcode.COMPARE_S32);
    private final Instruction guarded = only(Opcode.EXIT);
    private final Instruction selection = only(Opcode.SELECT);
    private final Scoreboard scoreboard = new Scoreboard(TIMING);

    ScoreboardTest() {
        scoreboard.clear(kernel.registers(), kernel.predicates());
    }

    /** {@code if (a + a < a) return; a < a ? 1 : 2; *p;} */
    private static Kernel kernel() {
        KernelBuilder k = new KernelBuilder("sums");
        Operand a = k.parameter(ValueType.S32);
        var less = k.less(k.add(a, a), a);
        k.select(less, Operand.s32(1), Operand.s32(2));
        k.returnIf(less);
        k.memory().load(ValueType.S32, k.parameter(ValueType.U64));
        return k.build();
    }

    private Instruction only(Opcode opcode) {
        for (Instruction in : kernel.code()) {
            if (in.opcode() == opcode) {
                return in;
            }
        }
        throw new AssertionError(opcode);
    }

    @Test
    void atFirstEverythingIsThere() {
        assertThat(scoreboard.operandsReady(comparison, 0, 0)).isZero();
    }

    @Test
    void anInstructionWaitsForTheLastOfWhatItReads() {
        scoreboard.resultsReadyAt(sum, 0, 0, 70);
        assertThat(scoreboard.operandsReady(comparison, 0, 0)).isEqualTo(70);
        assertThat(scoreboard.operandsReady(guarded, 0, 0))
                .as("reads no register")
                .isZero();
    }

    @Test
    void anInstructionWaitsForWhatItWritesAnew() {
        scoreboard.resultsReadyAt(sum, 0, 0, 70);
        assertThat(scoreboard.operandsReady(sum, 0, 0)).isEqualTo(70);
    }

    @Test
    void aLoadWhoseRegisterOtherLanesWaitForWaitsForItsAddressAlone() {
        Instruction load = only(Opcode.LOAD);
        scoreboard.registersReadyAt(load.destination(), 1, 70);
        assertThat(scoreboard.sourcesReady(load, 0, 0)).isZero();
        scoreboard.registersReadyAt(load.a(), 1, 50);
        assertThat(scoreboard.sourcesReady(load, 0, 0)).isEqualTo(50);
        assertThat(scoreboard.operandsReady(load, 0, 0)).isEqualTo(70);
    }

    @Test
    void aGuardedInstructionWaitsForItsPredicate() {
        scoreboard.resultsReadyAt(comparison, 0, 0, 90);
        assertThat(scoreboard.operandsReady(guarded, 0, 0)).isEqualTo(90);
    }

    @Test
    void aSelectionByAComparisonWaitsForLess() {
        scoreboard.resultsReadyAt(comparison, 0, 0, 90);
        assertThat(scoreboard.operandsReady(selection, 0, 0)).isEqualTo(90 - SELECTS_EARLIER);
    }

    /** What ptxas leaves between them, whatever they access. */
    @Test
    void aWarpIssuesInstructionsOnMemoryAtIntervals() {
        Instruction load = only(Opcode.LOAD);
        scoreboard.issues(load, 100);
        assertThat(scoreboard.operandsReady(load, 0, 0)).isEqualTo(104);
        assertThat(scoreboard.operandsReady(sum, 0, 0)).as("computes").isZero();
        scoreboard.issues(sum, 200);
        assertThat(scoreboard.operandsReady(load, 0, 0)).isEqualTo(104);
    }

    @Test
    void aCalledFunctionHasRegistersAndPredicatesOfItsOwn() {
        int registers = kernel.registers();
        int predicates = kernel.predicates();
        scoreboard.resultsReadyAt(sum, 0, 0, 70);
        scoreboard.reserve(2 * registers, 2 * predicates);
        assertThat(scoreboard.operandsReady(comparison, registers, predicates)).isZero();
        assertThat(scoreboard.operandsReady(comparison, 0, 0))
                .as("the caller's are kept")
                .isEqualTo(70);
    }

    @Test
    void aNewWarpWaitsForNothingOfTheOneBefore() {
        scoreboard.resultsReadyAt(sum, 0, 0, 70);
        scoreboard.resultsReadyAt(comparison, 0, 0, 90);
        scoreboard.clear(kernel.registers(), kernel.predicates());
        assertThat(scoreboard.operandsReady(comparison, 0, 0)).isZero();
        assertThat(scoreboard.operandsReady(guarded, 0, 0)).isZero();
    }

    @Test
    void inAWindowAnInstructionWaitsForWhatIsInThatWindow() {
        int registers = kernel.registers();
        int predicates = kernel.predicates();
        scoreboard.reserve(2 * registers, 2 * predicates);
        scoreboard.resultsReadyAt(sum, registers, predicates, 70);
        scoreboard.resultsReadyAt(comparison, registers, predicates, 90);
        assertThat(scoreboard.operandsReady(comparison, registers, predicates)).isEqualTo(70);
        assertThat(scoreboard.operandsReady(guarded, registers, predicates)).isEqualTo(90);
        assertThat(scoreboard.operandsReady(comparison, 0, 0)).isZero();
        assertThat(scoreboard.operandsReady(guarded, 0, 0)).isZero();
    }

    @Test
    void severalRegistersHaveTheirValuesTogether() {
        int result = sum.destination();
        scoreboard.reserve(result + 5, kernel.predicates());
        scoreboard.registersReadyAt(result - 1, 2, 70);
        assertThat(scoreboard.operandsReady(comparison, 0, 0)).isEqualTo(70);
    }

    @Test
    void aPredicateThatIsKnownByItsPlaceHoldsUpWhatItGuards() {
        scoreboard.predicateReadyAt(comparison.destination(), 80);
        assertThat(scoreboard.operandsReady(guarded, 0, 0)).isEqualTo(80);
    }

    @Test
    void anInstructionWithoutAResultHoldsNothingUp() {
        scoreboard.resultsReadyAt(guarded, 1, 1, 80);
        assertThat(scoreboard.operandsReady(comparison, 0, 0)).isZero();
        assertThat(scoreboard.operandsReady(guarded, 0, 0)).isZero();
    }

    /** Loads of the last scoreboard: nobody in their block uses their values. */
    @Test
    void whoWaitsForALoadBehindOneThatIsNotAnsweredWaitsForBoth() {
        Instruction load = only(Opcode.LOAD);
        int first = load.destination();
        int behind = first + 1;
        int last = first + 2;
        scoreboard.reserve(last + 1, kernel.predicates());
        scoreboard.loads(load, first, Scoreboard.UNKNOWN, 10);
        scoreboard.loads(load, behind, 40, 11);
        scoreboard.loads(load, last, Scoreboard.UNKNOWN, 12);
        assertThat(List.of(ready(first), ready(behind), ready(last))).containsOnly(Scoreboard.UNKNOWN);

        scoreboard.answered(load, first, 700);
        assertThat(List.of(ready(first), ready(behind), ready(last))).containsExactly(700L, 700L, Scoreboard.UNKNOWN);

        scoreboard.answered(load, last, 600);
        assertThat(ready(last)).isEqualTo(700);
    }

    /** When the register of a load is ready, in a window in which the load's is this one. */
    private long ready(int register) {
        Instruction load = only(Opcode.LOAD);
        return scoreboard.operandsReady(load, register - load.destination(), 0);
    }
}
