package io.cdpsim.runtime.device;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.Grid;
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

/** Explains why a program can make no progress: what the host, the grids and the warps wait for. */
public final class StuckReport {
    private static final int MAX_EXAMPLES = 8;

    /** The activity of warps at the same code location. */
    private record Activity(long grid, String kernel, String description) {}

    private final StringBuilder text = new StringBuilder();

    private StuckReport() {}

    /**
     * The explanation.
     * @param devices all devices of the machine
     * @param hostWaitsFor description of what the host waits for
     * @param micros time of the last progress, microseconds
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

    /** The blocks for which a grid barrier waits: those that have ended, and those that wait for something else. */
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
                blocks.stream().limit(MAX_EXAMPLES).map(String::valueOf).collect(Collectors.joining(", "));
        int more = blocks.size() - MAX_EXAMPLES;
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
        long waiting = grid.totalBlocks() - grid.placedBlocks();
        String name = grid(grid.number(), grid.kernel().name());
        String summary = name + ": " + waiting + " of its " + grid.totalBlocks() + " blocks of " + threads
                + (waiting == 1 && grid.totalBlocks() > 1 ? " threads has no SM; " : " threads have no SM; ");
        if (grid.totalBlocks() > capacity) {
            return summary + sms + " SMs hold " + fit.blocksPerSm() + " each, so only " + capacity
                    + " fit at once, and none of those ends while it waits for the others; launch at most " + capacity
                    + " blocks, or do not wait between blocks";
        }
        return summary + capacity + " would fit on an empty device, but the blocks that wait here hold the SMs; "
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
            if (blocked++ < MAX_EXAMPLES) {
                line(held ? describeHeld(grids, entry) : describeWaiting(grids, entry));
            }
        }
        if (blocked > MAX_EXAMPLES) {
            line("and " + count(blocked - MAX_EXAMPLES, "more launch") + " that must wait for others");
        }
    }

    /** Rule CONC-1: a child may wait for the end of its parent. */
    private static String describeHeld(GridTable grids, int entry) {
        int parent = grids.parent(entry);
        return (grids.isMemoryOperation(entry)
                        ? "a copy or fill"
                        : grid(grids.number(entry), grids.kernel(entry).name()))
                + " has not started and need not start before "
                + grid(grids.number(parent), grids.kernel(parent).name())
                + ", which launched it, has ended: nothing promises that a child runs beside its parent (rule CONC-1)";
    }

    private static String describeWaiting(GridTable grids, int entry) {
        int parent = grids.parent(entry);
        String launcher = parent == 0
                ? "the host"
                : grid(grids.number(parent), grids.kernel(parent).name());
        if (grids.kind(entry) == GridKind.EVENT_WAIT) {
            return "a stream of " + launcher + " waits for an event or for what is before it";
        }
        if (grids.isMemoryOperation(entry)) {
            return "a copy or fill of " + launcher + " waits for what is before it in its stream";
        }
        String grid = grid(grids.number(entry), grids.kernel(entry).name());
        if (grids.kind(entry) == GridKind.TAIL_GRID) {
            return grid + " is a tail launch of " + launcher + " and cannot start before that has ended (rule TAIL-2)";
        }
        return grid + ", launched by " + launcher + ", waits for what is before it in its stream";
    }

    private void describeWarps(Gpu gpu) {
        ListMultimap<Activity, Warp> warps = Multimaps.index(gpu.liveWarps(), StuckReport::activity);
        int shown = 0;
        for (Activity activity : warps.keySet()) {
            if (shown++ == MAX_EXAMPLES) {
                line("and warps at " + (warps.keySet().size() - MAX_EXAMPLES) + " more places");
                return;
            }
            Warp example = warps.get(activity).get(0);
            int count = warps.get(activity).size();
            String location = "block " + example.block().index() + ", warp " + example.indexInBlock();
            line(grid(activity.grid, activity.kernel) + ": " + count(count, "warp") + " " + activity.description
                    + (count == 1 ? " (" : " (such as ") + location + ")");
        }
    }

    private static Activity activity(Warp warp) {
        Grid grid = warp.block().grid();
        return new Activity(grid.number(), grid.kernel().name(), warp.describe() + " at: " + place(warp));
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
