package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.path.CriticalPath;
import io.cdpsim.observe.path.CriticalPathBreakdown;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the time of drawn programs consists of: it adds up to the time, and each part is there where the program has cause for it. */
class CriticalPathPropertyTest {
    private static final int PROGRAMS = 15;

    @ParameterizedTest
    @CsvSource({
        "h200,EAGER", "h200,LAZY", "h200,ADVERSARIAL",
        "k20x,EAGER", "k20x,LAZY", "k20x,ADVERSARIAL"
    })
    void thePartsAddUpToTheTimeOfTheRunToTheCycle(String profile, LaunchPolicy policy) {
        Set<CriticalPathComponent> seen = EnumSet.noneOf(CriticalPathComponent.class);
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            boolean cdp1 = profile.startsWith("k");
            LaunchProgram program =
                    RandomLaunchProgram.draw(seed, new RandomLaunchProgram.Bounds(cdp1, 60, 5, true, 3));
            MachineSettings settings = MachineSettings.of(
                            Profiles.load(profile, List.of("limits.pending_launches_min=8")))
                    .withPolicy(policy)
                    .withSeed(seed);
            CriticalPath path = new CriticalPath();
            LaunchProgramRun run = LaunchProgramRun.of(program, settings, 8, path);
            long cycles = run.machine().nowCycles();
            CriticalPathBreakdown parts = path.parts(cycles);
            assertThat(parts.start()).isZero();
            assertThat(parts.end()).isEqualTo(cycles);
            seen.addAll(parts.cycles().keySet());
        }
        assertThat(seen)
                .contains(
                        CriticalPathComponent.COMPUTING,
                        CriticalPathComponent.MEMORY,
                        CriticalPathComponent.LAUNCH_CALL,
                        CriticalPathComponent.LAUNCH_SERVER,
                        CriticalPathComponent.POOL_SEARCH,
                        CriticalPathComponent.SM_ROOM,
                        CriticalPathComponent.COMPLETION,
                        CriticalPathComponent.HOST)
                .doesNotContain(CriticalPathComponent.COPYING);
    }
}
