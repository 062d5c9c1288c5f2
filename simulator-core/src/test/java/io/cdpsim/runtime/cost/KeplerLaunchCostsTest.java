package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.DeviceLaunchSpec.LaunchModel;
import io.cdpsim.runtime.cost.PostedWorkRun.Setting;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.settings.LaunchPolicy;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each step takes what the spec says, whatever else happens. Expected cycles are sums made by hand. */
class KeplerLaunchCostsTest {
    private final LaunchSpecBuilder spec = new LaunchSpecBuilder();

    private PostedWorkRun run(PostedWork host) {
        return run(host, Setting.of(100));
    }

    private PostedWorkRun run(PostedWork host, Setting setting) {
        return PostedWorkRun.of(LaunchModel.KEPLER, spec.build(), setting, host);
    }

    @Test
    void aChildStartsSomeTimeAfterItsPostingAndItsParentHearsOfItAtOnce() {
        spec.postToStart = 283;
        PostedWork host = PostedWork.host("parent", 1_000);
        host.inStream("child", 1, 600, 5_000);
        PostedWorkRun run = run(host);
        assertThat(run.startOf("child")).isEqualTo(600 + 283);
        long ends = 600 + 283 + 5_000;
        assertThat(run.completionOf("child")).isEqualTo(ends);
        assertThat(run.retirementOf("child")).isEqualTo(ends);
        assertThat(run.completionOf("parent")).isEqualTo(ends);
    }

    @Test
    void theNextOfAStreamStartsSomeTimeAfterTheEndOfTheOneBeforeHoweverManyWait() {
        spec.streamSuccessor = 9_000;
        PostedWork host = PostedWork.host("parent", 100);
        for (int i = 0; i < 100; i++) {
            host.inStream("child" + i, 1, 50, 700);
        }
        PostedWorkRun run = run(host);
        for (int i = 0; i < 100; i++) {
            assertThat(run.startOf("child" + i)).isEqualTo(50 + i * 9_700L);
        }
        assertThat(run.completionOf("parent")).isEqualTo(50 + 99 * 9_700L + 700);
    }

    @Test
    void anEventWaitTakesNoTime() {
        spec.streamSuccessor = 9_000;
        PostedWork host = PostedWork.host("parent", 100);
        host.inStream("recorded", 1, 0, 5_000);
        host.inStream("before", 2, 0, 700);
        host.wait("wait", 2, 1, 10);
        host.inStream("after", 2, 20, 700);
        PostedWorkRun run = run(host);
        assertThat(run.completionOf("wait")).isEqualTo(5_000);
        assertThat(run.startOf("after")).isEqualTo(5_000 + 9_000);
    }

    @Test
    void aGridThatLaunchedPaysForItsCompletionMoreAtTheTopThanBelow() {
        spec.completionCycles = 14_000;
        spec.nestedCompletion = 8_000;
        PostedWork host = PostedWork.host("top", 100);
        PostedWork middle = host.inStream("middle", 1, 10, 100);
        middle.inStream("bottom", 1, 10, 100);
        PostedWorkRun run = run(host);
        assertThat(run.completed())
                .containsExactly(
                        Map.entry("bottom", 120L),
                        Map.entry("middle", 120L + 8_000),
                        Map.entry("top", 8_120L + 14_000));
    }

    @Test
    void aGridOfTheHostPaysIfItCouldLaunchEvenIfItDidNot() {
        spec.capableGrid = 4_000;
        spec.completionCycles = 14_000;
        Setting able = new Setting(LaunchSpecBuilder.pool(10), LaunchPolicy.EAGER, true);
        assertThat(run(PostedWork.host("grid", 100)).completionOf("grid")).isEqualTo(100);
        assertThat(run(PostedWork.host("grid", 100), able).completionOf("grid")).isEqualTo(4_100);
        PostedWork host = PostedWork.host("grid", 100);
        host.inStream("child", 1, 0, 10);
        assertThat(run(host, able).completionOf("grid")).isEqualTo(100 + 4_000 + 14_000);
    }

    @Test
    void tailsStartSomeTimeAfterWhatTheyFollow() {
        spec.tailStart = 4_400;
        spec.tailOfTail = 3_000;
        spec.tailToTail = 7_850;
        PostedWork host = PostedWork.host("grid", 1_000);
        PostedWork first = host.tail("first", 0, 500);
        first.tail("nested", 0, 200);
        host.tail("second", 0, 300);
        host.forgotten("child", 0, 2_000);
        PostedWorkRun run = run(host);
        assertThat(run.startOf("first")).isEqualTo(2_000 + 4_400);
        long nested = 6_400 + 500 + 4_400 + 3_000;
        assertThat(run.startOf("nested")).isEqualTo(nested);
        assertThat(run.startOf("second")).isEqualTo(nested + 200 + 7_850);
    }

    @Test
    void aLaunchFromTheVirtualizedPoolIsFetchedFirstAndHoldsUpThoseBehindIt() {
        spec.virtualizedStart = 18_000;
        spec.pool = LaunchSpecBuilder.service(1_000, 0);
        PostedWork host = PostedWork.host("parent", 100);
        host.forgotten("fixed", 0, 100_000);
        host.forgotten("virtualized", 0, 100);
        host.forgotten("another", 0, 100);
        PostedWorkRun run = run(
                host,
                new Setting(
                        new PendingLaunchPool(1, () -> Long.MAX_VALUE, 1, (fixed, virtual) -> {}),
                        LaunchPolicy.EAGER,
                        false));
        assertThat(run.startOf("fixed")).isZero();
        assertThat(run.startOf("virtualized")).isEqualTo(1_000 + 18_000);
        assertThat(run.startOf("another")).isEqualTo(1_000 + 18_000 + 1_000 + 18_000);
    }

    @Test
    void nothingIsLookedForInThePoolNorHandedOverInBatchesWhateverTheSpecSaysOfIt() {
        spec.batches = LaunchSpecBuilder.chain(32, 2, 1_000, 100, 50, 700);
        spec.completion = LaunchSpecBuilder.completions(5_000, 2, 10);
        spec.pool = LaunchSpecBuilder.scans(3, 2);
        PostedWork host = PostedWork.host("parent", 0);
        host.inStream("one", 1, 0, 100);
        host.inStream("two", 1, 0, 100);
        host.tail("tail", 0, 100);
        assertThat(run(host).completionOf("parent")).isEqualTo(300);
    }
}
