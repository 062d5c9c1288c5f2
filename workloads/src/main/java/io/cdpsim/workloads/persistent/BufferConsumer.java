package io.cdpsim.workloads.persistent;

import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.Progress;
import java.util.Arrays;

/** The host's side: consumes the buffers in order, checks them and times each iteration as the measured program does. */
final class BufferConsumer {
    private final Host host;
    private final PersistentProgram.Buffers buffers;
    private final PersistentSettings settings;
    private final HostStream copying;
    private final Progress progress;
    private final double[] micros;
    private int iterations;

    BufferConsumer(
            Host host,
            PersistentProgram.Buffers buffers,
            PersistentSettings settings,
            HostStream copying,
            Progress progress) {
        this.host = host;
        this.buffers = buffers;
        this.settings = settings;
        this.copying = copying;
        this.progress = progress;
        this.micros = new double[settings.iterations()];
    }

    /** Buffers consumed so far. */
    int iterations() {
        return iterations;
    }

    /** Time of each iteration so far, microseconds. */
    double[] microsPerIteration() {
        return Arrays.copyOf(micros, iterations);
    }

    /**
     * Consumes all buffers. Starts when both are full: many pollers that once had to wait slow the copies so much that they wait again, and the
     * measured ones reached that state during their 400 iterations.
     *
     * @return the first error; empty if there is none
     */
    String consume() {
        for (int i = 0; i < Math.min(2, settings.iterations()); i++) {
            awaitFull(i);
        }
        double last = host.nowNanos();
        while (iterations < settings.iterations()) {
            int i = iterations;
            awaitFull(i);
            if (host.stickyError() != CudaError.SUCCESS) {
                return "iteration " + i + ": " + host.stickyError().cudaName() + ": " + host.faultMessage();
            }
            host.memcpyAsync(buffers.host(i), buffers.device(i), 4L * settings.ints(), copying);
            host.synchronize(copying);
            host.writeInt(buffers.mailbox(i), ProducerKernels.EMPTY);
            String wrong = check(i);
            if (!wrong.isEmpty()) {
                return wrong;
            }
            host.spend(1000.0 * settings.consumeMicros());
            double now = host.nowNanos();
            micros[i] = (now - last) / 1000;
            last = now;
            progress.done(++iterations);
        }
        return "";
    }

    private void awaitFull(int iteration) {
        long mailbox = buffers.mailbox(iteration);
        host.spinUntil(
                "mailbox " + (iteration & 1) + " to say that the buffer of iteration " + iteration + " is full",
                () -> host.readInt(mailbox) == ProducerKernels.FULL);
    }

    private String check(int iteration) {
        int expected = valueOf(iteration, settings.work());
        int[] values = host.memory().readInts(buffers.host(iteration), settings.ints());
        for (int i = 0; i < values.length; i++) {
            if (values[i] != expected) {
                return "iteration " + iteration + ", integer " + i + ": expected " + expected + ", got " + values[i];
            }
        }
        return "";
    }

    /** The expected contents, step by step. */
    static int valueOf(int iteration, int work) {
        int value = iteration;
        for (int step = 0; step < work; step++) {
            value = value * ProducerKernels.MULTIPLIER + ProducerKernels.INCREMENT;
        }
        return value;
    }
}
