package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs of CUDA C with a fault that the checker knows, each beside one without. */
class RacyProgramsTest {
    private static final Path FOLDER = DocumentedCommandsTest.ROOT.resolve("examples/cuda/races");

    /**
     * A program.
     *
     * @param rule what its racy kernel breaks
     * @param line what stands at a place that the report names
     */
    private record Fault(String program, String rule, String line, String profile, String plans) {
        Fault(String program, String rule, String line) {
            this(program, rule, line, "h200", "");
        }

        @Override
        public String toString() {
            return program;
        }
    }

    private static Stream<Fault> faults() {
        return Stream.of(
                new Fault("store_after_launch", "MEM-3", "*in = 7;"),
                new Fault("child_result", "MEM-5", "*out = *result + 1;"),
                new Fault("child_result_cdp1", "MEM-4", "*out = *result + 1;", "k20x", ""),
                new Fault("not_seen_by_launcher", "MEM-2", "in[threadIdx.x] = threadIdx.x;"),
                new Fault("siblings", "MEM-12", "__global__ void second(const int *x, int *out) { *out = *x; }"),
                new Fault("blocks", "CONC-1", "__global__ void count(int *total) { *total += 1; }"),
                new Fault("threads", "SYNC-4", "out[threadIdx.x] = x[63 - threadIdx.x];"),
                new Fault(
                        "host",
                        "MEM-12",
                        "__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }",
                        "h200",
                        "host-"),
                new Fault(
                        "shared_pointer",
                        "MEM-1",
                        "__global__ void child(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void theRacyKernelIsReportedWithItsLine(Fault fault) {
        CommandRun run = run(fault, "racy");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("(" + fault.rule());
        assertThat(run.out().lines().map(String::strip)).contains("> " + fault.line());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void theFixedKernelIsNot(Fault fault) {
        CommandRun run = run(fault, "fixed");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("races +none");
    }

    @Test
    void eachProgramOfTheFolderIsTried() throws IOException {
        List<String> tried = faults().map(each -> each.program() + ".cu").toList();
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(each -> String.valueOf(each.getFileName())).filter(each -> each.endsWith(".cu")))
                    .containsExactlyInAnyOrderElementsOf(tried);
        }
    }

    private static CommandRun run(Fault fault, String kernel) {
        return CommandRun.of(
                "run",
                FOLDER.resolve(fault.program() + ".ptx").toString(),
                "--plan",
                FOLDER.resolve(fault.plans() + kernel + ".yaml").toString(),
                "--check",
                "--profile",
                fault.profile());
    }
}
