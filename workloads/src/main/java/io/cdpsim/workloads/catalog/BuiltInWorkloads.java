package io.cdpsim.workloads.catalog;

import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadProvider;
import io.cdpsim.workloads.bfs.BfsWorkload;
import io.cdpsim.workloads.examples.Examples;
import io.cdpsim.workloads.exec.ExecWorkload;
import io.cdpsim.workloads.irregular.IrregularWorkload;
import io.cdpsim.workloads.nbody.NbodyWorkload;
import io.cdpsim.workloads.pending.PendingWorkload;
import io.cdpsim.workloads.persistent.PersistentWorkload;
import io.cdpsim.workloads.plan.PtxWorkload;
import io.cdpsim.workloads.recursive.RecursiveWorkload;
import java.util.List;
import java.util.stream.Stream;

/** Provides the workloads that come with CDPSim. */
public final class BuiltInWorkloads implements WorkloadProvider {
    /** Made by the service loader. */
    public BuiltInWorkloads() {}

    @Override
    public List<Workload> workloads() {
        Stream<Workload> programs = Stream.of(
                new BfsWorkload(),
                new IrregularWorkload(),
                new NbodyWorkload(),
                new PersistentWorkload(),
                new PendingWorkload(),
                new RecursiveWorkload(),
                new PtxWorkload(),
                new ExecWorkload());
        return Stream.concat(programs, Examples.all().stream().map(ExampleWorkload::new))
                .toList();
    }
}
