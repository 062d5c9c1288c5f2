package io.cdpsim.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import io.cdpsim.programs.cuda.CompilerSearch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps of users' programs. Takes seconds, since a compiler runs. */
class ProgramSweepTest {
    private static final Path PREBUILT =
            Path.of("../programs/src/test/resources/io/cdpsim/programs/exec/program/plain");

    private static final String SOURCE = """
        #include <cstdio>
        #include <cstdlib>
        #include "sizes.h"
        __global__ void child(int *sum) { atomicAdd(sum, 1); }
        __global__ void parent(int *sum) {
            for (int i = 0; i < CHILDREN; i++) child<<<1, WIDTH, 0, cudaStreamFireAndForget>>>(sum);
        }
        int main(int argc, char **argv) {
            int *sum, result;
            float milliseconds;
            cudaEvent_t start, end;
            cudaMalloc(&sum, 4);
            cudaMemset(sum, 0, 4);
            cudaEventCreate(&start);
            cudaEventCreate(&end);
            cudaEventRecord(start);
            parent<<<atoi(argv[1]), 1>>>(sum);
            cudaEventRecord(end);
            cudaMemcpy(&result, sum, 4, cudaMemcpyDeviceToHost);
            cudaEventElapsedTime(&milliseconds, start, end);
            printf("sum %d\\ntook %.6f us\\n", result, 1000 * milliseconds);
        }
        """;

    @TempDir
    private Path folder;

    /** Runs a line of words, in which {@code @} is the folder. */
    private CommandRun sweep(String line) {
        return CommandRun.of(line.replace("@", folder.toString()).split(" ", -1));
    }

    @Test
    void aSourceVariesInArgumentsAndMacrosAndItsRowsHaveWhatItPrintsAndItsEventTimes() throws Exception {
        assumeLinux();
        assumeTrue(
                new CompilerSearch(System.getenv().getOrDefault("PATH", ""))
                        .clang()
                        .isPresent(),
                "needs clang");
        Files.writeString(folder.resolve("prog.cu"), SOURCE);
        Files.writeString(folder.resolve("sizes.h"), "#define WIDTH 32\n");
        String question = "sweep @/prog.cu --quiet --compiler clang++ --vary -DCHILDREN=2,3 --vary arg.1=1,2,4"
                + " --where CHILDREN*arg.1!=8 --metric sum=sum.(\\d+) --metric took=took.(\\S+)";

        CommandRun whole = sweep(question + " --out @/whole.jsonl");
        assertThat(whole.exitCode()).as(whole.err()).isZero();
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("whole.jsonl"))) {
            rows.add(new ObjectMapper().readTree(line));
        }
        assertThat(rows)
                .extracting(each ->
                        each.get("-DCHILDREN").asInt() + " " + each.get("arg.1").asInt())
                .containsExactly("2 1", "2 2", "3 1", "3 2", "3 4");
        for (JsonNode row : rows) {
            int children = row.get("-DCHILDREN").asInt() * row.get("arg.1").asInt();
            assertThat(row.get("child_launches").asInt()).isEqualTo(children);
            assertThat(row.get("sum").asInt()).isEqualTo(32 * children);
            assertThat(row.get("took").asDouble())
                    .isCloseTo(row.get("event_1_us").asDouble(), Offset.offset(0.001));
            assertThat(row.has("printed")).isFalse();
        }

        CommandRun first = sweep(question + " --shard 1/2 --out @/1.jsonl");
        CommandRun second = sweep(question + " --shard 2/2 --out @/2.jsonl");
        assertThat(first.exitCode() + second.exitCode()).isZero();
        CommandRun merge = CommandRun.of(
                "sweep", "merge", folder + "/1.jsonl", folder + "/2.jsonl", "--out", folder + "/merged.jsonl");
        assertThat(merge.exitCode()).as(merge.err()).isZero();
        assertThat(folder.resolve("merged.jsonl")).hasSameTextualContentAs(folder.resolve("whole.jsonl"));
    }

    @Test
    void anExecutableVariesInItsArgumentsAndInTheMachine() throws Exception {
        assumeLinux();
        CommandRun run = CommandRun.of(
                "sweep",
                PREBUILT.toString(),
                "exit",
                "0",
                "--vary",
                "arg.2=0,3",
                "--vary",
                "pool=1024,4096",
                "--out",
                folder + "/r.csv");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).contains("2 of 4 points failed; point 3: the program ended with exit code 3");
    }

    @Test
    void aPlanVariesInTheMachine() {
        CommandRun run = CommandRun.of(
                "sweep",
                "../examples/cuda/vecadd.ptx",
                "--plan",
                "../examples/cuda/vecadd.yaml",
                "--vary",
                "profile=k40c,h200");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines()).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void whatAProgramGetsFollowsTwoHyphensAlsoInTasks() {
        CommandRun run = CommandRun.of(
                "sweep",
                "submit",
                "--slurm",
                "--tasks",
                "2",
                "--dry-run",
                PREBUILT.toString(),
                "--vary",
                "pool=1,2",
                "--out",
                folder + "/r.csv",
                "--",
                "-x",
                "--out");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("--shard auto/2 .*--out [^ ]*r\\..*csv -- -x --out\n");
    }

    private static void assumeLinux() {
        assumeTrue(
                System.getProperty("os.name").contains("Linux")
                        && System.getProperty("os.arch").equals("amd64")
                        && Files.isExecutable(Path.of("/usr/bin/cc")),
                "needs Linux on x86-64 with a C compiler");
    }
}
