package io.cdpsim.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.RunResult.GridStatistics;
import io.cdpsim.workloads.WorkloadOption;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadCommandTest {
    private static final ResultName.Text GRAPH = new ResultName.Text("graph", "graph");
    private static final ResultName.Count REACHED = new ResultName.Count("reached_vertices", "vertices reached");
    private static final ResultName.Quantity COPY_RATE = new ResultName.Quantity("copy_rate_tb_s", "copy rate", "TB/s");
    private static final ResultName.Quantity PER_ITERATION =
            new ResultName.Quantity("per_iteration_us", "per iteration", "us");
    private static final List<ResultName> RESULTS = List.of(GRAPH, REACHED, COPY_RATE, PER_ITERATION);

    private static final WorkloadOption<Integer> ITEMS = WorkloadOption.of(
                    "items", "N", OptionValueType.wholeNumber(1, 64), "Items a thread")
            .defaultingTo(8, "8, a sector");
    private static final WorkloadOption<ChildStream> STREAM = WorkloadOption.of(
                    "stream", "STREAM", OptionValueType.choice(ChildStream.NULL, ChildStream.PER_THREAD), "Stream")
            .otherwise("the profile's");
    private static final WorkloadOption<Boolean> SWIFT = WorkloadOption.flag("swift", "100% swift, in ${words}");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void peopleReadAShortTable() {
        assertThat(execute("", "--seed", "7")).isZero();
        assertThat(out.toString()).isEqualTo("""
            workload              scripted
            profile               h200
            graph                 star512
            simulated time        1.23 ms
            seen on hardware      nothing like this was measured on h200
            on the device         1.20 ms
            cycles                2,443,320
            child launches        45,678
            failed launches       2
            grids run             45,680
            pool size             4,096
            pool high water       2,048
            virtualized launches  17
            resident grids, most  128
            SM utilization        61.3%
            launch overhead       25.0% of warp time
            warp instructions     4,500,000
            vertices reached      16,384
            copy rate             3.35 TB/s
            per iteration         12.3 us
            correct               yes
            simulation took       1.50 s
            simulation speed      3.00 million warp instructions/s

            warning (POOL-6): 2 launches failed
            """);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void programsReadOneJsonObjectWithStableNames() throws Exception {
        assertThat(execute("", "--json", "--seed", "7", "--profile", "k20x")).isZero();
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(out.toString());
        assertThat(json.remove("command").textValue()).endsWith(" --json --seed 7 --profile k20x");
        assertThat(json.remove("version").textValue()).isNotEmpty();
        assertThat(json.remove("profile_hash").textValue()).matches("[0-9a-f]{16}");
        assertThat(json.remove("inputs_hash").textValue()).matches("[0-9a-f]{16}");
        assertThat(json).isEqualTo(new ObjectMapper().readTree("""
            {"workload": "scripted", "profile": "k20x", "seed": 7, "time_us": 1234.0,
             "time_trust": {"words": "k20x was never measured by us"}, "device_us": 1200.0, "cycles": 2443320,
             "child_launches": 45678, "failed_launches": 2, "grids_run": 45680, "pool_size": 4096, "pool_high_water": 2048,
             "virtualized_launches": 17, "resident_grids_max": 128, "sm_utilization": 0.613, "launch_overhead": 0.25,
             "warp_instructions": 4500000,
             "graph": "star512", "reached_vertices": 16384, "copy_rate_tb_s": 3.35, "per_iteration_us": 12.3,
             "by_kernel": [], "by_depth": [], "correct": true, "warnings": [{"rule": "POOL-6", "message": "2 launches failed", "count": 2}], "wall_ms": 1500.0,
             "million_warp_instructions_s": 3.0}
            """));
    }

    /** Two grids of a kernel on a machine that the request asks for, one behind the other. */
    @Test
    void gridsAreGroupedByKernelAndByDepth() throws Exception {
        ScriptedWorkload workload = new ScriptedWorkload(List.of(), RESULTS, request -> {
            Host host = new Machine(request.machine()).host();
            Kernel empty = new KernelBuilder("empty").build();
            host.launch(empty, LaunchShape.of(1, 32), host.defaultStream());
            host.launch(empty, LaunchShape.of(1, 32), host.defaultStream());
            host.synchronize();
            return result(request.machine(), "");
        });
        execute(workload);
        assertThat(out.toString())
                .containsPattern("\n\nkernel  grids +busy +mean +longest +mean wait\nempty +2 +\\S+ ns");
        out.getBuffer().setLength(0);
        execute(workload, "--json");
        JsonNode json = new ObjectMapper().readTree(out.toString());
        JsonNode kernel = json.get("by_kernel").get(0);
        assertThat(kernel.get("kernel").textValue()).isEqualTo("empty");
        assertThat(kernel.get("grids").intValue()).isEqualTo(2);
        assertThat(kernel.get("busy_us").doubleValue())
                .isCloseTo(2 * kernel.get("run_mean_us").doubleValue(), within(1e-9));
        assertThat(json.get("by_depth").get(0).get("depth").intValue()).isZero();
    }

    @Test
    void theResultIsWrittenAsARowToo() throws Exception {
        Path file = folder.resolve("run.csv");
        ScriptedWorkload workload =
                new ScriptedWorkload(List.of(ITEMS), RESULTS, request -> result(request.machine(), ""));
        assertThat(execute(workload, "--quiet", "--items", "16", "--csv", file.toString()))
                .isZero();
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("point,items,seed,profile,time_us,")
                .endsWith(",correct,error,profile_hash,inputs_hash,version,command");
        assertThat(lines.get(1)).startsWith("1,16,").contains(",1234.0,").contains(",true,,");
    }

    @Test
    void anUnwritableFileIsReportedBeforeAnythingRuns() {
        ScriptedWorkload never = new ScriptedWorkload(request -> {
            throw new AssertionError("it ran");
        });
        assertThat(execute(never, "--csv", folder.toString())).isNotZero();
        assertThat(err.toString()).contains("is a folder; give the name of a file");
    }

    @Test
    void aWrongResultIsReportedAndFails() throws Exception {
        assertThat(execute("vertex 17 has level 2, expected 3", "--json")).isEqualTo(1);
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("correct").booleanValue()).isFalse();
        assertThat(json.get("failure").textValue()).isEqualTo("vertex 17 has level 2, expected 3");
        assertThat(err.toString())
                .isEqualTo("cdpsim: check failed: vertex 17 has level 2, expected 3" + System.lineSeparator());
    }

    @Test
    void quietPrintsNothingButErrors() {
        assertThat(execute("", "--quiet")).isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(execute("wrong", "--quiet")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("wrong");
    }

    @Test
    void quietKeepsTheRequestedJson() {
        execute("", "--quiet", "--json");
        assertThat(out.toString())
                .startsWith("{\n  \"workload\": \"scripted\",\n")
                .endsWith("}\n");
    }

    @Test
    void overridesReachTheMachine() {
        ScriptedWorkload workload = new ScriptedWorkload(List.of(), RESULTS, request -> {
            MachineSettings machine = request.machine();
            assertThat(machine.profile().sm().count()).isEqualTo(16);
            assertThat(machine.seed()).isEqualTo(-3);
            return result(request.machine(), "");
        });
        assertThat(execute(workload, "--set", "sm.count=16", "--seed", "-3")).isZero();
    }

    @Test
    void policyAndStrictnessReachTheMachine() {
        ScriptedWorkload workload = new ScriptedWorkload(List.of(), RESULTS, request -> {
            MachineSettings machine = request.machine();
            assertThat(machine.policy()).isEqualTo(LaunchPolicy.LAZY);
            assertThat(machine.strict()).isTrue();
            return result(request.machine(), "");
        });
        assertThat(execute(workload, "--policy", "lazy", "--strict")).isZero();
    }

    private static final Race RACE = new Race(
            RaceKind.BLOCKS,
            new RacingAccess("k", true, 1, 0, 3, "instruction 2", "writes", "weak"),
            new RacingAccess("k", true, 1, 1, 5, "instruction 4", "reads", "device scope"),
            0x10000000000L,
            List.of("7", "9"),
            12);

    private static RunResult racing(MachineSettings machine, IntendedRaces meant) {
        RunResult result = result(machine, "");
        return new RunResult(
                        result.workload(),
                        result.profile(),
                        result.seed(),
                        result.timeMicros(),
                        result.deviceMicros(),
                        result.cycles(),
                        result.grids(),
                        result.smUtilization(),
                        result.launchOverhead(),
                        result.warpInstructions(),
                        result.failure(),
                        result.wallMillis(),
                        Optional.of(new VisibilityReport(List.of(RACE), List.of())),
                        Optional.empty(),
                        IntendedRaces.NONE,
                        result.warnings(),
                        result.measures())
                .withIntendedRaces(meant);
    }

    @Test
    void aRaceIsExplainedAndEndsWithExitCode1() {
        assertThat(execute(
                        new ScriptedWorkload(
                                List.of(), RESULTS, request -> racing(request.machine(), IntendedRaces.NONE)),
                        "--check"))
                .isEqualTo(1);
        assertThat(err).hasToString("cdpsim: check failed: the program has races or undefined uses, 1 place\n");
        assertThat(out.toString()).endsWith("""

            1. two blocks of a grid race (CONC-1, seen 12 times)
                 first        kernel k (grid 1), block 0, thread 3 writes: instruction 2
                 then         kernel k (grid 1), block 1, thread 5 reads, device scope: instruction 4
                 may see      7 or 9 at 0x10000000000
                 missing      nothing orders blocks of a grid but atomics and fences whose scope covers both
                 fix          use atomics for both, or part the work into two grids; where a flag or counter orders the two, put __threadfence() before it is set, in the thread that sets it and behind the barrier of its block, and behind its read
            """);
    }

    @Test
    void aRaceThatIsMeantEndsWithExitCode0AndAnyOtherDoesNot() {
        assertThat(execute(new ScriptedWorkload(
                        List.of(),
                        RESULTS,
                        request -> racing(request.machine(), IntendedRaces.of("it shows it", "CONC-1")))))
                .isZero();
        assertThat(out.toString()).contains("1 place, meant: it shows it");
        assertThat(execute(new ScriptedWorkload(
                        List.of(),
                        RESULTS,
                        request -> racing(request.machine(), IntendedRaces.of("it shows it", "MEM-3")))))
                .isEqualTo(1);
    }

    @Test
    void theOptionsOfAWorkloadBecomeThoseOfItsCommand() {
        List<String> seen = new ArrayList<>();
        ScriptedWorkload workload = optioned(request -> {
            seen.add(request.options().get(ITEMS) + " " + request.options().find(STREAM) + " "
                    + request.options().get(SWIFT) + " " + request.options().isGiven(ITEMS));
            return result(request.machine(), "");
        });

        assertThat(execute(workload)).isZero();
        assertThat(execute(workload, "--items=8", "--stream", "per-thread", "--swift"))
                .isZero();

        assertThat(seen).containsExactly("8 Optional.empty false false", "8 Optional[PER_THREAD] true true");
    }

    @Test
    void helpIsMadeFromWhatTheOptionsSay() {
        String help = WorkloadCommand.of(optioned(request -> result(request.machine(), "")))
                .getUsageMessage()
                .replaceAll("\\s+", " ");

        assertThat(help)
                .contains(
                        "Does 100% of ${what} a test tells it.",
                        "--items=N Items a thread. Default: 8, a sector.",
                        "--stream=STREAM Stream: null, per-thread. Default: the profile's.",
                        "--swift 100% swift, in ${words}.");
    }

    @Test
    void aValueOutOfRangeIsAnsweredWithTheRange() {
        ScriptedWorkload workload = optioned(request -> result(request.machine(), ""));

        assertThat(execute(workload, "--items", "65")).isEqualTo(2);
        assertThat(err.toString()).contains("option '--items'", "found '65', expected a whole number from 1 to 64");
    }

    @Test
    void anOptionThatEveryWorkloadHasIsNotTheWorkloadsOwn() {
        ScriptedWorkload workload = new ScriptedWorkload(
                List.of(WorkloadOption.of("seed", "N", OptionValueType.wholeNumber(0), "My seed")),
                List.of(),
                request -> result(request.machine(), ""));

        assertThatThrownBy(() -> WorkloadCommand.of(workload))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("workload scripted has an option 'seed', but --seed means the same for every");
    }

    private static ScriptedWorkload optioned(Function<RunRequest, RunResult> script) {
        return new ScriptedWorkload(List.of(ITEMS, STREAM, SWIFT), RESULTS, script);
    }

    private int execute(String failure, String... args) {
        return execute(new ScriptedWorkload(List.of(), RESULTS, request -> result(request.machine(), failure)), args);
    }

    private int execute(ScriptedWorkload workload, String... args) {
        return WorkloadCommand.of(workload)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    private static RunResult result(MachineSettings machine, String failure) {
        return new RunResult(
                "scripted",
                machine.profile().name(),
                machine.seed(),
                1234,
                1200,
                2_443_320,
                new GridStatistics(45_678, 2, 45_680, 4096, 2048, 17, 128),
                0.613,
                0.25,
                4_500_000,
                failure,
                1500,
                Optional.empty(),
                Optional.empty(),
                IntendedRaces.NONE,
                List.of(new CountedWarning("POOL-6", "2 launches failed", 2)),
                List.of(GRAPH.of("star512"), REACHED.of(16_384), COPY_RATE.of(3.35), PER_ITERATION.of(12.3)));
    }
}
