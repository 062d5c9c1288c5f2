package io.cdpsim.runtime;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.Grid;
import io.cdpsim.gpu.Warp;
import io.cdpsim.kernel.Instruction;
import io.cdpsim.profile.Occupancy;
import io.cdpsim.profile.OccupancyResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Explains why nothing can go on: from what the host waits for down to what the threads wait for. */
final class StuckReport {
    private StuckReport() {}

    static String explain(List<Device> devices, String hostWaitsFor, double micros) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "stuck at %.1f us: nothing can make progress any more%n", micros));
        text.append("  the host waits for ").append(hostWaitsFor).append('\n');
        for (Device device : devices) {
            describe(device, text);
        }
        return text.toString().stripTrailing();
    }

    private static void describe(Device device, StringBuilder text) {
        Gpu gpu = device.gpu();
        Grid placing = gpu.placingGrid();
        Map<String, List<Warp>> doings = new LinkedHashMap<>();
        for (Warp warp : gpu.liveWarps()) {
            Grid grid = warp.block().grid();
            String who = "grid " + grid.number() + " (" + grid.kernel().name() + "): ";
            doings.computeIfAbsent(who + "%d of its warps " + gpu.describe(warp), key -> new ArrayList<>())
                    .add(warp);
        }
        doings.forEach((doing, warps) -> text.append("  ")
                .append(String.format(Locale.ROOT, doing, warps.size()))
                .append(", such as ")
                .append(place(warps.get(0)))
                .append('\n'));
        if (placing != null) {
            long left = placing.totalBlocks() - placing.placedBlocks();
            text.append("  grid ")
                    .append(placing.number())
                    .append(" (")
                    .append(placing.kernel().name());
            text.append("): ").append(left).append(" of its ").append(placing.totalBlocks());
            text.append(" blocks have no SM; ")
                    .append(residency(device, placing))
                    .append('\n');
        }
        if (gpu.waitingGrids() > 0) {
            text.append("  ").append(gpu.waitingGrids()).append(" grids wait behind it; ");
            text.append(gpu.residentGrids()).append(" are resident, of at most ");
            text.append(device.profile().grid().maxResidentGrids()).append('\n');
        }
    }

    private static String place(Warp warp) {
        int pc = warp.state().stack().programCounter();
        Instruction instruction = warp.state().kernel().code()[pc];
        String where = instruction.place().isEmpty() ? "instruction " + pc : instruction.place();
        return "block " + warp.block().index() + ", warp " + warp.indexInBlock() + ", at " + where;
    }

    private static String residency(Device device, Grid grid) {
        int shared = (int)
                (grid.kernel().attributes().staticSharedBytes() + grid.shape().dynamicSharedBytes());
        OccupancyResult fit = Occupancy.of(
                device.profile(),
                grid.shape().threadsPerBlock(),
                grid.kernel().attributes().registersPerThread(),
                shared,
                true);
        int sms = device.profile().sm().count();
        return sms + " SMs hold " + fit.blocksPerSm() + " each, " + (long) sms * fit.blocksPerSm()
                + " at once, and none of those on an SM ends before the others have run"
                + " (launch no more blocks than can be resident, or do not wait between blocks)";
    }
}
