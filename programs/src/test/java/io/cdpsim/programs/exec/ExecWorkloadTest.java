package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecWorkloadTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void skipsWhereNothingCanBeExecuted() {
        PrebuiltPrograms.assumeExecutable();
    }

    private RunResult run(ExecWorkload workload, String program, String... arguments) {
        return run(workload, MachineSettings.of(Profiles.load("h200")), program, arguments);
    }

    private RunResult run(ExecWorkload workload, MachineSettings machine, String program, String... arguments) {
        RunRequest request = RunRequest.of(workload, machine)
                .withOptions(ExecWorkload.with(
                        OptionValues.of(workload), PrebuiltPrograms.file(program, folder), List.of(arguments)));
        return Workloads.run(workload, request);
    }

    private RunResult run(String program, String... arguments) {
        return run(new ExecWorkload(), program, arguments);
    }

    /** Each checks itself, and tells by its exit code; see plain.cu. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "symbols",
                "managed",
                "copies",
                "errors",
                "streams",
                "callbacks",
                "threads",
                "mailbox",
                "questions",
                "forks"
            })
    void whatAProgramDoesOnTheHostIsAsOnAGpu(String which) {
        RunResult result = run("plain", which);

        assertThat(ExecWorkload.printed(result) + " exit code " + ExecWorkload.exitCode(result))
                .endsWith("exit code 0");
    }

    /** As measured of two H200s, or as told of systems without unified addressing; see peers.cu. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoGpusAndPinnedMemoryAreAsOnAHost(boolean separate) {
        ExecWorkload workload = new ExecWorkload();
        OptionValues options =
                OptionValues.of(workload).with(ExecWorkload.GPUS, 2).with(ExecWorkload.SEPARATE_ADDRESSES, separate);
        RunRequest request = RunRequest.of(workload, MachineSettings.of(Profiles.load("h200")))
                .withOptions(ExecWorkload.with(
                        options, PrebuiltPrograms.file("peers", folder), separate ? List.of("separate") : List.of()));
        RunResult result = Workloads.run(workload, request);

        assertThat(ExecWorkload.printed(result) + "exit code " + ExecWorkload.exitCode(result))
                .isEqualTo("exit code 0");
    }

    /** Built by nodes and by capture, updated and launched; see hostgraphs.cu. */
    @Test
    void graphsOfTheHostRunAsCaptured() {
        assertThat(ExecWorkload.printed(run("hostgraphs"))).isEqualTo("OK\n");
    }

    /** Rules G-1 to G-8 and G-10, K-1 and K-2; see devicegraphs.cu. */
    @Test
    void graphsOfDeviceCodeAndCooperativeGridsKeepTheirRules() {
        assertThat(ExecWorkload.printed(run("devicegraphs"))).isEqualTo("OK\n");
    }

    /** Conditional nodes, memory nodes, nodes that device code updates, captures into graphs; see conditionalgraphs.cu. */
    @Test
    void conditionalNodesChooseAndUpdatedNodesChange() {
        assertThat(ExecWorkload.printed(run("conditionalgraphs"))).isEqualTo("OK\n");
    }

    /** Captures that fork, updates, cooperative grids, clusters, programmatic events, memory and events; see graphuses.cu. */
    @Test
    void graphsRunAsProgramsBuildAndChangeThem() {
        assertThat(ExecWorkload.printed(run("graphuses"))).isEqualTo("OK\n");
    }

    /** Conditional nodes in each other and in child graphs, and updates by kernels of other graphs; see graphchanges.cu. */
    @Test
    void graphsChangeWhileTheyRun() {
        assertThat(ExecWorkload.printed(run("graphchanges"))).isEqualTo("OK\n");
    }

    /** Programmatic edges, updates behind a launch, captures of several threads, user objects; see graphedges.cu. */
    @Test
    void graphsHaveEdgesWithPortsAndHoldObjects() {
        assertThat(ExecWorkload.printed(run("graphedges"))).isEqualTo("OK\n");
    }

    @Test
    void aDeviceThatWasResetIsAsNew() {
        assertThat(ExecWorkload.printed(run("reset"))).isEqualTo("reset\n");
    }

    @Test
    void aTreeOfLaunchesFromTwoUnitsRunsAndIsTimed() {
        RunResult result = run("tree", "4");

        assertThat(ExecWorkload.exitCode(result)).isZero();
        assertThat(result.grids().gridsRun()).isEqualTo(1 + 31 + 1);
        List<String> lines = ExecWorkload.printed(result).lines().toList();
        assertThat(lines.get(0)).isEqualTo("31 nodes");
        double micros = Double.parseDouble(lines.get(1).replace(" us", ""));
        assertThat(micros).isBetween(10.0, result.timeMicros());
    }

    @Test
    void aRunIsTheSameEachTime() {
        RunResult one = run("tree", "3");
        RunResult other = run("tree", "3");

        assertThat(one.cycles()).isEqualTo(other.cycles());
        assertThat(ExecWorkload.printed(one)).isEqualTo(ExecWorkload.printed(other));
    }

    @Test
    void theDefaultStreamsOfThreadsDoNotWaitForEachOther() {
        assertThat(ExecWorkload.printed(run("perthread"))).isEqualTo("side by side\n");
    }

    @Test
    void deviceOutputIsInOrderAmongTheProgramsLines() {
        assertThat(ExecWorkload.printed(run("plain", "hello")))
                .isEqualTo("before\nhello from 0\nhello from 1\nafter\n");
    }

    @Test
    void theExitCodeIsTheProgramsOwn() {
        RunResult result = run("plain", "exit", "5");

        assertThat(ExecWorkload.exitCode(result)).isEqualTo(5);
        assertThat(result.failure()).contains("exit code 5");
    }

    @Test
    void anAddressOfTheDeviceIsNoneOfTheProgram() {
        RunResult result = run("plain", "crash");

        assertThat(ExecWorkload.exitCode(result)).isEqualTo(128 + 11);
        assertThat(ExecWorkload.printed(result)).isEqualTo("reading\n");
    }

    @Test
    void aProgramThatIsKilledLeavesNothingBehind() throws IOException {
        Set<Path> before = left();

        assertThat(ExecWorkload.exitCode(run("plain", "killed"))).isEqualTo(128 + 9);
        assertThat(left()).isSubsetOf(before);
    }

    /** What runs put into the folders of temporary files; others may run at the same time, and clean up. */
    private static Set<Path> left() throws IOException {
        Path shared = Path.of("/dev/shm");
        try (Stream<Path> files = Files.list(Files.isDirectory(shared) ? shared : Path.of("/tmp"))) {
            return files.filter(each -> each.toString().contains("cdpsim")).collect(Collectors.toSet());
        }
    }

    @Test
    void callsThatAreNotSimulatedAreNamed() {
        assertThat(run("plain", "errors").measures())
                .filteredOn(each -> each.name().equals("not_simulated"))
                .map(each -> ((ResultValue.Text) each).value())
                .containsExactly("cudaGraphicsUnmapResources");
    }

    @Test
    void timeThatPassesOutsideOfCallsIsAResult() {
        assertThat(run("plain", "mailbox").measures())
                .filteredOn(each -> each.result().equals(ExecWorkload.OUTSIDE_CALLS))
                .map(each -> ((ResultValue.Quantity) each).value())
                .singleElement()
                .satisfies(each -> assertThat(each).isPositive());
        assertThat(run("plain", "copies").measures())
                .noneMatch(each -> each.result().equals(ExecWorkload.OUTSIDE_CALLS));
    }

    @Test
    void waitingForWhatNeverComesIsReported() {
        assertThatThrownBy(() -> run("plain", "stuck"))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("serve");
    }

    @Test
    void aProgramThatIsStoppedEndsAndIsReported() {
        StopSwitch stop = new StopSwitch();
        ExecWorkload workload = ExecWorkload.stoppable(stop);
        CountDownLatch launched = new CountDownLatch(1);
        Thread stopper = new Thread(() -> {
            try {
                launched.await(20, TimeUnit.SECONDS);
                // It spins by now.
                Thread.sleep(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            stop.turn();
        });
        stopper.start();

        RunListener listener = event -> {
            if (event instanceof RunEvent.GridEvent.Posted) {
                launched.countDown();
            }
        };
        MachineSettings machine = MachineSettings.of(Profiles.load("h200")).withListeners(List.of(listener));
        RunResult result = run(workload, machine, "plain", "endless");

        assertThat(result.failure()).contains("stopped");
    }

    @Test
    void aFileThatIsNotAProgramIsReportedBeforeAnythingRuns() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "exit 0\n");
        ExecWorkload workload = new ExecWorkload();
        RunRequest request = RunRequest.of(workload, MachineSettings.of(Profiles.load("h200")))
                .withOptions(ExecWorkload.with(OptionValues.of(workload), text, List.of()));

        assertThatThrownBy(() -> Workloads.run(workload, request))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not an executable");
    }

    @Test
    void aScriptStartsWhatItsFirstLineNames() throws IOException {
        Path script = Files.writeString(
                folder.resolve("script.sh"),
                "#!/usr/bin/env sh\nexec " + PrebuiltPrograms.file("plain", folder) + " exit \"$1\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        ExecWorkload workload = new ExecWorkload();
        RunRequest request = RunRequest.of(workload, MachineSettings.of(Profiles.load("h200")))
                .withOptions(ExecWorkload.with(OptionValues.of(workload), script, List.of("7")));

        assertThat(ExecWorkload.exitCode(Workloads.run(workload, request))).isEqualTo(7);
    }
}
