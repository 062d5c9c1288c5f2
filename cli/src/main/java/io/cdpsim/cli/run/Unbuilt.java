package io.cdpsim.cli.run;

import io.cdpsim.workloads.WorkloadException;

/** Stands where the call of a workload will stand. */
final class Unbuilt {
    private Unbuilt() {}

    static WorkloadException workload(String name, Object settings) {
        return new WorkloadException(name + " cannot be simulated in this version; it would run " + settings);
    }
}
