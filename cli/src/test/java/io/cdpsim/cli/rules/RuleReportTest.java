package io.cdpsim.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.observe.Timeline;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RulePlace;
import io.cdpsim.semantics.rules.catalog.RuleStatus;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Reports of runs whose timelines are written by hand, on a GPU of 100 cycles a microsecond. */
class RuleReportTest {
    private static final MachineSettings SETTINGS =
            MachineSettings.of(Profiles.load("k20x", List.of("clock.core=100 MHz")));

    private static String report(Set<String> allowed, Function<ProgramMachine, String> program) {
        RuleScenario scenario = RuleScenario.claim("TAIL-1", "grids wait").mayReach(List.of("k20x"), allowed, program);
        Rule rule = new Rule(
                "TAIL-1",
                List.of(CdpSupport.CDP1),
                RuleStatus.INF,
                "grids wait for each other",
                "A grid waits for the one before it, unless there is none, and starts as soon as it may.",
                List.of("LaunchTree", "GridTable"),
                List.of(
                        new RulePlace("io.cdpsim.runtime.launch.LaunchTree", 7),
                        new RulePlace("io.cdpsim.runtime.launch.LaunchTree", 30)),
                Optional.empty(),
                List.of(scenario));
        return RuleReport.text(rule, List.of(RuleReport.ScenarioRun.of(scenario, SETTINGS)));
    }

    private static DeviceEvents events(Timeline timeline) {
        return new DeviceEvents(new RunListeners(List.of(timeline)), 0);
    }

    private static void grid(
            Timeline timeline, long grid, long parent, String kernel, long posted, long started, long ended, long end) {
        DeviceEvents events = events(timeline);
        events.gridPosted(grid, parent, kernel, LaunchKind.STREAM, 1, 0, 1, 32, posted);
        if (started >= 0) {
            events.gridStarted(grid, started);
        }
        if (ended >= 0) {
            events.gridBodyEnded(grid, ended);
        }
        if (end >= 0) {
            events.gridCompleted(grid, end);
        }
    }

    @Test
    void aRunIsShownAsRowsOfGridsBelowTheirParentsWithBars() {
        String report = report(Set.of("waited", "did not wait"), lab -> {
            Timeline timeline = lab.timeline();
            grid(timeline, 1, 0, "P", 0, 400, 1200, 4800);
            grid(timeline, 2, 1, "C", 800, 1600, 2400, 4400);
            grid(timeline, 4, 2, "D", 2000, 2800, 4400, 4400);
            grid(timeline, 3, 1, "Q", 800, -1, -1, -1);
            events(timeline).launchFailed(1, "E", 9, 900);
            events(timeline).launchFailed(2, "E", 69, 1700);
            events(timeline).launchFailed(2, "E", 69, 1800);
            events(timeline).warning("MEM-1", "D reads P's shared memory", 3000);
            return "waited";
        });
        assertThat(report).isEqualTo("""
            TAIL-1: grids wait for each other

            A grid waits for the one before it, unless there is none, and starts as soon as
            it may.

            version         CDP1
            status          INF: follows from documented rules
            implemented in  runtime.launch.LaunchTree:7
                            runtime.launch.LaunchTree:30
                            GridTable

            In CUDA C (example:tail-pair):

            // Tail launches run in the order of launching, one behind the other (TAIL-1, TAIL-3).
            __device__ int ticket;

            // Takes a ticket at its start and one at its end.
            __global__ void work(int *begin, int *end, int which) {
                begin[which] = atomicAdd(&ticket, 1);
                __nanosleep(2000);
                end[which] = atomicAdd(&ticket, 1);
            }

            __global__ void parent(int *begin, int *end) {
                work<<<1, 1, 0, cudaStreamTailLaunch>>>(begin, end, 0);
                work<<<1, 1, 0, cudaStreamTailLaunch>>>(begin, end, 1);
            }

            Scenario: grids wait
            profile  k20x
            CUDA     11.8
            policy   eager, seed 1
            allowed  did not wait
                     waited
            outcome  waited

            grid   number  parent  posted  started  ended  complete  0                                          48.00
            P           1    host    0.00     4.00  12.00     48.00  ....========------------------------------------
              C         2       1    8.00    16.00  24.00     44.00          ........========--------------------
                D       4       2   20.00    28.00  44.00     44.00                      ........================
              Q         3       1    8.00        -      -         -          ........................................
            Times in us. Bars: . posted, not started; = runs; - ended, waits for what it launched
            Failed: launch of E by grid 1 at 9.00 us: cudaErrorInvalidConfiguration (9)
            Failed: 2 launches of E by grid 2, first at 17.00 us: cudaErrorLaunchPendingCountExceeded (69)
            Warning at 30.00 us (MEM-1): D reads P's shared memory
            """);
    }

    @Test
    void manyLaunchesOfOneKernelAreSummedUp() {
        String report = report(Set.of("all ran"), lab -> {
            grid(lab.timeline(), 1, 0, "P", 0, 0, 100, 20000);
            for (int i = 0; i < 2000; i++) {
                grid(lab.timeline(), 2 + i, 1, "C", 100, 200 + i, 300 + i, 300 + i);
            }
            return "all ran";
        });
        assertThat(report.lines().filter(line -> line.startsWith("  C"))).hasSize(7);
        assertThat(report).contains("\n  C, 1,994 more\n");
    }

    @Test
    void aLongChainIsCutShortAndTheRestCounted() {
        String report = report(Set.of("all ran"), lab -> {
            for (int i = 1; i <= 4000; i++) {
                grid(lab.timeline(), i, i - 1, "link", i, i + 1, i + 2, 5000);
            }
            return "all ran";
        });
        assertThat(report.lines().filter(line -> line.contains("link"))).hasSize(40);
        assertThat(report).contains("\nand 3,960 more grids\n");
        assertThat(report.lines()).allMatch(line -> line.length() <= 150);
    }

    @Test
    void aRuleThatCannotBeShownSaysWhy() {
        Rule rule = new Rule(
                "COPY-6",
                List.of(CdpSupport.CDP1, CdpSupport.CDP2),
                RuleStatus.SILENT,
                "a title",
                "A text.",
                List.of(),
                List.of(),
                Optional.of("no source says what should happen"),
                List.of());
        assertThat(RuleReport.text(rule, List.of())).isEqualTo("""
            COPY-6: a title

            A text.

            version    both
            status     SILENT: no source says
            not shown  no source says what should happen
            """);
    }

    @Test
    void anErrorHasTheNumberThatTheProgramsCudaVersionGivesIt() {
        String report = report(Set.of("refused"), lab -> {
            lab.rebuild(settings -> settings.withCuda(new CudaVersion(6, 0)));
            events(lab.timeline()).launchFailed(1, "C", 11, 100);
            return "refused";
        });
        assertThat(report)
                .contains("\nCUDA     6.0\n")
                .contains("\nNo grid ran.\nFailed: launch of C by grid 1 at 1.00 us: cudaErrorInvalidValue (11)\n");
    }

    @Test
    void strictlyTheDocumentedOutcomeIsAllowed() {
        RuleScenario scenario = RuleScenario.claim("TAIL-1", "grids wait")
                .must(List.of("k20x"), "measured", lab -> lab.settings().strict() ? "documented" : "measured")
                .strictly("documented");
        assertThat(RuleReport.ScenarioRun.of(scenario, SETTINGS).isAllowed()).isTrue();
        assertThat(RuleReport.ScenarioRun.of(scenario, SETTINGS.withStrict(true))
                        .isAllowed())
                .isTrue();
        assertThat(RuleReport.ScenarioRun.of(scenario, SETTINGS.withStrict(true))
                        .allowed())
                .containsExactly("documented");
    }

    @Test
    void anOutcomeThatIsNotAllowedIsMarkedAndSoIsARunThatBroke() {
        assertThat(report(Set.of("after"), lab -> "before")).contains("\noutcome  before (not allowed)\n");
        assertThat(report(Set.of("after"), lab -> {
                    throw new IllegalStateException("kernel C was launched 0 times, not once");
                }))
                .contains("\noutcome  failed: kernel C was launched 0 times, not once (not allowed)\n");
    }

    @Test
    void theCommandFailsIfAnOutcomeIsNotAllowed() {
        RuleScenario broken =
                RuleScenario.claim("TAIL-1", "grids wait").must(RuleScenario.BOTH, "after", machine -> "before");
        Rule rule = new Rule(
                "TAIL-1",
                List.of(CdpSupport.CDP1),
                RuleStatus.DOC,
                "grids wait",
                "Grids wait.",
                List.of("LaunchTree"),
                List.of(),
                Optional.empty(),
                List.of(broken));
        RulesCommand.ShowCommand command = new RulesCommand.ShowCommand();
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        new CommandLine(command).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        assertThat(command.show(rule)).isEqualTo(1);
        assertThat(out.toString()).contains("(not allowed)");
        assertThat(err.toString())
                .isEqualTo("cdpsim: check failed: 2 of 2 runs had outcomes that TAIL-1 does not allow"
                        + System.lineSeparator());
    }
}
