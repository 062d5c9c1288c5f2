package io.cdpsim.cli.sweep;

import io.cdpsim.cli.worker.ClusterKeyOption;
import io.cdpsim.cluster.Address;
import io.cdpsim.cluster.Cluster;
import io.cdpsim.cluster.ClusterKey;
import io.cdpsim.workloads.sweep.plan.Sweep;
import io.cdpsim.workloads.sweep.run.Crew;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who else runs points of a sweep. */
final class ClusterOptions {
    @Option(
            names = "--cluster",
            paramLabel = "HOST:PORT,...",
            description = "Have points run there, too: where 'cdpsim worker' listens, with the same version, inputs and"
                    + " cluster key.")
    private @Nullable String addresses;

    @Mixin
    private ClusterKeyOption key;

    /**
     * Those who were asked for.
     *
     * @param notices told of workers that are lost or back
     * @throws io.cdpsim.workloads.WorkloadException if one is not there, or refuses the sweep
     */
    Crew crew(Sweep sweep, Consumer<String> notices) {
        if (addresses == null) {
            return Crew.NONE;
        }
        List<Address> all = Address.parseAll("--cluster", addresses);
        return Cluster.of(all, ClusterKey.read(key.file()), sweep, notices);
    }
}
