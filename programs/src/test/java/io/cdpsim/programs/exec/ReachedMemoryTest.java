package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels reach memory of other devices and of the program as the CUDA C++ Programming Guide says; see reach.cu. */
class ReachedMemoryTest {
    @TempDir
    private static Path built;

    @BeforeAll
    static void build() throws IOException {
        BuiltPrograms.assumeNvcc();
        BuiltPrograms.compile(built, BuiltPrograms.NVCC, "reach", "reach.cu");
    }

    @ParameterizedTest
    @ValueSource(strings = {"peers", "allocations", "refused", "variables"})
    void kernelsReachMemoryOfAnotherDeviceThatLetsThem(String group) {
        assertThat(printed(group)).isEqualTo("exit code 0");
    }

    /** Rule MEM-11: mapped and managed memory are the program's too, whose atomics are those of the processor. */
    @Test
    void atomicsOfTheProgramAndOfKernelsOnOneWordAllCount() {
        assertThat(printed("together")).isEqualTo("exit code 0");
    }

    @Test
    void kernelsReachRegisteredMemoryByTheProgramsPointers() {
        assertThat(printed("registered")).isEqualTo("a text on the stack\nexit code 0");
    }

    private static String printed(String group) {
        ExecWorkload workload = ExecWorkload.stoppable(new StopSwitch());
        RunResult result = Workloads.run(
                workload,
                RunRequest.of(workload, MachineSettings.of(Profiles.load("h200")))
                        .withOptions(ExecWorkload.with(
                                OptionValues.of(workload).with(ExecWorkload.GPUS, 2),
                                built.resolve("reach"),
                                List.of(group))));
        return ExecWorkload.printed(result) + "exit code " + ExecWorkload.exitCode(result);
    }
}
