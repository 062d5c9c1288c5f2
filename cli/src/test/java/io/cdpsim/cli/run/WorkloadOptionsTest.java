package io.cdpsim.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.BfsSettings;
import io.cdpsim.workloads.BfsVariant;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.NbodySettings;
import io.cdpsim.workloads.NbodyVariant;
import io.cdpsim.workloads.PendingSettings;
import io.cdpsim.workloads.PersistentSettings;
import io.cdpsim.workloads.RecursiveSettings;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class WorkloadOptionsTest {
    @Test
    void bfsLaunchesAChildGridAVertexByDefault() {
        assertThat(parse(new BfsCommand()).settings())
                .isEqualTo(new BfsSettings(
                        new GraphSource.Rmat(14, 16, 1),
                        BfsVariant.CDP,
                        128,
                        Optional.empty(),
                        256,
                        OptionalInt.empty()));
    }

    @Test
    void bfsTakesItsOptions() {
        assertThat(parse(
                                new BfsCommand(),
                                "--graph=star:512:1024",
                                "--variant=threshold",
                                "--threshold=1200",
                                "--stream=per-thread",
                                "--child-threads=1024",
                                "--source=5")
                        .settings())
                .isEqualTo(new BfsSettings(
                        new GraphSource.Star(512, 1024),
                        BfsVariant.THRESHOLD,
                        1200,
                        Optional.of(ChildStream.PER_THREAD),
                        1024,
                        OptionalInt.of(5)));
    }

    @Test
    void nbodyTakesItsOptions() {
        assertThat(parse(new NbodyCommand()).settings())
                .isEqualTo(new NbodySettings(NbodyVariant.SHARED, 4096, 256, false, 1, 1));
        String[] options = {"--variant=atomic", "--bodies=65536", "--block=64", "--bulk", "--gpus=2", "--steps=3"};
        assertThat(parse(new NbodyCommand(), options).settings())
                .isEqualTo(new NbodySettings(NbodyVariant.ATOMIC, 65_536, 64, true, 2, 3));
    }

    @Test
    void persistentTakesItsOptions() {
        assertThat(parse(new PersistentCommand()).settings())
                .isEqualTo(new PersistentSettings(OptionalInt.empty(), 256, 65_536, 100, 0, 0));
        String[] options = {
            "--blocks=133", "--threads=64", "--ints=16384", "--iterations=4", "--work=256", "--consume-us=100"
        };
        assertThat(parse(new PersistentCommand(), options).settings())
                .isEqualTo(new PersistentSettings(OptionalInt.of(133), 64, 16_384, 4, 256, 100));
    }

    @Test
    void pendingTakesItsOptions() {
        assertThat(parse(new PendingCommand()).settings())
                .isEqualTo(new PendingSettings(6, OptionalInt.empty(), ChildStream.NAMED, Optional.empty()));
        assertThat(parse(new PendingCommand(), "--depth=3", "--pool=64", "--stream=faf", "--cuda=6.5")
                        .settings())
                .isEqualTo(new PendingSettings(
                        3, OptionalInt.of(64), ChildStream.FAF, Optional.of(new CudaVersion(6, 5))));
    }

    @Test
    void recursiveTakesItsOptions() {
        assertThat(parse(new RecursiveCommand()).settings())
                .isEqualTo(new RecursiveSettings(6, OptionalInt.empty(), OptionalInt.empty()));
        assertThat(parse(new RecursiveCommand(), "--depth=4", "--sync-at=3", "--sync-limit=4")
                        .settings())
                .isEqualTo(new RecursiveSettings(4, OptionalInt.of(3), OptionalInt.of(4)));
    }

    private static <T> T parse(T command, String... args) {
        new CommandLine(command).parseArgs(args);
        return command;
    }
}
