package io.cdpsim.workloads.program;

import io.cdpsim.observe.GridLifetime;
import io.cdpsim.observe.Timeline;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.function.UnaryOperator;

/** Where a small program runs: makes its machine, once, and keeps the timeline of what happened on it. */
public final class ProgramLab {
    private final MachineSettings settings;
    private final Timeline timeline = new Timeline();
    private Machine machine;

    /** A lab for one run. */
    public ProgramLab(MachineSettings settings) {
        this.settings = settings;
        this.machine = new Machine(settings, timeline);
    }

    /** Makes the machine anew with other settings, such as another CUDA version. Before anything has run. */
    public void rebuild(UnaryOperator<MachineSettings> change) {
        machine = new Machine(change.apply(settings), timeline);
    }

    /**
     * What the program sets the pending-launch pool to, unless the run was asked for another.
     *
     * @throws CudaException if the device does not take it
     */
    public void pool(int entries) {
        if (settings.pendingLaunches().isEmpty()) {
            rebuild(each -> each.withPendingLaunches(entries));
        }
    }

    /** What the lab was asked for. */
    public MachineSettings settings() {
        return settings;
    }

    /** The machine. */
    public Machine machine() {
        return machine;
    }

    /** The machine's host. */
    public Host host() {
        return machine.host();
    }

    /** What happened so far. */
    public Timeline timeline() {
        return timeline;
    }

    /** The grids that ran a kernel, in the order of launching. */
    public List<GridLifetime> grids(String kernel) {
        return timeline.grids().stream()
                .filter(grid -> grid.kernel().equals(kernel))
                .toList();
    }

    /** The one grid that ran a kernel. @throws IllegalStateException if there is none or more than one */
    public GridLifetime grid(String kernel) {
        List<GridLifetime> grids = grids(kernel);
        if (grids.size() != 1) {
            throw new IllegalStateException("kernel " + kernel + " was launched " + grids.size() + " times, not once");
        }
        return grids.get(0);
    }

    /** {@code "after"} if the first grid's first block started once the second was complete, else {@code "before the end"}. */
    public static String startsAfter(GridLifetime later, GridLifetime earlier) {
        return later.started() >= earlier.completed() ? "after" : "before the end";
    }
}
