package io.cdpsim.kernel.verification;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.f64;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.s64;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.AtomicElection;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Convergence;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.OperandKind;
import io.cdpsim.kernel.code.OperandSignature;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.PointerOrigins;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.RegisterTypes;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong kernels are refused when they are built, with the kernel and the place; right ones pass. */
class KernelVerifierTest {
    private static final int NONE = Instruction.NO_OPERAND;
    private static final Operand ONE = u32(1);

    private static Kernel build(Consumer<KernelBuilder> body) {
        KernelBuilder builder = new KernelBuilder("wrong");
        body.accept(builder);
        return builder.build();
    }

    private static Kernel child(ValueType... parameters) {
        KernelBuilder builder = new KernelBuilder("child");
        for (ValueType type : parameters) {
            builder.parameter(type);
        }
        return builder.build();
    }

    private static Operand integer(KernelBuilder k) {
        return k.variable(s32(1));
    }

    private static Operand wide(KernelBuilder k) {
        return k.variable(s64(1));
    }

    private static Arguments wrong(String message, Consumer<KernelBuilder> body) {
        return arguments(message, body);
    }

    static List<Arguments> wrongTypes() {
        return List.of(
                wrong(
                        "instruction 2 (ADD_I64): operand b is register 1, a 32-bit integer, where a 64-bit integer is"
                                + " meant",
                        k -> k.add(wide(k), integer(k))),
                wrong(
                        "instruction 2 (ADD_I32): operand b is register 1, a 64-bit integer, where a 32-bit integer is"
                                + " meant",
                        k -> k.add(integer(k), wide(k))),
                wrong(
                        "operand b is register 1, a single-precision float, where a 32-bit integer is meant",
                        k -> k.multiply(integer(k), k.variable(f32(2)))),
                wrong(
                        "(MUL_F64): operand b is the constant 1073741824, a single-precision float, where a"
                                + " double-precision float is meant",
                        k -> k.multiply(k.variable(f64(2)), f32(2))),
                wrong(
                        "operand b is the constant 4294967296, a 64-bit integer, where a 32-bit integer is meant",
                        k -> k.add(integer(k), u64(1L << 32))),
                // Registers hold integers of 32 bits sign-extended: this would be a mask of all 64 bits.
                wrong(
                        "(AND_B64): operand b is the constant -1, 32 bits, where 64 bits is meant",
                        k -> k.and(wide(k), u32(0xFFFFFFFF))),
                wrong(
                        "(MOV): operand a is register 1, a 64-bit integer, but the destination is of a 32-bit integer",
                        k -> k.assign(k.variable(s32(0)), wide(k))),
                wrong(
                        "(COMPARE_F32): operand b is register 1, a 32-bit integer, where a single-precision float is"
                                + " meant",
                        k -> k.less(k.variable(f32(1)), integer(k))),
                wrong(
                        "(ADD_I32): the destination is register 0, a single-precision float, but the result is a"
                                + " 32-bit integer",
                        k -> k.compute(k.variable(f32(1)), Opcode.ADD_I32, s32(1), s32(2))),
                wrong("(ADD_I32): operand b is missing", k -> k.unary(Opcode.ADD_I32, ValueType.S32, integer(k))),
                wrong(
                        "(NEG_I32): operand b is not taken here, but is given",
                        k -> k.binary(Opcode.NEG_I32, ValueType.S32, integer(k), ONE)),
                wrong(
                        "(LOAD): the address is register 0, a 32-bit integer, where a 64-bit integer is meant",
                        k -> k.memory().load(ValueType.S32, integer(k))),
                wrong(
                        "(STORE): the value is register 0, a 32-bit integer, where 64 bits is meant",
                        k -> k.memory().store(ValueType.S64, u64(0), integer(k))),
                wrong(
                        "(ATOMIC): the operand is register 0, a 64-bit integer, where a 32-bit integer is meant",
                        k -> k.memory().atomic(AtomicOperation.ADD, ValueType.U32, u64(0), wide(k))),
                wrong("(BARRIER): is barrier 16; a block has 0 to 15", k -> k.barrier(16, 0, false)),
                wrong("(BARRIER): is for 33 threads, which is not a multiple of 32", k -> k.barrier(1, 33, false)));
    }

    @ParameterizedTest
    @MethodSource("wrongTypes")
    void operandsOfAnotherTypeAreRefused(String message, Consumer<KernelBuilder> body) {
        assertThatThrownBy(() -> build(body))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageStartingWith("kernel wrong, instruction ")
                .hasMessageEndingWith(message);
    }

    static List<Arguments> wrongCalls() {
        return List.of(
                wrong(
                        "(cudaMemcpy3DAsync): takes 11 arguments, not 2",
                        k -> k.device().memcpy3DAsync(List.of(u64(0), DeviceRuntimeCalls.NULL_STREAM))),
                wrong(
                        "(cudaMemsetAsync): argument 4 (stream) is register 0, a 32-bit integer, where a 64-bit"
                                + " integer is meant",
                        k -> k.device().memsetAsync(u64(0), s32(0), u64(4), integer(k))),
                wrong(
                        "(cudaStreamDestroy): argument 1 (stream) is the constant 0, a single-precision float, where a"
                                + " 64-bit integer is meant",
                        k -> k.device().streamDestroy(f32(0))));
    }

    @ParameterizedTest
    @MethodSource("wrongCalls")
    void callsWithOtherArgumentsThanTheTableSaysAreRefused(String message, Consumer<KernelBuilder> body) {
        assertThatThrownBy(() -> build(body))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageEndingWith(message);
    }

    @Test
    void aLaunchWithAMissingParameterIsRefused() {
        KernelReference child = KernelReference.to(child(ValueType.U64, ValueType.S32));

        assertThatThrownBy(() -> build(k -> {
                    k.at("parent.cu:7");
                    k.device().launch(child, ONE, ONE, DeviceRuntimeCalls.NULL_STREAM, u64(0));
                }))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessage(
                        "kernel wrong, instruction 0 (cudaLaunchDevice of child at parent.cu:7): passes 1 parameter,"
                                + " but child has 2");
    }

    @Test
    void aLaunchWithTooManyParametersIsRefused() {
        KernelReference child = KernelReference.to(child());

        assertThatThrownBy(() ->
                        build(k -> k.device().launch(child, ONE, ONE, DeviceRuntimeCalls.NULL_STREAM, u64(0), s32(1))))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageEndingWith("passes 2 parameters, but child has 0");
    }

    @Test
    void aLaunchWithAParameterOfAnotherTypeIsRefused() {
        KernelReference child = KernelReference.to(child(ValueType.S32, ValueType.F32));

        assertThatThrownBy(() -> build(
                        k -> k.device().launch(child, ONE, ONE, DeviceRuntimeCalls.NULL_STREAM, s32(0), integer(k))))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageEndingWith("parameter 2 of child, of type F32 is register 0, a 32-bit integer, where a"
                        + " single-precision float is meant");
    }

    @Test
    void aLaunchWithTooFewDimensionsIsRefused() {
        KernelReference child = KernelReference.to(child());

        assertThatThrownBy(() -> build(k -> k.device()
                        .launch(child, List.of(ONE), List.of(ONE), ONE, DeviceRuntimeCalls.NULL_STREAM, List.of())))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageEndingWith("takes 8 arguments and the kernel's parameters, not 4");
    }

    @Test
    void aLaunchOfAKernelThatIsBuiltLaterIsCheckedThen() {
        KernelBuilder later = new KernelBuilder("later");
        Kernel parent = build(k -> k.device().launch(later.self(), ONE, ONE, DeviceRuntimeCalls.NULL_STREAM));
        later.parameter(ValueType.S32);

        assertThat(parent.code()).hasSize(2);
        assertThatThrownBy(later::build)
                .isInstanceOf(KernelVerificationException.class)
                .hasMessage(
                        "kernel wrong, instruction 0 (cudaLaunchDevice of later): passes 0 parameters, but later has"
                                + " 1");
    }

    @Test
    void aKernelThatLaunchesItselfIsCheckedToo() {
        assertThatThrownBy(() -> build(k -> {
                    k.parameter(ValueType.S32);
                    k.device().launch(k.self(), ONE, ONE, DeviceRuntimeCalls.NULL_STREAM);
                }))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageEndingWith("passes 0 parameters, but wrong has 1");
    }

    @Test
    void aRegisterOfAnotherKernelIsRefusedWhereItIsUsed() {
        KernelBuilder other = new KernelBuilder("other");
        Operand foreign = other.variable(s32(1));

        assertThatThrownBy(() -> build(k -> {
                    k.threadX();
                    k.at("mixed.cu:3");
                    k.add(s32(1), foreign);
                }))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessage(
                        "kernel wrong, instruction 1 (mixed.cu:3): register 0 belongs to kernel other; each kernel has"
                                + " registers and predicates of its own");
        assertThatThrownBy(() -> build(k -> k.ifThen(other.equal(s32(1), s32(1)), () -> {})))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageContaining("predicate 0 belongs to kernel other");
    }

    private static Modifiers arithmetic(Rounding rounding) {
        return new Modifiers.Arithmetic(rounding, false, false);
    }

    private static Modifiers convert(ValueType from, ValueType to) {
        return new Modifiers.Convert(from, to, Rounding.ZERO, false, false, false);
    }

    /** What no builder writes, but another front end might. */
    static List<Arguments> wrongCode() {
        return List.of(
                emitted(
                        "the destination is register 9, but the kernel has 2",
                        e -> e.emit(Opcode.MOV, 9, 0, NONE, NONE, Modifiers.NONE)),
                emitted(
                        "operand b is register 2, but the kernel has 2",
                        e -> e.emit(Opcode.ADD_I32, 0, 0, 2, NONE, Modifiers.NONE)),
                emitted(
                        "operand b is constant 5, but the kernel has 0",
                        e -> e.emit(Opcode.ADD_I32, 0, 0, ~5, NONE, Modifiers.NONE)),
                emitted(
                        "operand c is predicate 1, but the kernel has 1",
                        e -> e.emit(Opcode.SELECT, 0, 0, 1, 1, Modifiers.NONE)),
                emitted("the guard is predicate 4, but the kernel has 1", e -> {
                    e.guardNext(4, false);
                    e.emit(Opcode.MOV, 0, 0, NONE, NONE, Modifiers.NONE);
                }),
                emitted(
                        "the destination is register 2, but the kernel has 2",
                        e -> e.emit(Opcode.LOAD, 1, 0, NONE, NONE, access(2))),
                emitted(
                        "moves 3 values at once; 1, 2, 4 and 8 can be, of 32 bytes in all",
                        e -> e.emit(Opcode.LOAD, 0, 0, NONE, NONE, access(3))),
                emitted(
                        "has modifiers None, but takes Compare",
                        e -> e.emit(Opcode.COMPARE_S32, 0, 0, 1, NONE, Modifiers.NONE)),
                emitted(
                        "has modifiers Arithmetic, but takes none",
                        e -> e.emit(Opcode.ADD_I32, 0, 0, 0, NONE, arithmetic(Rounding.NEAREST))),
                emitted(
                        "rounds to the nearest only",
                        e -> e.emit(Opcode.NEG_F32, 0, 0, NONE, NONE, arithmetic(Rounding.DOWN))),
                emitted(
                        "has the table 256; use 0 to 255",
                        e -> e.emit(Opcode.LOP3_B32, 0, 0, 0, 0, new Modifiers.Lookup(256))),
                emitted(
                        "does not convert F64 to S32",
                        e -> e.emit(Opcode.CONVERT, 0, 0, NONE, NONE, convert(ValueType.F64, ValueType.S32))),
                emitted(
                        "does not convert F16X2 to F32",
                        e -> e.emit(Opcode.CONVERT, 0, 0, NONE, NONE, convert(ValueType.F16X2, ValueType.F32))),
                emitted(
                        "reads a parameter of type S32 at byte 4, where the kernel has none",
                        e -> e.emit(
                                Opcode.LOAD_PARAMETER, 0, NONE, NONE, NONE, new Modifiers.Parameter(4, ValueType.S32))),
                emitted(
                        "names no kernel",
                        e -> e.emit(
                                Opcode.DEVICE_CALL,
                                -1,
                                NONE,
                                NONE,
                                NONE,
                                new Modifiers.Device(DeviceCall.FUNC_GET_ATTRIBUTES, List.of(0), null, false))),
                emitted(
                        "takes 0 arguments, not 1",
                        e -> e.emit(
                                Opcode.DEVICE_CALL,
                                -1,
                                NONE,
                                NONE,
                                NONE,
                                new Modifiers.Device(DeviceCall.GET_LAST_ERROR, List.of(0), null, false))));
    }

    private static Arguments emitted(String message, Consumer<CodeEmitter> body) {
        return arguments(message, body);
    }

    private static Modifiers access(int count) {
        return new Modifiers.Access(
                StateSpace.GLOBAL, ValueType.S32, count, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 0);
    }

    @ParameterizedTest
    @MethodSource("wrongCode")
    void codeThatReachesForWhatIsNotThereIsRefused(String message, Consumer<CodeEmitter> body) {
        CodeEmitter emitter = new CodeEmitter();
        emitter.newRegisters(2);
        emitter.newPredicate();
        body.accept(emitter);

        assertThatThrownBy(() -> emitter.build(attributes(), ParameterLayout.of(List.of(ValueType.S32))))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageStartingWith("kernel raw, instruction 0 (")
                .hasMessageEndingWith(message);
    }

    private static KernelAttributes attributes() {
        return new KernelAttributes("raw", 32, 0, 0, 0, false);
    }

    private static Kernel raw(Instruction... code) {
        return new Kernel(
                attributes(),
                List.of(code),
                new long[0],
                new RegisterTypes(List.of(), List.of()),
                0,
                ParameterLayout.of(List.of()),
                new PointerOrigins(new byte[0], new byte[0]));
    }

    private static Instruction jump(Opcode opcode, int target, int reconvergence) {
        return new Instruction(
                opcode,
                -1,
                false,
                -1,
                NONE,
                NONE,
                NONE,
                Modifiers.NONE,
                target,
                reconvergence,
                new int[0],
                new int[0],
                0,
                0,
                AtomicElection.NONE,
                -1,
                false,
                false,
                Convergence.NONE,
                SourcePlace.UNKNOWN);
    }

    @Test
    void aBranchOutOfTheCodeIsRefused() {
        Kernel kernel = raw(jump(Opcode.BRANCH, 7, 1), jump(Opcode.EXIT, -1, 2));

        assertThatThrownBy(() -> KernelVerifier.verify(kernel))
                .hasMessage("kernel raw, instruction 0 (BRANCH): goes to instruction 7, but the kernel has 2");
    }

    @Test
    void codeThatRunsOnBehindItsEndIsRefused() {
        Kernel kernel = raw(jump(Opcode.WARP_SYNC, -1, 1));

        assertThatThrownBy(() -> KernelVerifier.verify(kernel))
                .hasMessageStartingWith("kernel raw, instruction 1: execution continues after the last");
    }

    /** As PTX has it: bits of no stated type may be added, but not with floats of another size. */
    @Test
    void untypedBitsAgreeWithAllOfTheirSize() {
        CodeEmitter emitter = new CodeEmitter();
        int bits = emitter.newRegisters(RegisterType.BITS_32, 1);
        int single = emitter.newRegisters(RegisterType.FLOAT_32, 1);
        int real = emitter.newRegisters(RegisterType.FLOAT_64, 1);
        emitter.emit(Opcode.ADD_I32, bits, bits, bits, NONE, Modifiers.NONE);
        emitter.emit(Opcode.ADD_F32, bits, bits, single, NONE, Modifiers.NONE);
        emitter.emit(Opcode.XOR_B32, single, bits, single, NONE, Modifiers.NONE);
        emitter.emit(Opcode.ADD_F64, real, real, bits, NONE, Modifiers.NONE);

        assertThatThrownBy(() -> emitter.build(attributes(), ParameterLayout.of(List.of())))
                .hasMessage("kernel raw, instruction 3 (ADD_F64): operand b is register 0, 32 bits, where a"
                        + " double-precision float is meant");
    }

    @Test
    void whatCNarrowsByItselfPasses() {
        assertThatCode(() -> build(k -> {
                    k.memory().store(ValueType.S32, u64(0), wide(k));
                    k.device().streamCreateWithFlags(wide(k));
                    k.add(wide(k), s32(-1));
                    k.add(integer(k), u64(7));
                }))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource
    void everyOpcodeThatOnlyComputesHasASignature(Opcode opcode) {
        if (opcode.isArithmetic()) {
            OperandSignature signature = opcode.signature();
            assertThat(signature.destination()).isNotEqualTo(OperandKind.NONE);
            assertThat(signature.operands()).isPositive();
            assertThat(signature.destination() == OperandKind.PREDICATE).isEqualTo(opcode.writesPredicate());
        }
    }
}
