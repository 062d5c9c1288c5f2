package io.cdpsim.workloads.plan;

import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadProvider;
import java.util.List;

/** Provides {@link PtxWorkload}. */
public final class PtxWorkloadProvider implements WorkloadProvider {
    /** Called by the service loader. */
    public PtxWorkloadProvider() {}

    @Override
    public List<Workload> workloads() {
        return List.of(new PtxWorkload());
    }

    @Override
    public int position() {
        return 10;
    }
}
