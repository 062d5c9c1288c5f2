package io.cdpsim.gpu.issue;

import static io.cdpsim.gpu.issue.EffectScope.DEVICE;
import static io.cdpsim.gpu.issue.EffectScope.SCHEDULER;
import static io.cdpsim.gpu.issue.EffectScope.SM;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.AtomicElection;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Convergence;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may notice when an instruction is executed. */
class EffectScopeTest {
    private static final int NONE = Instruction.NO_OPERAND;

    private static EffectScope reach(Opcode opcode, Modifiers detail) {
        return EffectScope.of(new Instruction(
                opcode,
                -1,
                false,
                -1,
                NONE,
                NONE,
                NONE,
                detail,
                0,
                0,
                new int[0],
                new int[0],
                0,
                0,
                AtomicElection.NONE,
                -1,
                false,
                false,
                Convergence.NONE,
                SourcePlace.UNKNOWN));
    }

    @ParameterizedTest
    @CsvSource({
        "ADD_I32, SCHEDULER",
        "DIV_F64, SCHEDULER",
        "COMPARE_S32, SCHEDULER",
        "BRANCH, SCHEDULER",
        "SHUFFLE, SM",
        "MATCH, SM",
        "REDUCE, SM",
        "BARRIER, SM",
        "BARRIER_REDUCE, SM",
        "EXIT, SM",
        "DEVICE_CALL, DEVICE",
        "PRINT, DEVICE",
        "BULK, DEVICE",
        "TRAP, DEVICE"
    })
    void theScopeOfAnInstructionIsTheSharersOfItsResources(Opcode opcode, EffectScope reach) {
        assertThat(reach(opcode, Modifiers.NONE)).isEqualTo(reach);
    }

    @ParameterizedTest
    @EnumSource(StateSpace.class)
    void sharedMemoryIsThatOfTheSmAndAllOtherEverybodys(StateSpace space) {
        EffectScope expected = space == StateSpace.SHARED ? SM : DEVICE;
        Modifiers access =
                new Modifiers.Access(space, ValueType.S32, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.DEVICE, 0);
        assertThat(reach(Opcode.LOAD, access)).isEqualTo(expected);
        assertThat(reach(Opcode.STORE, access)).isEqualTo(expected);
        Modifiers atomic = new Modifiers.Atomic(
                space, ValueType.S32, AtomicOperation.ADD, true, MemoryOrder.RELAXED, Scope.DEVICE, 0);
        assertThat(reach(Opcode.ATOMIC, atomic)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Scope.class)
    void onlyAFenceOfTheSystemWaitsForOthers(Scope scope) {
        assertThat(reach(Opcode.FENCE, new Modifiers.Fence(scope, false)))
                .isEqualTo(scope == Scope.SYSTEM ? DEVICE : SCHEDULER);
    }
}
