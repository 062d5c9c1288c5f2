package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Programs that tests compile with nvcc where it is installed, from the sources in {@code src/test/resources}. */
final class BuiltPrograms {
    /** PTX alone, not compressed, with lines of the source. */
    static final List<String> NVCC =
            List.of("nvcc", "-gencode", "arch=compute_90,code=compute_90", "-lineinfo", "--no-compress");

    private BuiltPrograms() {}

    /** Skips a test where programs cannot be compiled or executed. */
    static void assumeNvcc() {
        PrebuiltPrograms.assumeExecutable();
        assumeTrue(succeeds(Path.of("."), List.of("nvcc", "--version")), "there is no nvcc here");
    }

    /** Compiles a source in a folder. */
    static void compile(Path folder, List<String> compiler, String program, String source, String... options)
            throws IOException {
        try (InputStream in = BuiltPrograms.class.getResourceAsStream("linked/" + source)) {
            Files.copy(Objects.requireNonNull(in), folder.resolve(source), StandardCopyOption.REPLACE_EXISTING);
        }
        List<String> command = new ArrayList<>(compiler);
        command.addAll(List.of("-o", program, source));
        command.addAll(List.of(options));
        assertThat(succeeds(folder, command)).as(String.join(" ", command)).isTrue();
    }

    static boolean succeeds(Path folder, List<String> command) {
        try {
            return new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static RunResult run(Path program, boolean isStrict, String... arguments) {
        return run(ExecWorkload.stoppable(new StopSwitch()), program, isStrict, arguments);
    }

    /** A run whose standard error is a result. */
    static RunResult runKeepingErrors(Path program, String... arguments) {
        return run(ExecWorkload.wrapped(new StopSwitch(), ProgramWrapper.NONE), program, false, arguments);
    }

    private static RunResult run(ExecWorkload workload, Path program, boolean isStrict, String... arguments) {
        OptionValues options = OptionValues.of(workload).with(ExecWorkload.STRICT_LOAD, isStrict);
        return Workloads.run(
                workload,
                RunRequest.of(workload, MachineSettings.of(Profiles.load("h200")))
                        .withOptions(ExecWorkload.with(options, program, List.of(arguments))));
    }

    static String text(RunResult result, ResultName name) {
        return result.measures().stream()
                .filter(each -> each.result().equals(name))
                .map(each -> ((ResultValue.Text) each).value())
                .findFirst()
                .orElse("");
    }
}
