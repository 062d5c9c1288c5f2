package io.cdpsim.programs;

import io.cdpsim.programs.compilation.SourceWorkload;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadProvider;
import java.util.List;

/** Provides the workloads that run a user's own program. */
public final class UserPrograms implements WorkloadProvider {
    /** Called by the service loader. */
    public UserPrograms() {}

    @Override
    public List<Workload> workloads() {
        return List.of(new PtxWorkload(), new ExecWorkload(), new SourceWorkload());
    }

    /** Behind CDPSim's own models, before the examples. */
    @Override
    public int position() {
        return 10;
    }
}
