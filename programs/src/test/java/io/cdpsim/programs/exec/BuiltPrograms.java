package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Programs that tests compile with nvcc where it is installed, from the sources in {@code src/test/resources}. */
final class BuiltPrograms {
    /** PTX alone, not compressed, with lines of the source. */
    static final List<String> NVCC =
            List.of("nvcc", "-gencode", "arch=compute_90,code=compute_90", "-lineinfo", "--no-compress");

    /** What was compiled, until the build is cleaned: compiling takes longer than running. */
    private static final Path KEPT = Path.of("target", "programs-of-tests").toAbsolutePath();

    private static final Map<String, String> VERSIONS = new ConcurrentHashMap<>();

    private BuiltPrograms() {}

    /** Skips a test where programs cannot be compiled or executed. */
    static void assumeNvcc() {
        PrebuiltPrograms.assumeExecutable();
        assumeTrue(succeeds(Path.of("."), List.of("nvcc", "--version")), "there is no nvcc here");
    }

    /** Compiles a source in a folder, or copies what the same compiler has made of the same command and source in an earlier build. */
    static void compile(Path folder, List<String> compiler, String program, String source, String... options)
            throws IOException {
        byte[] text;
        try (InputStream in = BuiltPrograms.class.getResourceAsStream("linked/" + source)) {
            text = Objects.requireNonNull(in).readAllBytes();
        }
        Files.write(folder.resolve(source), text);
        List<String> command = new ArrayList<>(compiler);
        command.addAll(List.of("-o", program, source));
        command.addAll(List.of(options));
        Path kept = KEPT.resolve(key(command, text));
        Path made = folder.resolve(program);
        if (Files.exists(kept)) {
            Files.copy(kept, made, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            return;
        }
        assertThat(succeeds(folder, command)).as(String.join(" ", command)).isTrue();
        Files.createDirectories(KEPT);
        // Another process that tests may keep the same at this moment.
        Path copy = Files.createTempFile(KEPT, program, "");
        Files.copy(made, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(copy, kept, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String key(List<String> command, byte[] source) {
        Hasher hasher = Hashing.sha256().newHasher();
        // An updated compiler says another version.
        for (String each : List.of(version(command.get(0)), version("cc"), String.join("\n", command))) {
            hasher.putInt(each.length()).putString(each, StandardCharsets.UTF_8);
        }
        return hasher.putBytes(source).hash().toString();
    }

    private static String version(String compiler) {
        return VERSIONS.computeIfAbsent(compiler, name -> {
            try {
                Process process = new ProcessBuilder(name, "--version")
                        .redirectErrorStream(true)
                        .start();
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return "";
            }
        });
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
