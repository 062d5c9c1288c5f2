package io.cdpsim.experiments.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The time of every workload, in every variant, on GPUs of both versions, is the sum of its parts to the cycle, and is the same when nobody watches. */
class TimeBreakdownPropertyTest {
    private static final Workloads ALL = Workloads.installed();
    private static final InputCache INPUTS = new InputCache();

    static List<String> runs() {
        List<String> runs = new ArrayList<>();
        for (String profile : List.of("h200", "k40c")) {
            for (String graph : List.of("rmat:6:8:1", "grid:7", "star:3:40")) {
                for (String variant :
                        List.of("serial", "warp", "cdp", "threshold", "aggregate", "aggregate-warp", "driver")) {
                    runs.add("bfs " + profile + " graph=" + graph + " variant=" + variant);
                }
            }
            runs.add("bfs " + profile + " graph=rmat:6:8:1 variant=cdp pool=4 stream=named");
            for (String variant : List.of("serial", "warp", "cdp", "threshold", "aggregate", "consolidate")) {
                runs.add("irregular " + profile + " sizes=zipf:1.5:300 variant=" + variant);
            }
            runs.add("nbody " + profile + " bodies=256 block=64 steps=2 gpus=2");
            runs.add("nbody " + profile + " bodies=1024 bulk=true");
            runs.add("persistent " + profile + " iterations=4");
            runs.add("pending " + profile + " depth=3");
            runs.add("pending " + profile + " depth=3 pool=40");
            runs.add("recursive " + profile);
        }
        return runs;
    }

    private static RunSpecification question(String run, long seed) {
        String[] words = run.split(" ");
        Workload workload = ALL.named(words[0]);
        OptionValues options = OptionValues.of(workload);
        for (String each : Stream.of(words).skip(2).toList()) {
            options = options.with(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        GpuProfile profile = Profiles.load(words[1]);
        return new RunSpecification(
                workload, options, MachineSettings.of(profile).withSeed(seed), words[1], List.of());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void thePartsOfARunAddUpToItsTimeToTheCycle(String run) {
        RunSpecification question = question(run, 3);
        RunResult unwatched = Workloads.run(
                question.workload(), new RunRequest(question.options(), question.machine(), new Progress(), INPUTS));
        ComparedRun watched = question.run(new Progress(), INPUTS);

        TimeBreakdown breakdown = watched.breakdown().orElseThrow();
        assertThat(watched.failure()).isEmpty();
        assertThat(watched.timeMicros()).isEqualTo(unwatched.timeMicros());
        assertThat(breakdown.totalCycles()).isEqualTo(unwatched.cycles());
        assertThat(breakdown.cycles().values()).allMatch(each -> each >= 0);
        boolean launches = unwatched.grids().childLaunches() > 0;
        if (!launches) {
            assertThat(breakdown.micros(CriticalPathComponent.LAUNCH_CALL)).isZero();
            assertThat(breakdown.micros(CriticalPathComponent.POOL_SEARCH)).isZero();
        }
    }
}
