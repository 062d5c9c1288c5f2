package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchModel;
import io.cdpsim.profile.LinearCycles;
import io.cdpsim.profile.PendingPoolSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.cost.PostedWorkRun.Setting;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridNumbers;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.StreamTable;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a spec knows no batches, no rounds and no ways through the pool, both generations launch alike. */
class SameCostsPropertyTest {
    private static final int PROGRAMS = 150;
    private static final int DEEPEST = 3;
    private static final int SMALL_POOL = 6;

    private static final class Draw {
        private final SplittableRandom random;
        private int names;

        Draw(long seed) {
            random = new SplittableRandom(seed);
        }

        PostedWork[] program() {
            PostedWork[] hosts = new PostedWork[1 + random.nextInt(2)];
            for (int i = 0; i < hosts.length; i++) {
                hosts[i] = PostedWork.host("host" + names++, random.nextInt(30_000));
                fill(hosts[i], 1);
            }
            return hosts;
        }

        private void fill(PostedWork parent, int depth) {
            parent.ofBlocks(1 + random.nextInt(3), 32 * (1 + random.nextInt(3)));
            int count = random.nextInt(depth == 1 ? 10 : 5);
            for (int i = 0; i < count; i++) {
                PostedWork child = post(parent);
                child.firstOfCall = random.nextBoolean();
                if (depth < DEEPEST && !child.copies && random.nextBoolean()) {
                    fill(child, depth + 1);
                }
            }
        }

        private PostedWork post(PostedWork parent) {
            String name = "piece" + names++;
            int stream = 1 + random.nextInt(3);
            long after = random.nextLong(parent.runs + 1);
            long runs = random.nextInt(20_000);
            switch (random.nextInt(10)) {
                case 0, 1 -> parent.forgotten(name, after, runs);
                case 2, 3 -> parent.tail(name, after, runs);
                case 4 -> parent.copy(name, stream, after, runs);
                default -> parent.inStream(name, stream, after, runs);
            }
            PostedWork posted = parent.posts.get(parent.posts.size() - 1);
            if (random.nextInt(6) == 0) {
                parent.wait("wait" + names++, 1 + random.nextInt(3), 1 + random.nextInt(3), after);
            }
            return posted;
        }

        DeviceLaunchSpec spec() {
            LaunchSpecBuilder spec = new LaunchSpecBuilder();
            spec.postToStart = random.nextInt(500);
            spec.tailStart = random.nextInt(9_000);
            spec.tailToTail = random.nextInt(9_000);
            spec.tailOfTail = random.nextInt(4_000);
            spec.streamSuccessor = random.nextInt(9_000);
            spec.completionCycles = random.nextInt(20_000);
            spec.nestedCompletion = random.nextInt(20_000);
            spec.capableGrid = random.nextInt(5_000);
            spec.virtualizedStart = random.nextInt(20_000);
            spec.pool = new PendingPoolSpec(
                    1_000 * random.nextDouble(),
                    randomService(random),
                    new PendingPoolSpec.PoolScan(0, 1 + random.nextInt(3), 1 + random.nextInt(4), 0),
                    LinearCycles.ZERO,
                    LinearCycles.ZERO,
                    PendingPoolSpec.CrowdedCall.NONE,
                    PendingPoolSpec.Hang.NEVER);
            return spec.build();
        }

        private static PendingPoolSpec.StreamService randomService(SplittableRandom random) {
            return new PendingPoolSpec.StreamService(
                    1_000 * random.nextDouble(), random.nextDouble(), 500 * random.nextDouble());
        }
    }

    private static PostedWorkRun run(LaunchModel generation, DeviceLaunchSpec spec, LaunchPolicy policy, long seed) {
        PendingLaunchPool pool =
                new PendingLaunchPool(SMALL_POOL, () -> Long.MAX_VALUE, SMALL_POOL / 2, (fixed, virtual) -> {});
        return PostedWorkRun.of(generation, spec, new Setting(pool, policy, seed % 2 == 0), new Draw(seed).program());
    }

    private static int checkSame(DeviceLaunchSpec spec, LaunchPolicy policy, long seed) {
        PostedWorkRun kepler = run(LaunchModel.KEPLER, spec, policy, seed);
        PostedWorkRun hopper = run(LaunchModel.HOPPER, spec, policy, seed);
        assertThat(List.copyOf(hopper.started().entrySet()))
                .as("starts, seed %d", seed)
                .isEqualTo(List.copyOf(kepler.started().entrySet()));
        assertThat(List.copyOf(hopper.completed().entrySet()))
                .as("completions, seed %d", seed)
                .isEqualTo(List.copyOf(kepler.completed().entrySet()));
        assertThat(List.copyOf(hopper.retired().entrySet()))
                .as("retirements, seed %d", seed)
                .isEqualTo(List.copyOf(kepler.retired().entrySet()));
        return kepler.completed().size();
    }

    @ParameterizedTest
    @CsvSource({"k20c,EAGER", "k20x,EAGER", "k20x,LAZY", "k20x,ADVERSARIAL", "k40c,EAGER"})
    void onTheSpecOfAKeplerProfileBothGiveTheSameTimes(String profile, LaunchPolicy policy) {
        DeviceLaunchSpec spec = Profiles.load(profile).launch();
        int pieces = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            pieces += checkSame(spec, policy, seed);
        }
        assertThat(pieces).isGreaterThan(5 * PROGRAMS);
    }

    @ParameterizedTest
    @EnumSource(LaunchPolicy.class)
    void onAnySpecWithoutBatchesRoundsAndWaysBothGiveTheSameTimes(LaunchPolicy policy) {
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            DeviceLaunchSpec spec = new Draw(10_000 + seed).spec();
            assertThat(spec.hasHopperCosts()).isFalse();
            checkSame(spec, policy, seed);
        }
    }

    @Test
    void onTheSpecOfAHopperProfileTheyDiffer() {
        DeviceLaunchSpec spec = Profiles.load("h200").launch();
        int differ = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            PostedWorkRun kepler = run(LaunchModel.KEPLER, spec, LaunchPolicy.EAGER, seed);
            PostedWorkRun hopper = run(LaunchModel.HOPPER, spec, LaunchPolicy.EAGER, seed);
            assertThat(hopper.completed().keySet())
                    .containsExactlyInAnyOrderElementsOf(kepler.completed().keySet());
            differ += hopper.completed().equals(kepler.completed()) ? 0 : 1;
        }
        assertThat(differ).isGreaterThan(PROGRAMS / 2);
    }

    @ParameterizedTest
    @CsvSource({"h200,true", "h100-pcie,true", "k20c,false", "k20x,false", "k40c,false", "gtx780ti,false"})
    void aDeviceHasTheCostsOfItsGeneration(String profile, boolean hopper) {
        LaunchCosts costs = LaunchCosts.of(
                new Engine(),
                new GridTable(1 << 16, new GridNumbers()),
                new StreamTable(0),
                LaunchSpecBuilder.pool(10),
                Profiles.load(profile),
                new NondeterministicChoices(LaunchPolicy.EAGER, 1),
                new DeviceEvents(RunListeners.NONE, 0),
                new NoSteps());
        assertThat(costs).isInstanceOf(hopper ? HopperLaunchCosts.class : KeplerLaunchCosts.class);
    }
}
