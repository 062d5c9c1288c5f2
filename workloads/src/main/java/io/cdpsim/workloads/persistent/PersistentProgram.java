package io.cdpsim.workloads.persistent;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;

/**
 * Runs the persistent producer of the rulebook's 22.5: the kernel fills two buffers in turn; the host polls the buffer's mailbox, copies
 * the buffer in a second stream, checks every integer of it and gives it back. All blocks must be resident at once, or nothing can go on.
 */
public final class PersistentProgram {
    /** The name of the workload. */
    static final String NAME = "persistent";

    /**
     * The measured program polls a flag and goes on without a fence, and sets the host's flag before it fences: what it hands over is not
     * ordered by the axioms, though the hardware keeps the order.
     */
    public static final IntendedRaces RACES =
            IntendedRaces.of("the measured program has no fence between a flag and what depends on it", "MEM-7");

    private final PersistentSettings settings;

    /**
     * A producer and its consumer.
     *
     * @throws InvalidInputException if a setting is out of range
     */
    public PersistentProgram(PersistentSettings settings) {
        settings.blocks().ifPresent(blocks -> check("blocks", blocks, 1));
        check("threads", settings.threads(), 1);
        check("ints", settings.ints(), 1);
        check("iterations", settings.iterations(), 1);
        check("work", settings.work(), 0);
        check("consume-us", settings.consumeMicros(), 0);
        this.settings = settings;
    }

    private static void check(String name, int value, int least) {
        if (value < least) {
            throw new InvalidInputException("--" + name + " " + value + " is too small: give " + least + " or more");
        }
    }

    /**
     * Runs the program.
     *
     * @throws CudaException if the buffers do not fit or the GPU does not take the launch
     */
    public RunResult run(MachineSettings machineSettings, Progress progress) {
        long begin = System.nanoTime();
        Machine machine = new Machine(machineSettings);
        Host host = machine.host();
        int blocks = settings.blocks().orElse(machineSettings.profile().sm().count());
        progress.begin("iterations", settings.iterations());
        Buffers buffers = Buffers.allocate(host, settings.ints());
        HostStream producing = host.createStream();
        HostStream copying = host.createStream();
        host.launch(ProducerKernels.reset(buffers.counters()), LaunchShape.of(1, 1), host.defaultStream());
        host.synchronize();
        double began = host.nowNanos();
        host.launch(
                ProducerKernels.produce(buffers.counters()),
                LaunchShape.of(blocks, settings.threads()),
                producing,
                buffers.device(0),
                buffers.device(1),
                buffers.mailbox(0),
                buffers.mailbox(1),
                settings.ints(),
                settings.iterations(),
                settings.work());
        Consumer consumer = new Consumer(host, buffers, settings, copying, progress);
        String failure;
        try {
            failure = consumer.consume();
            CudaError error = failure.isEmpty() ? host.synchronize() : CudaError.SUCCESS;
            if (error != CudaError.SUCCESS) {
                failure = "the host's synchronisation gave " + error.cudaName() + ": " + host.faultMessage();
            }
        } catch (StuckException e) {
            failure = "after " + consumer.iterations() + " of " + settings.iterations() + " iterations: "
                    + e.getMessage();
        }
        double micros = (host.nowNanos() - began) / 1000;
        double wallMillis = (System.nanoTime() - begin) / 1e6;
        return RunResult.of(
                        NAME,
                        machine,
                        micros,
                        failure,
                        wallMillis,
                        PersistentResults.of(blocks, consumer.microsPerIteration(), machine.events()))
                .meaningToRace(RACES);
    }
}
