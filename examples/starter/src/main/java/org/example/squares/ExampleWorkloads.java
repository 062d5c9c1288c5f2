package org.example.squares;

import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadProvider;
import java.util.List;

/** What this JAR brings. */
public final class ExampleWorkloads implements WorkloadProvider {
    @Override
    public List<Workload> workloads() {
        return List.of(new SquaresWorkload());
    }
}
