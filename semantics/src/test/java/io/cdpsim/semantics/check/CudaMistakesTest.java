package io.cdpsim.semantics.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.run.CheckedProgram;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mistakes of one source, each found once and at its lines, and not where an argument fixes it: needs clang. */
class CudaMistakesTest {
    private static final RunMatrix EAGER =
            RunMatrix.on(Profiles.load("h200")).withPolicies(List.of(LaunchPolicy.EAGER));

    @TempDir
    private Path folder;

    private String clang = "";

    @BeforeEach
    void findClang() {
        boolean isLinux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                && System.getProperty("os.arch").equals("amd64");
        assumeTrue(isLinux, "programs are executed on Linux on x86-64");
        Optional<Path> found = new CompilerSearch(System.getenv().getOrDefault("PATH", "")).clang();
        assumeTrue(found.isPresent(), "there is no clang++ 14 or newer here");
        clang = found.orElseThrow().toString();
    }

    private List<Diagnostic> warnings(Path source, RunMatrix matrix, String... arguments) {
        return ProgramCheck.of(new CheckedProgram.CudaSource(
                        List.of(source), List.of("-DTAILS"), Optional.of(clang), List.of(arguments)))
                .under(matrix)
                .run()
                .diagnostics()
                .stream()
                .filter(each -> each.severity() != Severity.NOTE)
                .toList();
    }

    private static Path mistakes() {
        try {
            return Path.of(Objects.requireNonNull(CudaMistakesTest.class.getResource("mistakes.cu"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "last_block, CONC-1, 'announces what it writes at .*mistakes.cu:10 by the write at .*mistakes.cu:12 without a"
                + " fence'",
        "to_host, MEM-7, 'sets a flag in host memory at .*mistakes.cu:23 without a fence .* there at .*mistakes.cu:21'",
        "overwrite, MEM-7, the host and cudaMemcpyAsync of the host",
        "counter, CONC-1, two blocks of a grid race",
        "one_barrier, SYNC-4, two threads of a block race",
        "read_only, MEM-10, read-only loads",
        "parent, MEM-2, which the launching thread had not seen",
        "again, CHECK-bomb, 'again is launched in a chain without end: 25,000 launches'"
    })
    void aMistakeIsOneProblemAndTheFixedProgramHasNone(String name, String rule, String text) {
        List<Diagnostic> found = warnings(mistakes(), EAGER, name);

        assertThat(found).extracting(Diagnostic::rule).containsExactly(rule);
        assertThat(found.get(0).message()).containsPattern(Pattern.compile(text));
        assertThat(warnings(mistakes(), EAGER, name, "fixed")).isEmpty();
    }

    @Test
    void aChainOfLaunchesWithoutEndIsNotRunUnderFurtherConditions() {
        CheckReport report = ProgramCheck.of(new CheckedProgram.CudaSource(
                        List.of(mistakes()), List.of("-DTAILS"), Optional.of(clang), List.of("again")))
                .under(RunMatrix.on(Profiles.load("h200")))
                .run();

        assertThat(report.runs()).hasSize(1);
        assertThat(report.diagnostics().get(0).locations())
                .extracting(each -> each.line())
                .containsExactly(63);
        assertThat(report.skipped()).anyMatch(each -> each.startsWith("not run under 5 other conditions on h200"));
    }

    private List<Diagnostic> ofHost(String main) throws IOException {
        return warnings(
                Files.writeString(
                        folder.resolve("p.cu"),
                        "#include <cooperative_groups.h>\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
                                + "int main() {\nint *p;\ncudaMalloc(&p, 4096);\n" + main + "}\n"),
                EAGER);
    }

    @Test
    void anErrorThatTheHostDropsIsAProblemAtItsLine() throws IOException {
        String end = "return cudaDeviceSynchronize() != cudaSuccess;\n";

        assertThat(ofHost("k<<<1, 2048>>>(p);\ncudaGetLastError();\n" + end))
                .extracting(Diagnostic::rule, CudaMistakesTest::line)
                .containsExactly(tuple("ERR-2", 6));
        String cooperative = "void *a[] = {&p};\n%scudaLaunchCooperativeKernel((void *)k, 100000, 32, a, 0, 0)%s;\n";
        assertThat(ofHost(cooperative.formatted("", "") + end))
                .extracting(Diagnostic::rule, CudaMistakesTest::line)
                .containsExactly(tuple("ERR-2", 7));
        assertThat(ofHost(cooperative.formatted("if (", " == cudaSuccess) return 1") + end))
                .isEmpty();
        assertThat(ofHost("cudaStream_t s;\ncudaStreamCreate(&s);\ncudaStreamDestroy(s);\nk<<<1, 32, 0, s>>>(p);\n"
                        + end))
                .extracting(Diagnostic::rule, CudaMistakesTest::line)
                .containsExactly(tuple("ERR-2", 9));
        assertThat(ofHost("cudaFree(p);\ncudaFree(p);\n" + end))
                .extracting(Diagnostic::rule, CudaMistakesTest::line)
                .containsExactly(tuple("ERR-2", 6));
    }

    private static int line(Diagnostic diagnostic) {
        return diagnostic.locations().get(0).line();
    }
}
