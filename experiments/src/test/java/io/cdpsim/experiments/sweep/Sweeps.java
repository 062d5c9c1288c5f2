package io.cdpsim.experiments.sweep;

import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Sweeps for tests. */
public final class Sweeps {
    private Sweeps() {}

    /** A sweep that varies what the texts say; those of one value with a colon before the name are fixed: {@code :pool=4}. */
    public static Sweep of(Workload workload, String... values) {
        return of(workload, 1, OptionalInt.empty(), values);
    }

    public static Sweep of(Workload workload, int repeat, OptionalInt sample, String... values) {
        return Sweep.of(question(workload.name(), repeat, sample, values), Workloads.of(List.of(workload)));
    }

    public static SweepSpecification question(String workload, int repeat, OptionalInt sample, String... values) {
        Map<String, String> fixed = new LinkedHashMap<>();
        Stream.of(values).filter(each -> each.startsWith(":")).forEach(each -> {
            int equals = each.indexOf('=');
            fixed.put(each.substring(1, equals), each.substring(equals + 1));
        });
        List<SweepAxis> axes = Stream.of(values)
                .filter(each -> !each.startsWith(":"))
                .map(SweepAxis::parse)
                .toList();
        return new SweepSpecification(workload, fixed, axes, repeat, sample);
    }
}
