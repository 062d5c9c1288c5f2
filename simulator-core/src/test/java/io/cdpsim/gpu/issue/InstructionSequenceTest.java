package io.cdpsim.gpu.issue;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of operations that the assembler makes several instructions of. */
class InstructionSequenceTest {
    /** Of a turn of the loop in which one lane measured a chain: what is not the chain's. */
    private static final double LOOP_CYCLES = 22;

    private final PipeTiming timing = new PipeTiming(Profiles.load("h200").pipes());

    /**
     * A turn of the loop is one operation, in some with an addition or a second one behind it. Source: {@code lane} rows of
     * {@code measurements/programs/sequences-h200.csv}, measured on an H200.
     */
    @ParameterizedTest
    @CsvSource({
        "ddiv, DIV_F64, , 148.4",
        "drcp, RCP_F64, , 98.4",
        "dsqrt, SQRT_F64, ADD_F64, 116.4",
        "drsqrt, RSQRT_F64, ADD_F64, 91.6",
        "fdiv, DIV_F32, , 81.5",
        "frcp, RCP_F32, , 101.4",
        "fsqrt, SQRT_F32, ADD_F32, 80.5",
        "idiv, DIV_S32, ADD_I32, 154.3",
        "udiv, DIV_U32, ADD_I32, 143.3",
        "umod, REM_U32, ADD_I32, 151.5",
        "ldiv, DIV_U64, ADD_I64, 330.4",
        "lmod, REM_U64, ADD_I64, 327.6",
        "mul64hi, MULHI_S64, , 51.3",
    })
    void aChainOnAnH200TakesAsLongAsMeasured(String name, Opcode operation, Opcode addition, double measured) {
        double simulated = timing.latency(operation) + (addition == null ? 0 : timing.latency(addition));
        assertThat(simulated).as(name).isCloseTo(measured - LOOP_CYCLES, withPercentage(20));
    }

    /** A double becomes an integer and a double again: 35 cycles with the addition. Source: row {@code d2i} of the same file. */
    @Test
    void conversionsOfDoublesTakeNotMuchLongerThanMeasured() {
        double simulated = timing.latency(Opcode.CVT_F64_TO_S32)
                + timing.latency(Opcode.CVT_S32_TO_F64)
                + timing.latency(Opcode.ADD_F64);
        assertThat(simulated).isCloseTo(57.3 - LOOP_CYCLES, withPercentage(25));
    }

    /** Source: passes of {@code sortBucket}, each of which enters the loop over its pairs anew ({@code measurements/programs/second-h200.csv}). */
    @Test
    void theReciprocalBeforeALoopAndADivisionInItTakeAsLongAsOneAlone() {
        KernelBuilder k = new KernelBuilder("k");
        Register words = k.parameter(ValueType.U64);
        Register divisor = k.parameter(ValueType.S32);
        k.forLoop(
                u32(0),
                k.threadX(),
                u32(1),
                i -> k.memory().store(ValueType.S32, words, k.divide(k.memory().load(ValueType.S32, words), divisor)));
        int inLoop = Arrays.stream(k.build().code())
                .filter(in -> in.opcode() == Opcode.DIV_S32)
                .mapToInt(timing::latency)
                .sum();

        assertThat((double) timing.latency(Opcode.DIVISOR_I32) + inLoop)
                .isCloseTo(timing.latency(Opcode.DIV_S32), withPercentage(10));
    }

    /** The reciprocal is computed before the loop: of the instructions and of their time less than half is left. */
    @Test
    void aDivisionByOneNumberInAllTurnsOfALoopTakesLessThanHalf() {
        KernelBuilder k = new KernelBuilder("k");
        Register words = k.parameter(ValueType.U64);
        Register divisor = k.parameter(ValueType.U32);
        k.forLoop(u32(0), k.threadX(), u32(1), i -> {
            Register value = k.memory().load(ValueType.U32, words);
            k.memory().store(ValueType.U32, words, k.add(k.divide(value, divisor), k.divide(value, i)));
        });
        List<Instruction> divisions = Arrays.stream(k.build().code())
                .filter(in -> in.opcode() == Opcode.DIV_U32)
                .toList();
        Instruction byInvariant = divisions.get(0);
        Instruction byCounter = divisions.get(1);

        assertThat(byInvariant.hasShortForm()).isTrue();
        assertThat(timing.latency(byInvariant)).isLessThan(timing.latency(byCounter) / 2);
        assertThat(timing.beyondSlot(byInvariant)).isLessThan(timing.beyondSlot(byCounter) / 2);
        assertThat(timing.latency(byCounter)).isEqualTo(timing.latency(Opcode.DIV_U32));
    }
}
