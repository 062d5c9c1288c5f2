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
 * Runs the persistent producer of the rulebook's 22.5: the kernel fills two buffers in turn; the host polls the buffer's mailbox, copies the buffer
 * in a second stream, checks every integer in it and releases it. All blocks must be resident at once, or the program makes no progress.
 */
public final class PersistentProgram {
    /** The name of the workload. */
    static final String NAME = "persistent";

    /**
     * The measured program polls a flag and continues without a fence, and sets the host's flag before its fence: the axioms do not order what it
     * passes, though the hardware keeps the order.
     */
    public static final IntendedRaces RACES =
            IntendedRaces.of("the measured program has no fence between a flag and what depends on it", "MEM-12");

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
     * @throws CudaException if the buffers do not fit or the GPU rejects the launch
     */
    public RunResult run(MachineSettings machineSettings, Progress progress) {
        long start = System.nanoTime();
        Machine machine = new Machine(machineSettings);
        Host host = machine.host();
        int blocks = settings.blocks().orElse(machineSettings.profile().sm().count());
        progress.start("iterations", settings.iterations());
        Buffers buffers = Buffers.allocate(host, settings.ints());
        HostStream producing = host.createStream();
        HostStream copying = host.createStream();
        host.launch(ProducerKernels.reset(buffers.counters()), LaunchShape.of(1, 1), host.defaultStream());
        host.synchronize();
        double startedAt = host.nowNanos();
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
        BufferConsumer consumer = new BufferConsumer(host, buffers, settings, copying, progress);
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
        double micros = (host.nowNanos() - startedAt) / 1000;
        double wallMillis = (System.nanoTime() - start) / 1e6;
        return RunResult.of(
                        NAME,
                        machine,
                        micros,
                        failure,
                        wallMillis,
                        PersistentResults.of(blocks, consumer.microsPerIteration(), machine.events()))
                .withIntendedRaces(RACES);
    }

    /**
     * The memory that producer and consumer share.
     *
     * @param device0 first buffer in device memory
     * @param device1 second buffer in device memory
     * @param host0 the host's copy of the first buffer, pinned
     * @param host1 the host's copy of the second buffer, pinned
     * @param mailbox0 state of the first buffer, in mapped host memory
     * @param mailbox1 state of the second buffer, in mapped host memory
     * @param counters the counters of the blocks, in device memory
     */
    record Buffers(long device0, long device1, long host0, long host1, long mailbox0, long mailbox1, long counters) {
        private static final int UNWRITTEN = 0xFF;

        static Buffers allocate(Host host, int ints) {
            long bytes = 4L * ints;
            Buffers buffers = new Buffers(
                    host.malloc(bytes),
                    host.malloc(bytes),
                    host.mallocHost(bytes),
                    host.mallocHost(bytes),
                    host.mallocHost(4),
                    host.mallocHost(4),
                    host.malloc(ProducerKernels.COUNTER_BYTES));
            for (int i = 0; i < 2; i++) {
                host.writeInt(buffers.mailbox(i), ProducerKernels.EMPTY);
                host.memsetAsync(buffers.device(i), UNWRITTEN, bytes, host.defaultStream());
            }
            return buffers;
        }

        long device(int iteration) {
            return (iteration & 1) == 0 ? device0 : device1;
        }

        long host(int iteration) {
            return (iteration & 1) == 0 ? host0 : host1;
        }

        long mailbox(int iteration) {
            return (iteration & 1) == 0 ? mailbox0 : mailbox1;
        }
    }
}
