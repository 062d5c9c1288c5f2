package io.cdpsim.runtime.device;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.profile.occupancy.OccupancyResult;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridState;
import io.cdpsim.runtime.launch.LaunchTree;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Explains why nothing can go on: from what the host waits for down to what the threads wait for. */
public final class StuckReport {
    private static final int MOST_EXAMPLES = 8;

    /** Warps that do the same at the same place, and the first of them. */
    private record Doing(long grid, String kernel, String what) {}

    private final StringBuilder text = new StringBuilder();

    private StuckReport() {}

    /**
     * Explains.
     *
     * @param devices all devices of the machine
     * @param hostWaitsFor what the host waits for
     * @param micros when something last changed
     */
    public static String explain(List<Device> devices, String hostWaitsFor, double micros) {
        StuckReport report = new StuckReport();
        report.text.append(
                String.format(Locale.ROOT, "stuck since %.1f us: nothing can make progress any more", micros));
        report.line("the host waits for " + hostWaitsFor);
        for (Device device : devices) {
            if (devices.size() > 1 && device.runtime().grids().live() > 0) {
                report.line("on device " + device.ordinal() + ":");
            }
            report.describe(device);
        }
        return report.text.toString();
    }

    private void line(String line) {
        text.append("\n  ").append(line);
    }

    private void describe(Device device) {
        String hung = device.runtime().hungLaunch();
        if (!hung.isEmpty()) {
            line(hung);
        }
        Grid placing = device.gpu().placingGrid();
        if (placing != null) {
            line(unplaced(device, placing));
        }
        describeReady(device);
        describeBlocked(device.runtime().grids(), device.runtime().tree());
        describeGridBarriers(device.gpu());
        describeWarps(device.gpu());
    }

    /** Blocks that a barrier of their grid waits for: those that have ended, and those that wait for something else. */
    private void describeGridBarriers(Gpu gpu) {
        Map<Grid, Set<Long>> resident = new LinkedHashMap<>();
        Map<Grid, Set<Long>> arrived = new LinkedHashMap<>();
        for (Warp warp : gpu.liveWarps()) {
            Grid grid = warp.block().grid();
            if (grid.workspace() != 0) {
                long block = warp.block().index();
                resident.computeIfAbsent(grid, any -> new HashSet<>()).add(block);
                if (warp.describe().startsWith("spinning")) {
                    arrived.computeIfAbsent(grid, any -> new HashSet<>()).add(block);
                }
            }
        }
        arrived.forEach((grid, blocks) -> {
            String name = grid(grid.number(), grid.kernel().name());
            Set<Long> here = resident.getOrDefault(grid, Set.of());
            List<Long> ended = missing(grid, here);
            List<Long> elsewhere = here.stream()
                    .filter(each -> !blocks.contains(each))
                    .sorted()
                    .toList();
            if (ended.isEmpty() && elsewhere.isEmpty()) {
                return;
            }
            line(name + ": " + count(blocks.size(), "block") + " of " + grid.totalBlocks()
                    + (blocks.size() == 1 ? " waits" : " wait") + " at a barrier of the grid"
                    + (ended.isEmpty() ? "" : "; without arriving there, " + named(ended) + " ended")
                    + (elsewhere.isEmpty() ? "" : "; " + named(elsewhere) + " did not arrive")
                    + "; let every block of the grid call sync() as often as the others");
        });
    }

    private static List<Long> missing(Grid grid, Set<Long> resident) {
        return LongStream.range(0, grid.placedBlocks())
                .filter(each -> !resident.contains(each))
                .boxed()
                .toList();
    }

    private static String named(List<Long> blocks) {
        String indices =
                blocks.stream().limit(MOST_EXAMPLES).map(String::valueOf).collect(Collectors.joining(", "));
        int more = blocks.size() - MOST_EXAMPLES;
        return (blocks.size() == 1 ? "block " : "blocks ") + indices + (more > 0 ? " and " + more + " more" : "");
    }

    private static String unplaced(Device device, Grid grid) {
        int shared = (int)
                (grid.kernel().attributes().staticSharedBytes() + grid.shape().dynamicSharedBytes());
        int threads = grid.shape().threadsPerBlock();
        OccupancyResult fit = Occupancy.of(
                device.profile(), threads, grid.kernel().attributes().registersPerThread(), shared, true);
        int sms = device.profile().sm().count();
        long capacity = (long) sms * fit.blocksPerSm();
        long left = grid.totalBlocks() - grid.placedBlocks();
        String name = grid(grid.number(), grid.kernel().name());
        String facts = name + ": " + left + " of its " + grid.totalBlocks() + " blocks of " + threads
                + (left == 1 && grid.totalBlocks() > 1 ? " threads has no SM; " : " threads have no SM; ");
        if (grid.totalBlocks() > capacity) {
            return facts + sms + " SMs hold " + fit.blocksPerSm() + " each, so only " + capacity
                    + " fit at once, and none of those ends while it waits for the others; launch at most " + capacity
                    + " blocks, or do not wait between blocks";
        }
        return facts + capacity + " would fit on an empty device, but the blocks that wait here hold the SMs; "
                + "launch fewer of them, so that there is room";
    }

    private void describeReady(Device device) {
        Gpu gpu = device.gpu();
        if (gpu.waitingGrids() == 0) {
            return;
        }
        String behind = gpu.placingGrid() == null ? "" : " behind it";
        line(count(gpu.waitingGrids(), "grid") + " could start but must wait" + behind + ": " + gpu.residentGrids()
                + " are on the device, of at most "
                + device.profile().grid().maxResidentGrids());
    }

    private void describeBlocked(GridTable grids, LaunchTree tree) {
        int blocked = 0;
        for (int entry = 1; entry < grids.end(); entry++) {
            boolean held = tree.isHeld(entry);
            if (grids.state(entry) != GridState.WAITING || (grids.blockedBy(entry) == 0 && !held)) {
                continue;
            }
            if (blocked++ < MOST_EXAMPLES) {
                line(held ? whyHeld(grids, entry) : why(grids, entry));
            }
        }
        if (blocked > MOST_EXAMPLES) {
            line("and " + count(blocked - MOST_EXAMPLES, "more launch") + " that must wait for others");
        }
    }

    /** Rule CONC-1: who waits for whom. */
    private static String whyHeld(GridTable grids, int entry) {
        int parent = grids.parent(entry);
        return (grids.isMemoryOperation(entry)
                        ? "a copy or fill"
                        : grid(grids.number(entry), grids.kernel(entry).name()))
                + " has not started and need not start before "
                + grid(grids.number(parent), grids.kernel(parent).name())
                + ", which launched it, has ended: nothing promises that a child runs beside its parent (rule CONC-1)";
    }

    private static String why(GridTable grids, int entry) {
        int parent = grids.parent(entry);
        String by = parent == 0
                ? "the host"
                : grid(grids.number(parent), grids.kernel(parent).name());
        if (grids.kind(entry) == GridKind.EVENT_WAIT) {
            return "a stream of " + by + " waits for an event or for what is before it";
        }
        if (grids.isMemoryOperation(entry)) {
            return "a copy or fill of " + by + " waits for what is before it in its stream";
        }
        String grid = grid(grids.number(entry), grids.kernel(entry).name());
        if (grids.kind(entry) == GridKind.TAIL_GRID) {
            return grid + " is a tail launch of " + by + " and cannot start before that has ended (rule TAIL-2)";
        }
        return grid + ", launched by " + by + ", waits for what is before it in its stream";
    }

    private void describeWarps(Gpu gpu) {
        ListMultimap<Doing, Warp> warps = Multimaps.index(gpu.liveWarps(), StuckReport::doing);
        int shown = 0;
        for (Doing doing : warps.keySet()) {
            if (shown++ == MOST_EXAMPLES) {
                line("and warps at " + (warps.keySet().size() - MOST_EXAMPLES) + " more places");
                return;
            }
            Warp example = warps.get(doing).get(0);
            int count = warps.get(doing).size();
            String such = "block " + example.block().index() + ", warp " + example.indexInBlock();
            line(grid(doing.grid, doing.kernel) + ": " + count(count, "warp") + " " + doing.what
                    + (count == 1 ? " (" : " (such as ") + such + ")");
        }
    }

    private static Doing doing(Warp warp) {
        Grid grid = warp.block().grid();
        return new Doing(grid.number(), grid.kernel().name(), warp.describe() + " at: " + place(warp));
    }

    private static String place(Warp warp) {
        int pc = warp.state().stack().programCounter();
        Instruction instruction = warp.state().kernel().code()[pc];
        return instruction.place().isEmpty() ? "instruction " + pc : instruction.place();
    }

    private static String grid(long number, String kernel) {
        return "grid " + number + " (" + kernel + ")";
    }

    private static String count(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : thing.endsWith("ch") ? "es" : "s");
    }
}
