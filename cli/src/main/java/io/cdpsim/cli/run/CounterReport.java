package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.observe.RunEvent.KernelCounted.Counts;
import io.cdpsim.observe.counters.KernelProfile;
import java.util.Map;

/**
 * The counters of each kernel, as text and as JSON. JSON names them as Nsight Compute does (its documentation, "Metrics Reference"), and as
 * Accel-Sim does in its statistics.
 *
 * @param kernels the counters by kernel
 * @param mostWarps most warps on an SM
 */
record CounterReport(Map<String, KernelProfile> kernels, int mostWarps) {
    String table() {
        TextTable table = TextTable.textThenFigures(1, 8)
                .row(
                        "kernel",
                        "L1 hits",
                        "L2 hits",
                        "DRAM read",
                        "written",
                        "IPC",
                        "occupancy",
                        "threads/warp",
                        "launch calls");
        kernels.forEach((kernel, each) -> table.row(
                PrintableText.line(kernel),
                percent(each.l1HitPercent()),
                percent(each.l2HitPercent()),
                bytes(each.counts().dramReadBytes()),
                bytes(each.counts().dramWrittenBytes()),
                number(each.instructionsPerCycle()),
                percent(each.occupancyPercent(mostWarps)),
                number(each.threadsPerInstruction()),
                percent(each.callPercent())));
        return "\n" + table;
    }

    private static String percent(double value) {
        return Double.isNaN(value) ? "-" : NumberFormats.percent(value / 100);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : NumberFormats.digits(value);
    }

    private static String bytes(long count) {
        return NumberFormats.count(count) + " B";
    }

    /** Writes the array {@code counters}. */
    void write(JsonWriter json) {
        json.objects("counters", kernels.entrySet(), each -> {
            KernelProfile profile = each.getValue();
            Counts counts = profile.counts();
            json.put("kernel", each.getKey());
            json.put("grids", profile.grids());
            put(json, "l1tex__t_sector_hit_rate.pct", profile.l1HitPercent());
            put(json, "lts__t_sector_hit_rate.pct", profile.l2HitPercent());
            json.put("dram__bytes_read.sum", counts.dramReadBytes());
            json.put("dram__bytes_write.sum", counts.dramWrittenBytes());
            json.put("sm__inst_executed.sum", counts.warpInstructions());
            put(json, "sm__inst_executed.avg.per_cycle_active", profile.instructionsPerCycle());
            put(json, "sm__warps_active.avg.pct_of_peak_sustained_active", profile.occupancyPercent(mostWarps));
            put(json, "smsp__thread_inst_executed_per_inst_executed.ratio", profile.threadsPerInstruction());
            put(json, "launch_call_pct_of_warp_time", profile.callPercent());
            json.object("accel_sim", () -> {
                json.put("gpu_sim_insn", counts.threadInstructions());
                put(json, "gpu_occupancy", profile.occupancyPercent(mostWarps));
                json.put("L1D_total_cache_accesses", counts.l1Sectors());
                json.put("L1D_total_cache_misses", counts.l1Sectors() - counts.l1HitSectors());
                json.put("L2_total_cache_accesses", counts.l2Sectors());
                json.put("L2_total_cache_misses", counts.l2Sectors() - counts.l2HitSectors());
            });
        });
    }

    /** Leaves out a value that does not exist, such as a hit rate without accesses. */
    private static void put(JsonWriter json, String name, double value) {
        if (!Double.isNaN(value)) {
            json.put(name, value);
        }
    }
}
