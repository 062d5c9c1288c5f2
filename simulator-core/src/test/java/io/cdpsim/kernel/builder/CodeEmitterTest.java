package io.cdpsim.kernel.builder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.warp.Lanes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the emitter makes of labels, guards and operands. */
class CodeEmitterTest {
    private static final int NONE = Instruction.NO_OPERAND;

    private final CodeEmitter emitter = new CodeEmitter();

    private Kernel build() {
        return emitter.build(new KernelAttributes("k", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
    }

    private static Modifiers access(int count) {
        return new Modifiers.Access(
                StateSpace.GLOBAL, ValueType.F32, count, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 0);
    }

    @Test
    void aKernelEndsWithAnExit() {
        Instruction[] code = build().code();

        assertThat(code).hasSize(1);
        assertThat(code[0].opcode()).isEqualTo(Opcode.EXIT);
        assertThat(code[0].guard()).isNegative();
    }

    @Test
    void equalConstantsShareAnEntryAndRepeatForEachLane() {
        int five = emitter.constant(5);
        int minus = emitter.constant(-1);

        assertThat(five).isNegative();
        assertThat(emitter.constant(5)).isEqualTo(five).isNotEqualTo(minus);
        long[] constants = build().constants();
        assertThat(constants).hasSize(2 * Lanes.COUNT);
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            assertThat(constants[~five * Lanes.COUNT + lane]).isEqualTo(5);
            assertThat(constants[~minus * Lanes.COUNT + lane]).isEqualTo(-1);
        }
    }

    @Test
    void registersAndPredicatesAreCounted() {
        assertThat(emitter.newRegisters(3)).isZero();
        assertThat(emitter.newRegisters(1)).isEqualTo(3);
        assertThat(emitter.newPredicate()).isZero();
        assertThat(emitter.newPredicate()).isEqualTo(1);

        Kernel kernel = build();
        assertThat(kernel.registers()).isEqualTo(4);
        assertThat(kernel.predicates()).isEqualTo(2);
    }

    @Test
    void aLabelThatWasNeverPlacedIsRefused() {
        int label = emitter.newLabel();
        emitter.emitTo(Opcode.BRANCH, label, Modifiers.NONE);

        assertThatThrownBy(this::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("label 0 is used but was never placed");
    }

    @Test
    void aLabelAtTheEndLeadsToTheExit() {
        int end = emitter.newLabel();
        emitter.emitTo(Opcode.BRANCH, end, Modifiers.NONE);
        emitter.place(end);

        assertThat(build().code()[0].target()).isEqualTo(1);
    }

    @Test
    void aGuardHoldsForOneInstruction() {
        emitter.newRegisters(1);
        int predicate = emitter.newPredicate();
        emitter.guardNext(predicate, true);
        emitter.emit(Opcode.MOV, 0, 0, NONE, NONE, Modifiers.NONE);
        emitter.emit(Opcode.MOV, 0, 0, NONE, NONE, Modifiers.NONE);

        Instruction[] code = build().code();
        assertThat(code[0].guard()).isEqualTo(predicate);
        assertThat(code[0].guardNegated()).isTrue();
        assertThat(code[0].predicateReads()).containsExactly(predicate);
        assertThat(code[1].guard()).isNegative();
        assertThat(code[1].guardNegated()).isFalse();
        assertThat(code[1].predicateReads()).isEmpty();
    }

    @Test
    void lanesThatAGuardedCallLeavesOutGoAroundIt() {
        int predicate = emitter.newPredicate();
        int function = emitter.newLabel();
        emitter.guardNext(predicate, false);
        emitter.emitTo(Opcode.CALL, function, new Modifiers.Call(0, 0));
        emitter.emit(Opcode.EXIT, -1, NONE, NONE, NONE, Modifiers.NONE);
        emitter.place(function);
        emitter.emit(Opcode.RETURN, -1, NONE, NONE, NONE, Modifiers.NONE);

        Instruction[] code = build().code();
        assertThat(code[0].opcode()).isEqualTo(Opcode.BRANCH);
        assertThat(code[0].guard()).isEqualTo(predicate);
        assertThat(code[0].guardNegated()).isTrue();
        assertThat(code[0].target()).isEqualTo(2);
        assertThat(code[0].reconvergence()).isEqualTo(2);
        assertThat(code[1].opcode()).isEqualTo(Opcode.CALL);
        assertThat(code[1].guard()).isNegative();
        assertThat(code[1].target()).isEqualTo(3);
    }

    @Test
    void instructionsKnowTheirSourcePlace() {
        emitter.newRegisters(1);
        emitter.emit(Opcode.MOV, 0, 0, NONE, NONE, Modifiers.NONE);
        emitter.at("bfs.cu:12");
        emitter.emit(Opcode.MOV, 0, 0, NONE, NONE, Modifiers.NONE);

        Instruction[] code = build().code();
        assertThat(code[0].place()).isEmpty();
        assertThat(code[1].place()).isEqualTo("bfs.cu:12");
    }

    @Test
    void anInstructionWaitsForItsOperandsAndItsDestinationOnceEach() {
        emitter.newRegisters(4);
        emitter.emit(Opcode.MAD_I32, 3, 1, 1, 2, Modifiers.NONE);
        emitter.emit(Opcode.ADD_I32, 0, 0, emitter.constant(1), NONE, Modifiers.NONE);

        Instruction[] code = build().code();
        assertThat(code[0].registerReads()).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(code[0].registerWrites()).isEqualTo(1);
        assertThat(code[1].registerReads()).containsExactly(0);
    }

    @Test
    void aSelectionReadsItsThirdOperandAsAPredicate() {
        emitter.newRegisters(3);
        emitter.newPredicate();
        emitter.newPredicate();
        emitter.emit(Opcode.SELECT, 2, 0, emitter.constant(4), 1, Modifiers.NONE);

        Instruction select = build().code()[0];
        assertThat(select.registerReads()).containsExactlyInAnyOrder(0, 2);
        assertThat(select.predicateReads()).containsExactly(1);
    }

    @Test
    void comparisonsAndPredicateLogicWriteNoRegister() {
        emitter.newRegisters(2);
        emitter.newPredicate();
        emitter.emit(Opcode.COMPARE_S32, 0, 0, 1, NONE, new Modifiers.Compare(Comparison.LESS));
        emitter.emit(Opcode.PREDICATE_NOT, 0, 0, NONE, NONE, Modifiers.NONE);
        emitter.emit(Opcode.VOTE, 0, 0, NONE, NONE, new Modifiers.Vote(VoteMode.ANY));
        emitter.emit(Opcode.VOTE, 0, 0, NONE, NONE, new Modifiers.Vote(VoteMode.BALLOT));

        Instruction[] code = build().code();
        assertThat(code[0].registerReads()).containsExactlyInAnyOrder(0, 1);
        assertThat(code[0].registerWrites()).isZero();
        assertThat(code[1].registerReads()).isEmpty();
        assertThat(code[1].predicateReads()).containsExactly(0);
        assertThat(code[1].registerWrites()).isZero();
        assertThat(code[2].registerWrites()).isZero();
        assertThat(code[2].predicateReads()).containsExactly(0);
        assertThat(code[3].registerWrites()).isEqualTo(1);
        assertThat(code[3].registerReads()).containsExactly(0);
    }

    @Test
    void vectorsTakeConsecutiveRegisters() {
        emitter.newRegisters(10);
        emitter.emit(Opcode.LOAD, 4, 0, NONE, NONE, access(4));
        emitter.emit(Opcode.STORE, -1, 0, 6, NONE, access(2));
        emitter.emit(Opcode.STORE, -1, 0, emitter.constant(0), NONE, access(1));

        Instruction[] code = build().code();
        assertThat(code[0].registerWrites()).isEqualTo(4);
        assertThat(code[0].registerReads()).containsExactlyInAnyOrder(0, 4, 5, 6, 7);
        assertThat(code[1].registerWrites()).isZero();
        assertThat(code[1].registerReads()).containsExactlyInAnyOrder(0, 6, 7);
        assertThat(code[2].registerReads()).containsExactly(0);
    }

    @Test
    void atomicsWithoutAReturnedValueWriteNoRegister() {
        emitter.newRegisters(4);
        emitter.emit(Opcode.ATOMIC, -1, 0, 1, 2, atomic(false));
        emitter.emit(Opcode.ATOMIC, 3, 0, 1, 2, atomic(true));

        Instruction[] code = build().code();
        assertThat(code[0].registerWrites()).isZero();
        assertThat(code[0].registerReads()).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(code[1].registerWrites()).isEqualTo(1);
        assertThat(code[1].registerReads()).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    private static Modifiers atomic(boolean returnsOld) {
        return new Modifiers.Atomic(
                StateSpace.GLOBAL,
                ValueType.S32,
                AtomicOperation.COMPARE_AND_SWAP,
                returnsOld,
                MemoryOrder.RELAXED,
                Scope.DEVICE,
                0);
    }

    @Test
    void aLaunchReadsAllItsArguments() {
        KernelBuilder child = new KernelBuilder("child");
        for (int i = 0; i < 40; i++) {
            child.parameter(ValueType.S32);
        }
        KernelBuilder builder = new KernelBuilder("parent");
        List<Operand.Register> parameters = builder.registers(ValueType.S32, 40);
        Operand one = Operand.u32(1);
        Operand.Register error = builder.device()
                .launch(
                        KernelReference.to(child.build()),
                        List.of(one, one, one),
                        List.of(one, one, one),
                        one,
                        Operand.u64(0),
                        parameters);
        List<Operand.Register> stream = builder.device().streamCreateWithFlags(one);
        Kernel kernel = builder.build();

        Instruction launch = kernel.code()[0];
        int[] expected = new int[41];
        for (int i = 0; i < 40; i++) {
            expected[i] = parameters.get(i).index();
        }
        expected[40] = error.index();
        assertThat(launch.registerReads()).containsExactlyInAnyOrder(expected);
        assertThat(launch.registerWrites()).isEqualTo(1);
        assertThat(kernel.code()[1].registerWrites()).isEqualTo(2);
        assertThat(kernel.code()[1].destination()).isEqualTo(stream.get(0).index());
        assertThat(kernel.calls(DeviceCall.LAUNCH)).isTrue();
        assertThat(kernel.calls(DeviceCall.DEVICE_SYNCHRONIZE)).isFalse();
    }
}
