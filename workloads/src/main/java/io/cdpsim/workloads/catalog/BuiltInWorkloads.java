package io.cdpsim.workloads.catalog;

import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadProvider;
import io.cdpsim.workloads.bfs.BfsWorkload;
import io.cdpsim.workloads.devicegraph.RoundWorkload;
import io.cdpsim.workloads.irregular.IrregularWorkload;
import io.cdpsim.workloads.nbody.NbodyWorkload;
import io.cdpsim.workloads.pending.PendingWorkload;
import io.cdpsim.workloads.persistent.PersistentWorkload;
import io.cdpsim.workloads.recursive.RecursiveWorkload;
import java.util.List;

/** Provides the workloads that CDPSim implements in Java. */
public final class BuiltInWorkloads implements WorkloadProvider {
    /** Called by the service loader. */
    public BuiltInWorkloads() {}

    @Override
    public List<Workload> workloads() {
        return List.of(
                new BfsWorkload(),
                new IrregularWorkload(),
                new NbodyWorkload(),
                new PersistentWorkload(),
                new PendingWorkload(),
                new RecursiveWorkload(),
                new RoundWorkload());
    }

    @Override
    public int position() {
        return 0;
    }
}
