package io.cdpsim.programs;

import io.cdpsim.programs.exec.CudaProgram;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadProvider;
import java.util.List;

/** Provides the workloads that run a user's own program. */
public final class UserPrograms implements WorkloadProvider {
    /** Made by the service loader. */
    public UserPrograms() {}

    @Override
    public List<Workload> workloads() {
        return List.of(new PtxWorkload(), new CudaProgram());
    }
}
