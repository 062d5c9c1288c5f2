package io.cdpsim.semantics.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.run.CheckedProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of {@code examples/cuda/graphs} with a mistake that {@code check} finds, and that an argument fixes. Needs the compiler that compiles each. */
class GraphMistakesTest {
    private static final RunMatrix EAGER =
            RunMatrix.on(Profiles.load("h200")).withPolicies(List.of(LaunchPolicy.EAGER));

    private static final CompilerSearch SEARCH =
            new CompilerSearch(System.getenv().getOrDefault("PATH", ""));

    private static String found(Optional<Path> compiler, String name) {
        boolean isLinux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                && System.getProperty("os.arch").equals("amd64");
        assumeTrue(isLinux, "programs are executed on Linux on x86-64");
        assumeTrue(compiler.isPresent(), "there is no " + name + " here");
        return compiler.orElseThrow().toString();
    }

    private static List<Diagnostic> diagnostics(String compiler, String name, List<String> arguments) {
        Path source = Path.of("..", "examples", "cuda", "graphs", name + ".cu");
        return ProgramCheck.of(
                        new CheckedProgram.CudaSource(List.of(source), List.of(), Optional.of(compiler), arguments))
                .under(EAGER)
                .run()
                .diagnostics()
                .stream()
                .filter(each -> each.severity() != Severity.NOTE)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "let_go, MEM-12, two grids race",
        "concurrent, MEM-12, two grids race",
        "again, G-6, in flight",
        "too_many, G-5, as many others as it may",
        "outside, G-1, no node of a graph",
        "grid_barrier, K-3, not launched as a cooperative grid",
        "solver, CONC-1, two blocks of a grid race",
        "missing_block, CHECK-stuck, 'without arriving there, block 3 ended'"
    })
    void aMistakeIsFoundAndTheFixedProgramHasNone(String name, String rule, String text) {
        isFoundAndMended(found(SEARCH.clang(), "clang++ 14 or newer"), name, rule, text);
    }

    /** Clang's text is for processors without clusters and dependent launches. */
    @ParameterizedTest
    @CsvSource({
        "dependent, D-2, before it waits for that",
        "dependent_node, D-2, before it waits for that",
        "neighbours, CONC-1, two blocks of a grid race",
        "leaving_block, C-5, 'nothing orders that before the end of that block'"
    })
    void aMistakeInWhatNeedsAnH100IsFoundAndTheFixedProgramHasNone(String name, String rule, String text) {
        isFoundAndMended(found(SEARCH.named("nvcc"), "nvcc"), name, rule, text);
    }

    private static void isFoundAndMended(String compiler, String name, String rule, String text) {
        List<Diagnostic> found = diagnostics(compiler, name, List.of());

        assertThat(found).extracting(Diagnostic::rule).containsExactly(rule);
        assertThat(found.get(0).message() + found.get(0).details()).contains(text);
        assertThat(diagnostics(compiler, name, List.of("fixed"))).isEmpty();
    }
}
