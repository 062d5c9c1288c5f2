package io.cdpsim.experiments.validation.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.bfs.BfsSettings;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.graph.GraphSource;
import io.cdpsim.workloads.nbody.NbodySettings;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import io.cdpsim.workloads.persistent.PersistentSettings;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchNamesTest {
    @ParameterizedTest
    @CsvSource({
        "rmat14_ef16_s1, rmat:14:16:1",
        "uniform9_ef3_s77, uniform:9:3:77",
        "grid256, grid:256",
        "star512x1024, star:512:1024"
    })
    void aGraphsNameGivesItsSpecAndTheSpecThatName(String name, String spec) {
        assertThat(BfsBench.graphSpec(name)).contains(spec);
        assertThat(GraphSource.parse(spec).displayName()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "serial_t0_c0, SERIAL, , 0, 256",
        "cdp_stream_t0_c256, CDP, NAMED, 0, 256",
        "threshold_faf_t1200_c1024, THRESHOLD, FAF, 1200, 1024",
        "threshold_null_t128_c256, THRESHOLD, NULL, 128, 256",
        "aggregate_t0_c64, AGGREGATE, , 0, 64",
        "driver_tail_t4294967295_c256, DRIVER, NULL, 2147483647, 256"
    })
    void aSearchsNameGivesItsSettings(
            String name, BfsVariant variant, ChildStream stream, int threshold, int childThreads) {
        BfsSettings settings = BfsBench.settings(name, "grid8").orElseThrow();
        assertThat(settings.variant()).isEqualTo(variant);
        assertThat(settings.stream().orElse(null)).isEqualTo(stream);
        assertThat(settings.threshold()).isEqualTo(threshold);
        assertThat(settings.childThreads()).isEqualTo(childThreads);
        assertThat(BfsBench.settings(name, "ring9")).isEmpty();
    }

    @Test
    void aForceStepIsExactUntilItIsLarge() {
        assertThat(NbodyBench.settings("aos_block64", 4096))
                .contains(new NbodySettings(NbodyVariant.AOS, 4096, 64, false, 1, 1));
        assertThat(NbodyBench.settings("shuffle_block256", 8192))
                .contains(new NbodySettings(NbodyVariant.SHUFFLE, 8192, 256, true, 1, 1));
        assertThat(NbodyBench.settings("atomic_block256", 16384))
                .contains(new NbodySettings(NbodyVariant.ATOMIC, 16384, 256, false, 1, 1));
        assertThat(NbodyBench.settings("tree_block256", 16384)).isEmpty();
    }

    @Test
    void aProducersNameGivesItsSettings() {
        assertThat(PersistentBench.settings("blocks16_threads64_work256_consume100us", 512))
                .contains(new PersistentSettings(OptionalInt.of(16), 64, 512, 16, 256, 100));
    }
}
