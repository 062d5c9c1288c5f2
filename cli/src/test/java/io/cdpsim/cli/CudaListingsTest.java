package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guides' listings as CUDA C: what their plans expect comes of them, however the machine uses its freedom, and none has a race. */
class CudaListingsTest {
    private static final Path FOLDER = DocumentedCommandsTest.ROOT.resolve("examples/cuda/listings");

    @TempDir
    private Path folder;

    private static List<String> listings() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(each -> String.valueOf(each.getFileName()))
                    .filter(each -> each.endsWith(".cu"))
                    .map(each -> each.substring(0, each.length() - ".cu".length()))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("listings")
    void whatItsPlanExpectsComesOfIt(String listing) {
        for (String policy : List.of("eager", "lazy", "adversarial")) {
            assertThat(run(listing, "--check", "--policy", policy)).as(policy).isEmpty();
        }
        assertThat(run(listing, "--check", "--fast")).as("without timing").isEmpty();
    }

    /** What a run complains of. */
    private static String run(String listing, String... options) {
        List<String> words = new ArrayList<>(List.of(
                "run",
                FOLDER.resolve(listing + ".ptx").toString(),
                "--plan",
                FOLDER.resolve(listing + ".yaml").toString()));
        words.addAll(List.of(options));
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        return run.exitCode() == 0 ? "" : run.err() + run.out();
    }

    @Test
    void anAddressOfALocalVariableIsReportedAndFaults() throws IOException {
        Path plan = Files.writeString(folder.resolve("local.yaml"), """
            buffers:
              out: {type: s32, count: 1}
            steps:
              - launch: {kernel: with_local, grid: 1, block: 1, arguments: [out]}
            """);

        CommandRun run = CommandRun.of(
                "run", FOLDER.resolve("local_pointer.ptx").toString(), "--plan", plan.toString(), "--check");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("undefined use (MEM-1", "> __global__ void child(int *value) { *value = 5; }");
        assertThat(run.err()).contains("cudaErrorInvalidAddressSpace");
    }
}
