package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PtxRunTest {
    private static final Path CUDA = DocumentedCommandsTest.ROOT.resolve("examples/cuda");
    private static final String VECADD = CUDA.resolve("vecadd.ptx").toString();
    private static final String FAMILY = CUDA.resolve("family.ptx").toString();
    private static final String FAMILY_PLAN = CUDA.resolve("family.yaml").toString();

    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void filesAloneAreListed() {
        CommandRun run = CommandRun.of("run", VECADD, FAMILY);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("vecadd ", "child ", "add_up ", "parent ")
                .contains(".u64, .u64, .u64, .u32", "_Z6vecaddPKfS0_Pfi")
                .containsPattern("launches +4 +global")
                .contains("--plan FILE");
    }

    @Test
    void theListCanBeReadByPrograms() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("run", FAMILY, "--json").out());

        assertThat(json.get("kernels").findValuesAsText("source_name")).containsExactly("child", "add_up", "parent");
        assertThat(json.get("variables").findValuesAsText("name")).containsExactly("launches");
    }

    @Test
    void thePlanThatTheListShowsRuns() throws IOException {
        String listed = CommandRun.of("run", VECADD).out();
        String plan = listed.substring(listed.indexOf("    buffers:"), listed.indexOf("\nand give it"));

        CommandRun run = CommandRun.of("run", VECADD, "--plan", file("plan.yaml", plan.stripIndent()));

        // The arguments fit; whether the numbers mean anything to the kernel the list cannot know.
        assertThat(run.exitCode()).isLessThan(2);
    }

    @Test
    void theProfileOfThePlanHoldsUnlessAnotherIsGiven() throws IOException {
        String plan = file("plan.yaml", """
            profile: h100-sxm
            buffers: {a: {type: f32, count: 1}}
            steps:
              - launch: {kernel: vecadd, grid: 1, block: 1, arguments: [a, a, a, 1]}
            """);

        assertThat(CommandRun.of("run", VECADD, "--plan", plan).out()).containsPattern("profile +h100-sxm");
        assertThat(CommandRun.of("run", "--profile", "h200", "--plan", plan, VECADD)
                        .out())
                .containsPattern("profile +h200");
    }

    @Test
    void theCommandLineOfEveryWorkloadHolds() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of(
                                "run",
                                FAMILY,
                                "--plan",
                                FAMILY_PLAN,
                                "--json",
                                "--pool",
                                "128",
                                "--seed",
                                "3",
                                "--policy",
                                "lazy")
                        .out());

        assertThat(json.get("workload").asText()).isEqualTo("ptx");
        assertThat(json.get("pool_size").asInt()).isEqualTo(128);
        assertThat(json.get("seed").asInt()).isEqualTo(3);
        assertThat(json.get("child_launches").asInt()).isEqualTo(5);
        assertThat(json.get("grids_run").asInt()).isEqualTo(6);
        assertThat(json.get("printed").asText()).isEqualTo("sum of 128 squares: 690880\n");
        assertThat(json.get("correct").asBoolean()).isTrue();
    }

    @Test
    void aFailedExpectationIsAFailedCheck() throws IOException {
        String plan = file("plan.yaml", """
            buffers: {squares: {type: s32, count: 64}, total: {type: s32, count: 1}}
            steps:
              - launch: {kernel: parent, grid: 1, block: 2, arguments: [squares, total]}
            expect:
              - {buffer: squares, equals: i * i * i}
            """);

        CommandRun run = CommandRun.of("run", FAMILY, "--plan", plan);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).containsPattern("correct +no");
        assertThat(run.err())
                .isEqualTo("cdpsim: check failed: " + plan
                        + ":5:6: buffer squares is not as expected in 62 of 64 elements, the first at 2: found 4,"
                        + " expected 8\n");
    }

    @Test
    void aRaceIsFound() throws IOException {
        String plan = file("plan.yaml", """
            buffers: {a: {type: f32, count: 1}}
            steps:
              - launch: {kernel: vecadd, grid: 1, block: 1, arguments: [a, a, a, 1], stream: one}
              - launch: {kernel: vecadd, grid: 1, block: 1, arguments: [a, a, a, 1], stream: two}
            """);

        CommandRun run = CommandRun.of("run", VECADD, "--plan", plan, "--check");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("the program has races");
        assertThat(run.out()).contains("vecadd.cu:5");
    }

    @Test
    void textThatIsNotPtxIsReportedWithItsPlace() throws IOException {
        String start = ".version 8.0\n.target sm_90\n.address_size 64\n";
        String syntax = file("syntax.ptx", start + ".visible .entry k( { ret; }\n");
        String opcode = file("opcode.ptx", start + ".visible .entry k() {\n  wgmma.fence.sync.aligned;\n  ret;\n}\n");
        String link = file("link.ptx", start + ".extern .global .u32 missing;\n");

        for (String each : new String[] {syntax, opcode, link}) {
            CommandRun run = CommandRun.of("run", each);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("cdpsim: " + each + ":").hasLineCount(1);
        }
        assertThat(CommandRun.of("run", opcode).err()).startsWith("cdpsim: " + opcode + ":5:3: ");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThat(CommandRun.of("run", "none.ptx").err())
                .isEqualTo("cdpsim: cannot read none.ptx: there is no such file or folder\n");
        assertThat(CommandRun.of("run", VECADD, "--plan", "none.yaml").err())
                .isEqualTo("cdpsim: cannot read none.yaml: there is no such file or folder\n");
        assertThat(CommandRun.of("run", "ptx").err())
                .isEqualTo("cdpsim: ptx lacks the files to run: give .ptx files\n");
    }
}
