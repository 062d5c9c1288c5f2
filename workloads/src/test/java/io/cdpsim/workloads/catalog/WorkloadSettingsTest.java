package io.cdpsim.workloads.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.bfs.BfsSettings;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.bfs.BfsWorkload;
import io.cdpsim.workloads.graph.GraphSource;
import io.cdpsim.workloads.nbody.NbodySettings;
import io.cdpsim.workloads.nbody.NbodySettings.HostThreading;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import io.cdpsim.workloads.nbody.NbodyWorkload;
import io.cdpsim.workloads.pending.PendingSettings;
import io.cdpsim.workloads.pending.PendingWorkload;
import io.cdpsim.workloads.persistent.PersistentSettings;
import io.cdpsim.workloads.persistent.PersistentWorkload;
import io.cdpsim.workloads.recursive.RecursiveSettings;
import io.cdpsim.workloads.recursive.RecursiveWorkload;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Options become the settings that they stand for. */
class WorkloadSettingsTest {
    private static OptionValues values(Workload workload, String... options) {
        OptionValues values = OptionValues.of(workload);
        for (String each : options) {
            values = values.with(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return values;
    }

    private static BfsSettings bfs(String... options) {
        return BfsWorkload.settings(values(new BfsWorkload(), options));
    }

    private static NbodySettings nbody(String... options) {
        return NbodyWorkload.settings(values(new NbodyWorkload(), options));
    }

    @Test
    void bfsLaunchesAChildGridForAVertexOfManyEdgesByDefault() {
        assertThat(bfs())
                .isEqualTo(new BfsSettings(
                        new GraphSource.Rmat(14, 16, 1),
                        BfsVariant.THRESHOLD,
                        128,
                        Optional.empty(),
                        256,
                        OptionalInt.empty()));
    }

    @Test
    void bfsTakesItsOptions() {
        assertThat(bfs(
                        "graph=star:512:1024",
                        "variant=threshold",
                        "threshold=1200",
                        "stream=per-thread",
                        "child-threads=1024",
                        "source=5"))
                .isEqualTo(new BfsSettings(
                        new GraphSource.Star(512, 1024),
                        BfsVariant.THRESHOLD,
                        1200,
                        Optional.of(ChildStream.PER_THREAD),
                        1024,
                        OptionalInt.of(5)));
    }

    @Test
    void aThresholdKeepsTheVariantThatIsGivenWithIt() {
        assertThat(bfs("threshold=128").variant()).isEqualTo(BfsVariant.THRESHOLD);
        assertThat(bfs("threshold=128", "variant=driver").variant()).isEqualTo(BfsVariant.DRIVER);
    }

    @Test
    void anOptionThatMeansNothingWithTheVariantIsRefusedEvenWithItsDefault() {
        assertThatThrownBy(() -> bfs("variant=cdp", "threshold=128"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--threshold has no effect with --variant cdp");
        assertThatThrownBy(() -> bfs("variant=warp", "stream=faf"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--stream has no effect with --variant warp");
        assertThatThrownBy(() -> bfs("variant=serial", "pool=64"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--pool has no effect with --variant serial");
    }

    @Test
    void nbodyTakesItsOptions() {
        assertThat(nbody()).isEqualTo(new NbodySettings(NbodyVariant.SHARED, 4096, 256, false, 1, 1));
        assertThat(nbody("variant=atomic", "bodies=65536", "block=64", "bulk=true", "gpus=2", "steps=3"))
                .isEqualTo(new NbodySettings(NbodyVariant.ATOMIC, 65_536, 64, true, 2, 3));
        assertThat(nbody("unoptimized=true", "cpu=true"))
                .isEqualTo(
                        new NbodySettings(NbodyVariant.SHARED, 4096, 256, false, 1, 1, HostThreading.ONE, true, true));
    }

    @Test
    void persistentTakesItsOptions() {
        assertThat(PersistentWorkload.settings(values(new PersistentWorkload())))
                .isEqualTo(new PersistentSettings(OptionalInt.empty(), 256, 65_536, 100, 0, 0));
        String[] options = {"blocks=133", "threads=64", "ints=16384", "iterations=4", "work=256", "consume-us=100"};
        assertThat(PersistentWorkload.settings(values(new PersistentWorkload(), options)))
                .isEqualTo(new PersistentSettings(OptionalInt.of(133), 64, 16_384, 4, 256, 100));
    }

    @Test
    void pendingTakesItsOptions() {
        assertThat(PendingWorkload.settings(values(new PendingWorkload())))
                .isEqualTo(new PendingSettings(6, OptionalInt.empty(), ChildStream.NAMED, Optional.empty()));
        String[] options = {"depth=3", "pool=64", "stream=faf", "cuda=6.5"};
        assertThat(PendingWorkload.settings(values(new PendingWorkload(), options)))
                .isEqualTo(new PendingSettings(
                        3, OptionalInt.of(64), ChildStream.FAF, Optional.of(new CudaVersion(6, 5))));
    }

    @Test
    void recursiveTakesItsOptions() {
        assertThat(RecursiveWorkload.settings(values(new RecursiveWorkload())))
                .isEqualTo(new RecursiveSettings(6, OptionalInt.empty(), OptionalInt.empty()));
        assertThat(RecursiveWorkload.settings(values(new RecursiveWorkload(), "depth=4", "sync-at=3", "sync-limit=4")))
                .isEqualTo(new RecursiveSettings(4, OptionalInt.of(3), OptionalInt.of(4)));
    }
}
