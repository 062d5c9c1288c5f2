package io.cdpsim.workloads.exec;

import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadProvider;
import java.util.List;

/** Provides {@link ExecWorkload}. */
public final class ExecWorkloadProvider implements WorkloadProvider {
    /** Called by the service loader. */
    public ExecWorkloadProvider() {}

    @Override
    public List<Workload> workloads() {
        return List.of(new ExecWorkload());
    }

    @Override
    public int position() {
        return 11;
    }
}
