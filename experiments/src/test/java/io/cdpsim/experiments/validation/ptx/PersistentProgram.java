package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.Arrays;

/** {@code persistent.cu}; fewer iterations, as many as the built program of {@code validation.bench} does. */
final class PersistentProgram implements PtxExperiment {
    private static final int ITERATIONS = 16;
    private static final int EMPTY = 0;
    private static final int FULL = 2;

    private final PtxProgram program;

    /** @param name the PTX, which stands for one architecture or another */
    PersistentProgram(String name) {
        program = MeasuringProgram.read(name);
    }

    @Override
    public Outcome run(MeasuredRow row, GpuProfile profile) {
        int[] sizes = Arrays.stream(row.variant().replaceAll("[a-z]", "").split("_", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        int ints = row.intValue();
        int work = sizes[2];
        MeasuringProgram on = MeasuringProgram.on(MachineSettings.of(profile), program);
        Host host = on.host();
        long bytes = 4L * ints;
        long[] device = {host.malloc(bytes), host.malloc(bytes)};
        long[] fetched = {host.mallocHost(bytes), host.mallocHost(bytes)};
        long[] mailbox = {host.mallocHost(4), host.mallocHost(4)};
        HostStream producing = host.createStream();
        HostStream copying = host.createStream();
        on.launch("reset", LaunchShape.of(1, 1));
        on.synchronize();
        on.ptx()
                .launch(
                        "produce",
                        LaunchShape.of(sizes[0], sizes[1]),
                        producing,
                        device[0],
                        device[1],
                        mailbox[0],
                        mailbox[1],
                        ints,
                        ITERATIONS,
                        work);
        // Starts when both are full, a state to which the measured program came some time in 400 iterations.
        awaitFull(host, mailbox[0]);
        awaitFull(host, mailbox[1]);
        double[] micros = new double[ITERATIONS];
        double last = host.nowNanos();
        for (int i = 0; i < ITERATIONS; i++) {
            awaitFull(host, mailbox[i & 1]);
            host.memcpyAsync(fetched[i & 1], device[i & 1], bytes, copying);
            host.synchronize(copying);
            host.writeInt(mailbox[i & 1], EMPTY);
            assertThat(host.memory().readInts(fetched[i & 1], ints)).containsOnly(produced(i, work));
            host.spend(1000.0 * sizes[3]);
            double now = host.nowNanos();
            micros[i] = (now - last) / 1000;
            last = now;
        }
        on.synchronize();
        Arrays.sort(micros);
        return on.outcome(micros[ITERATIONS / 2]);
    }

    private static void awaitFull(Host host, long mailbox) {
        host.spinUntil("a full buffer", () -> host.readInt(mailbox) == FULL);
    }

    private static int produced(int iteration, int work) {
        int value = iteration;
        for (int i = 0; i < work; i++) {
            value = value * 1664525 + 1013904223;
        }
        return value;
    }
}
