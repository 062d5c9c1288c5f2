package io.cdpsim.gpu.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import org.junit.jupiter.api.Test;

class ScoreboardTest {
    private static final int SELECTS_EARLIER = 9;

    private final Kernel kernel = kernel();
    private final Instruction sum = only(Opcode.ADD_I32);
    private final Instruction comparison = only(Opcode.COMPARE_S32);
    private final Instruction guarded = only(Opcode.EXIT);
    private final Instruction selection = only(Opcode.SELECT);
    private final Scoreboard scoreboard = new Scoreboard(SELECTS_EARLIER);

    ScoreboardTest() {
        scoreboard.clear(kernel.registers(), kernel.predicates());
    }

    /** {@code if (a + a < a) return; a < a ? 1 : 2;} */
    private static Kernel kernel() {
        KernelBuilder k = new KernelBuilder("sums");
        Operand a = k.parameter(ValueType.S32);
        var less = k.less(k.add(a, a), a);
        k.select(less, Operand.s32(1), Operand.s32(2));
        k.returnIf(less);
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
    void aGuardedInstructionWaitsForItsPredicate() {
        scoreboard.resultsReadyAt(comparison, 0, 0, 90);
        assertThat(scoreboard.operandsReady(guarded, 0, 0)).isEqualTo(90);
    }

    @Test
    void aSelectionByAComparisonWaitsForLess() {
        scoreboard.resultsReadyAt(comparison, 0, 0, 90);
        assertThat(scoreboard.operandsReady(selection, 0, 0)).isEqualTo(90 - SELECTS_EARLIER);
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
}
