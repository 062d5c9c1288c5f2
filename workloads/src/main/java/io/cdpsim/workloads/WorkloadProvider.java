package io.cdpsim.workloads;

import java.util.List;

/**
 * Brings workloads to CDPSim. A JAR names its providers in {@code META-INF/services/io.cdpsim.workloads.WorkloadProvider}, one class a line; each
 * is public and has a public constructor without parameters.
 */
@FunctionalInterface
public interface WorkloadProvider {
    /** The workloads, in the order in which help lists them. */
    List<Workload> workloads();
}
