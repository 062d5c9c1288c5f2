package io.cdpsim.experiments.validation.row;

import io.cdpsim.experiments.validation.bench.PublishedBench;
import java.util.Map;
import java.util.Optional;

/** The units of {@link PublishedBench}'s values, by measured quantity. */
final class PublishedUnits {
    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("launch cost per warp launching x children", "cycles"),
            Map.entry("cudaStreamCreateWithFlags", "cycles"),
            Map.entry("pending_k 300000 launches pool 64 against right-sized pool", "ratio"),
            Map.entry("sync depth reservation per level", "MiB"),
            Map.entry("speedup over child-per-item of per-warp aggregation", "ratio"),
            Map.entry("speedup over child-per-item of per-block aggregation", "ratio"),
            Map.entry("speedup over child-per-item of per-grid aggregation", "ratio"),
            Map.entry("share of time that is launch overhead", "fraction"),
            Map.entry("speedup of per-thread default streams over per-block NULL stream", "ratio"),
            Map.entry("nbody 16384 bodies early code", "ms"),
            Map.entry("nbody tuned shared", "ms"),
            Map.entry("nbody large", "Ginteractions/s"),
            Map.entry("dependent arithmetic latency", "cycles"),
            Map.entry("rsqrt latency", "cycles"),
            Map.entry("shared load latency", "cycles"),
            Map.entry("L1 latency", "cycles"),
            Map.entry("L2 latency", "cycles"),
            Map.entry("DRAM latency", "cycles"));

    private PublishedUnits() {}

    /** The unit; empty if no experiment simulates the figure. */
    static Optional<String> of(String figure) {
        return Optional.ofNullable(UNITS.get(figure));
    }
}
