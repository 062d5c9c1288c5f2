package io.cdpsim.workloads.pending;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Runs the launch bomb and counts its effects: 8 + 64 + ... + 8<sup>depth</sup> launches, if the pool accepts them all. */
public final class PendingProgram {
    /** The name of the workload. */
    static final String NAME = "pending";

    private static final IntendedRaces RACES = IntendedRaces.of(
            "threads whose launches fail store their error codes, and any of them will do",
            "SYNC-4",
            "CONC-1",
            "MEM-12",
            "MEM-4",
            "MEM-5");

    /** Beyond this depth the number of launches exceeds 64 bits; any memory is full long before. */
    private static final int DEEPEST = 20;

    /**
     * A bomb that needs no more posted grids than this may exceed the machine's own limit: a grid takes some 50 bytes, 1.6 GiB in all.
     */
    private static final int MOST_POSTED = 1 << 25;

    private final PendingSettings settings;

    /**
     * A launch bomb.
     *
     * @throws InvalidInputException if a setting is out of range
     */
    public PendingProgram(PendingSettings settings) {
        if (settings.depth() < 0 || settings.depth() > DEEPEST) {
            throw new InvalidInputException("--depth " + settings.depth() + " is out of range: give 0 to " + DEEPEST
                    + " (8 to the power of the depth grids wait at once)");
        }
        if (settings.pool().isPresent() && settings.pool().getAsInt() < 1) {
            throw new InvalidInputException(
                    "pending: a pool of " + settings.pool().getAsInt() + " is too small: give 1 or more");
        }
        if (settings.stream() != ChildStream.NAMED && settings.stream() != ChildStream.FAF) {
            throw new InvalidInputException("pending: the stream is named or faf, not " + settings.stream());
        }
        this.settings = settings;
    }

    /**
     * Runs the program; the CUDA version of {@link PendingSettings#cuda()}, if given, replaces that of the machine.
     *
     * @throws InvalidInputException if the CUDA version does not support the profile
     * @throws io.cdpsim.runtime.launch.LaunchBombException if the bomb exceeds the memory of this computer
     * @throws io.cdpsim.runtime.load.KernelLoadException if the profile does not support dynamic parallelism, or that stream
     */
    public RunResult run(MachineSettings machineSettings, Progress progress) {
        long start = System.nanoTime();
        progress.start("grids", launches(settings.depth()) + 1);
        CompletedGrids watch = new CompletedGrids(progress);
        Machine machine = new Machine(requestedSettings(machineSettings), watch);
        Host host = machine.host();
        long counters = host.malloc(PendingKernel.Counters.BYTES);
        host.memory().fill(counters, 0, PendingKernel.Counters.BYTES);
        Kernel kernel = PendingKernel.build(settings.stream(), counters);
        HostEvent before = host.createEvent();
        HostEvent after = host.createEvent();
        host.record(before, host.defaultStream());
        host.launch(kernel, LaunchShape.of(1, PendingKernel.THREADS), host.defaultStream(), 0, settings.depth());
        host.record(after, host.defaultStream());
        CudaError error = host.synchronize(after);
        PendingKernel.Counters counted = PendingKernel.Counters.read(host, counters);
        double micros = error == CudaError.SUCCESS ? 1000 * host.elapsedMillis(before, after) : machine.nowMicros();
        progress.done(counted.ran());
        return result(machine, counted, error, micros, (System.nanoTime() - start) / 1e6);
    }

    private MachineSettings requestedSettings(MachineSettings machineSettings) {
        try {
            MachineSettings requested =
                    settings.cuda().map(machineSettings::withCuda).orElse(machineSettings);
            long posted = launches(settings.depth()) + 1;
            if (posted > requested.postedWork() && posted <= MOST_POSTED) {
                requested = requested.withPostedWork((int) posted);
            }
            return settings.pool().isPresent() && requested.profile().cdp() != CdpSupport.NONE
                    ? requested.withPendingLaunches(settings.pool().getAsInt())
                    : requested;
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("pending: " + e.getMessage());
        }
    }

    /** Launches of a bomb whose pool never overflows: 8 + 64 + ... */
    static long launches(int depth) {
        long launches = 0;
        long level = 1;
        for (int i = 0; i < depth; i++) {
            level *= PendingKernel.THREADS;
            launches += level;
        }
        return launches;
    }

    private RunResult result(
            Machine machine, PendingKernel.Counters counted, CudaError error, double micros, double wallMillis) {
        List<ResultValue> measures = new ArrayList<>();
        measures.add(PendingResults.STREAM.of(settings.stream() == ChildStream.FAF ? "fire-and-forget" : "named"));
        measures.add(PendingResults.CUDA.of(machine.settings().cuda().toString()));
        measures.add(PendingResults.DEEPEST.of(counted.deepest()));
        measures.add(PendingResults.LAST_LAUNCH_ERROR.of(counted.lastError()));
        RunResult result = RunResult.of(NAME, machine, micros, "", wallMillis, measures);
        String failure = PendingCheck.failure(settings, machine, result.grids(), counted, error);
        RunResult checked =
                failure.isEmpty() ? result : RunResult.of(NAME, machine, micros, failure, wallMillis, measures);
        return checked.withIntendedRaces(RACES);
    }

    /** Reports periodically how many grids have completed. */
    static final class CompletedGrids implements RunListener {
        private static final int BETWEEN_REPORTS = 1 << 10;

        private final Progress progress;
        private long completed;

        CompletedGrids(Progress progress) {
            this.progress = progress;
        }

        @Override
        public Set<EventKind> kinds() {
            return EnumSet.of(EventKind.GRID);
        }

        @Override
        public void happened(RunEvent event) {
            if (event instanceof GridEvent.Completed) {
                if (++completed % BETWEEN_REPORTS == 0) {
                    progress.done(completed);
                }
            }
        }
    }
}
