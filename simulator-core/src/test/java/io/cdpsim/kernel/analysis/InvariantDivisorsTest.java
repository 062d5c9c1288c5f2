package io.cdpsim.kernel.analysis;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** For which divisions the SASS of ptxas 13.0 for compute capability 9.0 has the reciprocal (MUFU.RCP) before the loop. */
class InvariantDivisorsTest {
    private static final List<String> DIVISIONS = List.of("DIV_", "REM_");

    private static Register load(KernelBuilder k, Register words, Operand index) {
        return k.memory().load(ValueType.S32, k.element(words, index, 4));
    }

    private static List<Boolean> ofDivisions(Instruction[] code) {
        return Arrays.stream(code)
                .filter(in -> DIVISIONS.stream().anyMatch(in.opcode().name()::startsWith))
                .map(Instruction::hasShortForm)
                .toList();
    }

    /** Of each division in its order. */
    private static List<Boolean> invariant(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return ofDivisions(k.build().code());
    }

    /** {@code s ^= p[i] / m}, and the same with {@code %}. */
    @ParameterizedTest
    @EnumSource(
            value = ValueType.class,
            names = {"S32", "U32"})
    void aDivisorFromBeforeTheLoopIsOneForAllTurns(ValueType type) {
        assertThat(invariant(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register divisor = k.parameter(type);
                    k.forLoop(u32(0), k.threadX(), u32(1), i -> {
                        Register place = k.element(words, i, 4);
                        Register value = k.memory().load(type, place);
                        k.memory().store(type, place, k.add(k.divide(value, divisor), k.remainder(value, divisor)));
                    });
                }))
                .containsExactly(true, true);
    }

    /** {@code s ^= m / p[i]} and {@code s ^= m / i}. */
    @Test
    void aDivisorThatATurnComputesIsNot() {
        assertThat(invariant(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register dividend = k.parameter(ValueType.S32);
                    k.forLoop(u32(1), k.threadX(), u32(1), i -> {
                        Register place = k.element(words, i, 4);
                        k.memory().store(ValueType.S32, place, k.divide(dividend, load(k, words, i)));
                    });
                }))
                .containsExactly(false);
        assertThat(invariant(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register dividend = k.parameter(ValueType.U32);
                    k.forLoop(
                            u32(1),
                            k.threadX(),
                            u32(1),
                            i -> k.memory().store(ValueType.U32, k.element(words, i, 4), k.divide(dividend, i)));
                }))
                .containsExactly(false);
    }

    @Test
    void onlyTheInnermostLoopCounts() {
        assertThat(invariant(k -> {
                    Register words = k.parameter(ValueType.U64);
                    k.forLoop(u32(0), k.threadX(), u32(1), j -> {
                        Register divisor = load(k, words, j);
                        k.memory().store(ValueType.S32, words, k.divide(load(k, words, j), divisor));
                        k.forLoop(u32(0), k.threadX(), u32(1), i -> {
                            Register place = k.element(words, i, 4);
                            k.memory().store(ValueType.S32, place, k.divide(load(k, words, i), divisor));
                        });
                    });
                }))
                .containsExactly(false, true);
    }

    @Test
    void outsideOfLoopsEachDivisionIsComputedInFull() {
        assertThat(invariant(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register divisor = k.parameter(ValueType.S32);
                    k.memory().store(ValueType.S32, words, k.divide(load(k, words, u32(3)), divisor));
                }))
                .containsExactly(false);
    }

    /** Divisions of 64 bits and of floating-point numbers keep their reciprocal in the loop. */
    @ParameterizedTest
    @EnumSource(
            value = ValueType.class,
            names = {"S64", "U64", "F32", "F64"})
    void otherTypesAreDividedInFull(ValueType type) {
        assertThat(invariant(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register divisor = k.parameter(type);
                    k.forLoop(u32(0), k.threadX(), u32(1), i -> {
                        Register place = k.element(words, i, 8);
                        k.memory().store(type, place, k.divide(k.memory().load(type, place), divisor));
                    });
                }))
                .containsExactly(false);
    }

    /** {@code s ^= other(p[i]) / m}. */
    @Test
    void aFunctionThatTheLoopCallsLeavesNoReciprocalInRegisters() {
        String text = """
            .version 9.0
            .target sm_90
            .address_size 64
            .func (.reg .b32 %o) other(.reg .b32 %i) { mad.lo.s32 %o, %i, 3, 1; ret; }
            .visible .entry k(.param .u64 to, .param .u32 by) {
                .reg .b64 %p; .reg .b32 %i, %d, %x; .reg .pred %again;
                ld.param.u64 %p, [to]; ld.param.u32 %d, [by];
                mov.u32 %i, %tid.x;
            LOOP:
                ld.global.u32 %x, [%p];
                CALL
                div.s32 %x, %x, %d;
                st.global.u32 [%p], %x;
                add.s64 %p, %p, 4; mad.lo.s32 %i, %i, 3, 1;
                setp.lt.s32 %again, %i, 1000;
                @%again bra LOOP;
                ret;
            }
            """;
        assertThat(ofDivisions(lowered(text.replace("CALL", "call (%x), other, (%x);"))))
                .containsExactly(false);
        assertThat(ofDivisions(lowered(text.replace("CALL", "")))).containsExactly(true);
    }

    /** The code of the kernel {@code k} of a module. */
    static Instruction[] lowered(String text) {
        PtxProgram program = PtxProgram.link(List.of(PtxReader.read("k.ptx", text)));
        return Objects.requireNonNull(PtxLowering.kernels(program, symbol -> 0).get("k"))
                .code();
    }
}
