package io.cdpsim.programs.exec;

import static io.cdpsim.programs.exec.BuiltPrograms.NVCC;
import static io.cdpsim.programs.exec.BuiltPrograms.run;
import static io.cdpsim.programs.exec.BuiltPrograms.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.primitives.Bytes;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.RunResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with the runtime in themselves, as nvcc links them by default, and programs that start others. */
class LinkedRuntimeTest {
    private static final String PLUGIN = "libplugin.so";

    @TempDir
    private static Path built;

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws IOException {
        BuiltPrograms.assumeNvcc();
        BuiltPrograms.compile(built, NVCC, "linked", "linked.cu");
        BuiltPrograms.compile(built, NVCC, "fixed", "linked.cu", "-Xcompiler", "-fno-pie", "-Xlinker", "-no-pie");
        BuiltPrograms.compile(built, NVCC, "forks", "forks.cu");
        BuiltPrograms.compile(built, List.of("cc"), "harness", "harness.c");
        BuiltPrograms.compile(
                built, NVCC, PLUGIN, "plugin.cu", "-rdc=true", "-shared", "-Xcompiler", "-fPIC", "-lcudadevrt");
        BuiltPrograms.compile(built, List.of("cc"), "opener", "opener.c", "-ldl");
        BuiltPrograms.compile(built, List.of("cc"), "caller", "caller.c", "-L.", "-l:" + PLUGIN, "-Wl,-rpath,$ORIGIN");
    }

    private static String printed(String program, String... arguments) {
        RunResult result = run(built.resolve(program), false, arguments);
        return ExecWorkload.printed(result) + "exit code " + ExecWorkload.exitCode(result);
    }

    private Path changed(String name, byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve(name), bytes);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    /** The program with an opcode that does not exist, in a function that one of its kernels calls. */
    private Path withUnknownOpcode() throws IOException {
        byte[] bytes = Files.readAllBytes(built.resolve("linked"));
        byte[] opcode = "brev.b32".getBytes(StandardCharsets.US_ASCII);
        int at = Bytes.indexOf(bytes, opcode);
        assertThat(at).isPositive();
        bytes[at + 3] = 'x';
        return changed("unknown", bytes);
    }

    @Test
    void onlyTheLaunchOfAChildWithAnUnknownInstructionFails() throws IOException {
        BuiltPrograms.compile(built, NVCC, "children", "children.cu", "-rdc=true", "-lcudadevrt");

        RunResult result = run(built.resolve("children"), false);

        assertThat(ExecWorkload.printed(result)).isEqualTo("0: 801 0 9\n");
        assertThat(text(result, ExecWorkload.UNSUPPORTED_KERNELS))
                .contains("odd")
                .contains("multimem.ld_reduce")
                .doesNotContain("parent");
    }

    @Test
    void aProgramWithoutKernelsNeedsNoPtx() throws IOException {
        BuiltPrograms.compile(built, List.of("nvcc", "-arch=sm_90", "-rdc=true"), "queries", "queries.cu");

        assertThat(printed("queries")).isEqualTo("0: NVIDIA H200, 132 SMs, textures of 131072\nexit code 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"linked", "fixed"})
    void aProgramWithTheRuntimeInItselfRunsUnchanged(String program) {
        assertThat(printed(program, "run"))
                .isEqualTo("early cudaSuccess, helper 12, runtime 13\nsum: 42 cudaSuccess\nmanaged 7\nexit code 0");
    }

    @Test
    void aLibraryThatAProgramIsLinkedWithAndThatHasTheRuntimeInItselfRunsUnchanged() {
        assertThat(printed("caller")).isEqualTo("cudaSuccess 36\nexit code 0");
    }

    @Test
    void aLibraryThatAProgramOpensAndThatHasTheRuntimeInItselfRunsUnchanged() {
        String plugin = built.resolve(PLUGIN).toString();

        assertThat(printed("opener", "close", plugin, plugin, plugin))
                .isEqualTo("cudaSuccess 36\ncudaSuccess 36\nexit code 0");
    }

    @Test
    void theRuntimeIsFoundByItsNameWithoutAVersion() {
        assertThat(printed("opener", "libcudart.so")).isEqualTo("version 13\nexit code 0");
    }

    @Test
    void aStrippedLibraryThatAProgramOpensIsNamedWithWhatToDo() throws IOException {
        String plugin = folder.resolve("stripped.so").toString();
        assumeTrue(BuiltPrograms.succeeds(built, List.of("strip", "-o", plugin, PLUGIN)), "there is no strip here");

        RunResult result = BuiltPrograms.runKeepingErrors(built.resolve("opener"), plugin);

        assertThat(ExecWorkload.printed(result)).isEqualTo("cudaErrorSymbolNotFound 0\n");
        assertThat(text(result, ExecWorkload.ERRORS)).contains(plugin + ": ").contains("-cudart shared");
    }

    @Test
    void aCallWithoutCounterpartIsReported() {
        RunResult result = run(built.resolve("linked"), false, "unsupported");

        assertThat(ExecWorkload.printed(result)).isEqualTo("cudaErrorNotSupported\n");
        assertThat(text(result, ExecWorkload.NOT_SIMULATED)).isEqualTo("cudaDeviceFlushGPUDirectRDMAWrites");
    }

    @Test
    void aStrippedProgramIsRejectedWithWhatToDo() throws IOException {
        assumeTrue(
                BuiltPrograms.succeeds(built, List.of("strip", "-o", "stripped", "linked")), "there is no strip here");

        assertThatThrownBy(() -> run(built.resolve("stripped"), false, "run"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no symbol table")
                .hasMessageContaining("-cudart shared");
    }

    @Test
    void anUnknownInstructionStopsTheKernelThatNeedsItAndNoOther() throws IOException {
        RunResult result = run(withUnknownOpcode(), false, "unknown");

        assertThat(ExecWorkload.printed(result)).isEqualTo("801 cudaErrorNotSupported\nsum: 42 cudaSuccess\n");
        assertThat(text(result, ExecWorkload.UNSUPPORTED_KERNELS))
                .contains("needsUnknown")
                .contains("brex.b32")
                .contains("linked.cu:15");
    }

    @Test
    void aStrictLoadRejectsAnUnknownInstructionBeforeAnythingRuns() throws IOException {
        Path program = withUnknownOpcode();

        assertThatThrownBy(() -> run(program, true, "run"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("brex.b32")
                .hasMessageContaining("linked.cu:15");
    }

    /** Error 3 (cudaErrorInitializationError) is what CUDA returns in a child of a process that has a context. */
    @Test
    void aForkBeforeTheFirstCallWorksAndOneAfterItFails() {
        assertThat(printed("forks")).isEqualTo("""
            child before: 9, error 0
            parent: 16, error 0
            child after: 0, error 3
            parent again: 36, error 0
            exit code 0\
            """);
    }

    @Test
    void programsThatAProgramStartsFindTheSimulator() {
        String linked = built.resolve("linked").toString();

        assertThat(printed("harness", linked + " run", "cd " + built + " && ./linked run", "true"))
                .isEqualTo("""
                    early cudaSuccess, helper 12, runtime 13
                    sum: 42 cudaSuccess
                    managed 7
                    status 0
                    early cudaSuccess, helper 12, runtime 13
                    sum: 42 cudaSuccess
                    managed 7
                    status 0
                    status 0
                    exit code 0\
                    """);
    }

    /** Whatever the file says, there is an outcome: a result, or an error for the user. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void aCutOrChangedProgramNeitherHangsNorFailsInTheSimulator() throws IOException {
        byte[] bytes = Files.readAllBytes(built.resolve("linked"));
        Random random = new Random(35);
        for (int i = 0; i < 12; i++) {
            byte[] mutated = bytes.clone();
            if (i % 3 == 0) {
                mutated = Arrays.copyOf(bytes, 64 + random.nextInt(bytes.length - 64));
            } else {
                // The section headers and the symbol table are at the end of the file.
                int first = i % 3 == 1 ? bytes.length - 4096 : bytes.length - 140_000;
                for (int k = 0; k < 200; k++) {
                    mutated[first + random.nextInt(bytes.length - first)] = (byte) random.nextInt();
                }
            }
            Path program = changed("mutated" + i, mutated);
            try {
                assertThat(ExecWorkload.exitCode(run(program, false, "run"))).isBetween(0, 255);
            } catch (InvalidInputException | PtxSyntaxException e) {
                assertThat(e).hasMessageContaining("mutated" + i);
            }
        }
    }
}
