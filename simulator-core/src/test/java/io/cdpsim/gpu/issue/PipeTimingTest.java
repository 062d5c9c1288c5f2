package io.cdpsim.gpu.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.profile.PipeSpec;
import io.cdpsim.profile.PipeSpecs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pipes that differ in width and latency. */
class PipeTimingTest {
    private final PipeTiming timing = new PipeTiming(new PipeSpecs(
            new PipeSpec(32, 4),
            new PipeSpec(16, 5),
            new PipeSpec(8, 7),
            new PipeSpec(4, 11),
            new PipeSpec(2, 13),
            new PipeSpec(64, 17),
            new PipeSpec(1, 19),
            23));

    @ParameterizedTest
    @CsvSource({
        // Opcode, latency, cycles for 32 lanes.
        "ADD_F32, 4, 1",
        "ADD_I32, 5, 2",
        "MUL_I32, 7, 4",
        "ADD_F64, 11, 8",
        "RSQRT_F32, 13, 16",
        "SHUFFLE, 17, 0.5",
        "BRANCH, 19, 32",
        "LOAD, 19, 32",
        // What is a sequence takes the pipe several times.
        "DIV_S32, 39, 48",
        "DIV_F32, 39, 48",
        "REM_U64, 78, 96",
        "MUL_I64, 21, 12",
        // A predicate is there after its own time, whatever the pipe.
        "COMPARE_S32, 23, 2",
        "COMPARE_F32, 23, 1"
    })
    void anInstructionHasTheLatencyAndTakesTheTimeOfItsPipe(Opcode opcode, int latency, double cycles) {
        assertThat(timing.latency(opcode)).isEqualTo(latency);
        assertThat(timing.occupancy(opcode)).isEqualTo(ServiceQueue.fractions(cycles));
    }

    @ParameterizedTest
    @CsvSource({"LOAD_PARAMETER"})
    void whatCompilersFoldIntoOthersTakesNoTime(Opcode opcode) {
        assertThat(timing.latency(opcode)).isZero();
        assertThat(timing.occupancy(opcode)).isZero();
    }
}
