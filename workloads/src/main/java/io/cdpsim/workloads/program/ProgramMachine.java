package io.cdpsim.workloads.program;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.observe.graphs.GraphRecorder;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The machine that runs a small program, with the timeline of its events. */
public final class ProgramMachine {
    private final MachineSettings settings;
    private static final int MOST_NODES = 1_000;

    private final Timeline timeline = new Timeline();
    private final GraphRecorder graphs = new GraphRecorder(MOST_NODES);
    private Machine machine;

    /** A machine for one run. */
    public ProgramMachine(MachineSettings settings) {
        this.settings = settings;
        this.machine = new Machine(settings, timeline, graphs);
    }

    /** Replaces the machine by one with other settings. Only before anything has run. */
    public void rebuild(UnaryOperator<MachineSettings> change) {
        machine = new Machine(change.apply(settings), timeline, graphs);
    }

    /** Replaces the machine by one with another CUDA version, such as {@code 10.1}. @return this */
    public ProgramMachine withCuda(String version) {
        rebuild(each -> each.withCuda(CudaVersion.parse(version)));
        return this;
    }

    /** Replaces the machine by one with some fields of its profile changed, such as {@code sm.count=1}. @return this */
    public ProgramMachine withProfile(String... overrides) {
        rebuild(each -> each.withProfile(Profiles.load(each.profile().name(), List.of(overrides))));
        return this;
    }

    /**
     * Sets the size of the pending-launch pool, unless the settings specify one.
     *
     * @throws CudaException if the device does not accept the size
     */
    public void pool(int entries) {
        if (settings.pendingLaunches().isEmpty()) {
            rebuild(each -> each.withPendingLaunches(entries));
        }
    }

    /** The settings at construction. */
    public MachineSettings settings() {
        return settings;
    }

    /** The simulated machine. */
    public Machine machine() {
        return machine;
    }

    /** The machine's host. */
    public Host host() {
        return machine.host();
    }

    /** The launches of graphs. */
    public GraphRecorder graphs() {
        return graphs;
    }

    /** The events so far. */
    public Timeline timeline() {
        return timeline;
    }

    /** Launches a kernel from the host and waits for the device. @return the sticky error */
    public CudaError run(Kernel kernel, int blocks, int threads) {
        host().launch(kernel, LaunchShape.of(blocks, threads), host().defaultStream());
        return host().synchronize();
    }

    /** Runs a kernel with one thread, as {@link #run(Kernel, int, int)} does. */
    public CudaError run(Kernel kernel) {
        return run(kernel, 1, 1);
    }

    /** Runs a kernel with this name and body with one thread. */
    public CudaError run(String name, Consumer<KernelBuilder> body) {
        return run(ProgramKernels.kernel(name, body));
    }

    /** Runs a kernel {@code P}, the parent in most scenarios, with one thread. */
    public CudaError run(Consumer<KernelBuilder> parent) {
        return run("P", parent);
    }

    /** Runs a kernel {@code P} with this body. */
    public CudaError run(Consumer<KernelBuilder> parent, int blocks, int threads) {
        return run(ProgramKernels.kernel("P", parent), blocks, threads);
    }

    /** Runs a kernel without parameters. @return that it runs, or the build step that rejects it and the error */
    public String outcome(Kernel kernel) {
        try {
            return "runs, " + run(kernel).cudaName();
        } catch (KernelLoadException e) {
            String stage = e.stage().name().toLowerCase(Locale.ROOT);
            return e.stage() == KernelLoadException.Stage.COMPILE
                    ? "compile error"
                    : stage + " " + e.error().cudaName();
        }
    }

    /** The error of a call of the host. */
    public static CudaError errorOf(Runnable call) {
        try {
            call.run();
            return CudaError.SUCCESS;
        } catch (CudaException e) {
            return e.error();
        }
    }

    /** The grids of a kernel, in launch order. */
    public List<GridLifetime> grids(String kernel) {
        return timeline.grids().stream()
                .filter(grid -> grid.kernel().equals(kernel))
                .toList();
    }

    /** The only grid of a kernel. @throws IllegalStateException if there is none or more than one */
    public GridLifetime grid(String kernel) {
        List<GridLifetime> grids = grids(kernel);
        if (grids.size() != 1) {
            throw new IllegalStateException("kernel " + kernel + " was launched " + grids.size() + " times, not once");
        }
        return grids.get(0);
    }

    /** Whether a kernel was launched: {@code "ran"} or {@code "never ran"}. */
    public String ran(String kernel) {
        return grids(kernel).isEmpty() ? "never ran" : "ran";
    }

    /** Whether a warning cites a rule: {@code "reported"} or {@code "not reported"}. */
    public String reported(String rule) {
        return timeline.warnings().stream().anyMatch(w -> w.rule().equals(rule)) ? "reported" : "not reported";
    }

    /** {@code "after"} if the first grid's first block started once the second was complete, else {@code "before the end"}. */
    public static String startsAfter(GridLifetime later, GridLifetime earlier) {
        return later.started() >= earlier.completed() ? "after" : "before the end";
    }

    /** {@code "overlap"} if two grids ran at the same time, else {@code "apart"}. */
    public static String overlap(GridLifetime a, GridLifetime b) {
        return a.started() < b.completed() && b.started() < a.completed() ? "overlap" : "apart";
    }

    /** {@code "one after another"} if no two of the grids ran at the same time, else {@code "overlap"}. */
    public static String serial(List<GridLifetime> grids) {
        for (GridLifetime a : grids) {
            for (GridLifetime b : grids) {
                if (a.grid() != b.grid() && overlap(a, b).equals("overlap")) {
                    return "overlap";
                }
            }
        }
        return "one after another";
    }
}
