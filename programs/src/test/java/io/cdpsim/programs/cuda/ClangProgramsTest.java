package io.cdpsim.programs.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs built by clang, without CUDA's toolkit, and run: each checks itself, and tells by its exit code. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClangProgramsTest {
    private static final Path EXAMPLES = Path.of("../examples/cuda/programs");
    private static final Path RESOURCES = Path.of("src/test/resources/io/cdpsim/programs/cuda");

    @TempDir
    private static Path kept;

    private String clang = "";
    private Path libraries = Path.of("");

    @BeforeAll
    void findCompilers() {
        CompilerSearch search = new CompilerSearch(System.getenv().getOrDefault("PATH", ""));
        Optional<Path> found = search.clang();
        assumeTrue(found.isPresent(), "there is no clang++ 14 or newer here");
        clang = found.orElseThrow().toString();
        try {
            libraries = CudartLibrary.folder(CacheDirectory.path());
        } catch (InvalidInputException e) {
            assumeTrue(false, e.getMessage());
        }
    }

    private Path build(boolean isCdp1, Path... sources) {
        CudaBuild build = new CudaBuild(Arrays.asList(sources), List.of(), isCdp1 ? 75 : 90, isCdp1, libraries);
        return CudaCompiler.find(new CompilerSearch(""), clang).executable(build, kept);
    }

    private static RunResult run(Path program, String profile, String... arguments) {
        ExecWorkload workload = new ExecWorkload();
        return Workloads.run(
                workload,
                RunRequest.of(workload, MachineSettings.of(Profiles.load(profile)))
                        .withOptions(ExecWorkload.with(OptionValues.of(workload), program, List.of(arguments))));
    }

    @Test
    void whatProgramsUseOfTheLanguageAndTheRuntimeIsThere() {
        RunResult result =
                run(build(false, RESOURCES.resolve("features.cu"), RESOURCES.resolve("features_other.cu")), "h200");

        assertThat(ExecWorkload.printed(result)).contains("14 checks");
        assertThat(result.correct()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "nested_print, 1, '6 blocks, 6 expected'",
        "quicksort, 200, 200 numbers sorted",
        "warp_quicksort, 1500, 1500 numbers sorted",
        "bezier, 20, '20 curves, 0 wrong'",
        "quadtree, 300, 'hold 300 of 300 points, 0 of them wrongly'"
    })
    void programsWithTheCallsOfWellKnownSamplesRun(String program, String argument, String shown) {
        RunResult result = run(build(false, EXAMPLES.resolve(program + ".cu")), "h200", argument);

        assertThat(ExecWorkload.printed(result)).contains(shown);
        assertThat(result.correct()).isTrue();
    }

    @Test
    void deviceCodeOfCdp1WaitsForItsChildren() throws IOException {
        Path source = Files.writeString(kept.resolve("waits.cu"), """
            __global__ void child(int *x) { *x = 7; }
            __global__ void parent(int *x) { child<<<1, 1>>>(x); cudaDeviceSynchronize(); x[1] = x[0] + 1; }
            int main() {
                int *x, found[2];
                cudaMalloc(&x, sizeof found);
                parent<<<1, 1>>>(x);
                cudaMemcpy(found, x, sizeof found, cudaMemcpyDeviceToHost);
                return found[1] == 8 ? 0 : 1;
            }
            """);
        assertThat(run(build(true, source), "k20x").correct()).isTrue();
        assertThatThrownBy(() -> build(false, source))
                .isInstanceOf(CompileException.class)
                .hasMessageContaining("waits.cu:2: error:")
                .hasMessageContaining("'cudaDeviceSynchronize'");
    }

    @Test
    void aCompileErrorNamesTheUsersLineAndShowsIt() {
        assertThatThrownBy(() -> build(false, EXAMPLES.resolve("misspelt.cu")))
                .isInstanceOf(CompileException.class)
                .hasMessageContaining("misspelt.cu:12:16: error: use of undeclared identifier 'square'")
                .hasMessageContaining("\n    sum += square[i];");
    }

    @Test
    void whatWasBuiltIsKeptUntilAnIncludedFileChanges() throws IOException {
        Path header = Files.writeString(kept.resolve("value.h"), "#define VALUE 3\n");
        Path source =
                Files.writeString(kept.resolve("kept.cu"), "#include \"value.h\"\nint main() { return VALUE; }\n");

        Path program = build(false, source);
        assertThat(exitCode(program)).isEqualTo(3);
        var built = Files.getLastModifiedTime(program);
        assertThat(Files.getLastModifiedTime(build(false, source))).isEqualTo(built);
        Files.writeString(header, "#define VALUE 4\n");
        assertThat(exitCode(build(false, source))).isEqualTo(4);
    }

    private static long exitCode(Path program) {
        return ExecWorkload.exitCode(run(program, "h200"));
    }
}
