package io.cdpsim.workloads;

import java.util.List;

/**
 * A source of workloads. A JAR lists its providers in {@code META-INF/services/io.cdpsim.workloads.WorkloadProvider}, one class a line; each is
 * public and has a public constructor without parameters.
 */
@FunctionalInterface
public interface WorkloadProvider {
    /** The workloads, in the order in which help lists them. */
    List<Workload> workloads();

    /**
     * The position of these workloads among those of other providers, ascending. CDPSim's own providers have positions below 100, and the default follows
     * them. Providers with the same position keep the order of the class path.
     */
    default int position() {
        return 100;
    }
}
