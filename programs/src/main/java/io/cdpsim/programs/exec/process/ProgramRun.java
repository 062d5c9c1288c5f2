package io.cdpsim.programs.exec.process;

import io.cdpsim.programs.exec.call.SimulatedProgram;
import io.cdpsim.programs.exec.interprocess.InterprocessHandles;
import io.cdpsim.programs.exec.memory.SharedMemoryFile;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.PinnedSources;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * A run of a program on a machine. Simulated time advances while a thread of the program waits in a call; where the program shares memory with the
 * devices, it also advances while the program does other work, so that it can poll.
 */
public final class ProgramRun {
    /** Interval, in simulated time, at which threads that wait for shared memory check it. */
    private static final double LOOK_NANOS = 1000;

    /** Events between two checks of the sockets, a power of two: a check takes as long as some dozens of events. */
    private static final int EVENTS_A_LOOK = 1024;

    private static final long SLICE_NANOS = 2_000_000;
    private static final long NOTE_NANOS = 200_000_000;

    private final Machine machine;
    private final Progress progress;
    private final StopSwitch stop;
    private final CallPatience patience = new CallPatience();
    private volatile boolean ended;
    private long events;
    private long nextNote;
    private long start;

    /** Simulated time that passed without a call, microseconds. */
    private double outsideCallsMicros;

    /**
     * Prepares a run.
     *
     * @param stop ends the program
     */
    public ProgramRun(Machine machine, Progress progress, StopSwitch stop) {
        this.machine = machine;
        this.progress = progress;
        this.stop = stop;
    }

    /**
     * Runs a program to its end.
     *
     * @param program a checked executable
     * @param arguments its command-line arguments
     * @param libraries the folder of the runtime library
     * @param terms its standard streams and its wrapper
     * @throws InvalidInputException if it cannot be started
     * @throws io.cdpsim.runtime.device.StuckException if all its threads wait for conditions that cannot occur
     */
    public ProgramOutcome run(Path program, List<String> arguments, Path libraries, ProgramSettings terms) {
        try (ProgramFiles files = new ProgramFiles()) {
            SharedMemoryFile shared = new SharedMemoryFile(files.memory());
            InterprocessHandles handles = new InterprocessHandles();
            try (CallServer server = new CallServer(
                    () -> new SimulatedProgram(machine, shared, handles),
                    machine.host(),
                    NondeterministicChoices.hostIsSlow(
                            machine.settings().policy(), machine.settings().seed()),
                    terms.discarded(),
                    files.socket(),
                    shared)) {
                CudaProcess process = CudaProcess.start(program, arguments, libraries, files, terms);
                Thread reaper = new Thread(process::end, "program-end");
                Runtime.getRuntime().addShutdownHook(reaper);
                try {
                    var unused = process.process().onExit().thenRun(() -> {
                        ended = true;
                        server.wake();
                    });
                    stop.onTurned(server::wake);
                    serve(server, process);
                    boolean stopped = stop.isTurned();
                    process.end();
                    int exitCode = process.process().waitFor();
                    server.warnOfUnreadErrors();
                    terms.end().ended(files.output(), machine.host().isIdle());
                    return new ProgramOutcome(
                            exitCode,
                            stopped,
                            server.calls(),
                            server.notSimulated(),
                            server.unsupportedKernels(),
                            server.elapsedMillis(),
                            outsideCallsMicros,
                            ProgramFiles.written(files.output()),
                            ProgramFiles.written(files.errors()));
                } finally {
                    process.end();
                    try {
                        Runtime.getRuntime().removeShutdownHook(reaper);
                    } catch (IllegalStateException e) {
                        // The program runs already.
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("executing " + program + " was interrupted");
        }
    }

    private boolean isOver() {
        return ended || stop.isTurned();
    }

    private void serve(CallServer server, CudaProcess process) throws IOException {
        Host host = machine.host();
        start = System.nanoTime();
        while (!isOver()) {
            server.callBack();
            server.answerWaiting();
            if (server.waitsForCallback()) {
                awaitCall(server);
            } else if (server.isAwaited()) {
                if (!server.serve(0)) {
                    advance(server, process);
                }
            } else if (!server.sharesMemoryWithBusyDevice()) {
                awaitCall(server);
            } else if (!server.serve(patience.millis())) {
                patience.lapsed();
                long until = System.nanoTime() + SLICE_NANOS;
                double before = machine.nowMicros();
                polls(true);
                host.runUntil(
                        interrupted(server, () -> server.waitsForCallback() || System.nanoTime() > until), LOOK_NANOS);
                polls(false);
                outsideCallsMicros += machine.nowMicros() - before;
            }
        }
    }

    private void polls(boolean does) {
        PinnedSources watched = machine.host().watchedMemory();
        if (watched != null) {
            watched.polls(does);
        }
    }

    /** Waits for a call or for the end, which is checked only now, since the wake-up may be stale. */
    private void awaitCall(CallServer server) throws IOException {
        if (!isOver()) {
            server.serve(-1);
        }
    }

    private void advance(CallServer server, CudaProcess process) throws IOException {
        Host host = machine.host();
        BooleanSupplier condition = interrupted(server, () -> server.waitsForCallback() || server.anyIsOver());
        int others = process.threads(server.processes()) - server.libraryThreads() - server.waitingThreads();
        if (others == 0) {
            host.waitUntil(server.awaited(), condition);
        } else if (!host.runUntil(condition, LOOK_NANOS)) {
            // The device is idle, so the program has to act.
            awaitCall(server);
        }
    }

    /** Whether to stop simulating: the program has ended or made a call, or a condition holds. */
    private BooleanSupplier interrupted(CallServer server, BooleanSupplier condition) {
        return () -> {
            if (isOver() || condition.getAsBoolean()) {
                return true;
            }
            if ((++events & (EVENTS_A_LOOK - 1)) != 0) {
                return false;
            }
            note();
            try {
                return server.hasCalls();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private void note() {
        long now = System.nanoTime();
        if (now < nextNote) {
            return;
        }
        nextNote = now + NOTE_NANOS;
        long grids = 0;
        for (Device device : machine.devices()) {
            grids += device.runtimeMetrics().gridsRun();
        }
        progress.start("grids", 0);
        progress.done(grids);
        double micros = machine.nowMicros();
        progress.note(String.format(
                Locale.ROOT, "%.3f ms simulated, %.1f us/s", micros / 1000, micros / ((now - start) / 1e9)));
    }
}
