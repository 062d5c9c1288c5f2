package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.MemoryKernels.SameAddress;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.OptionalDouble;

/** The rows of {@code micro.csv} that the memory system determines: atomics, gathers, copies. */
public final class MemoryBench implements Experiment {
    private static final int THREADS = 256;
    private static final int GRID_OF_RANDOM = 1056;
    private static final int RANDOM_REPETITIONS = 100;
    /** Enough to load all words of a small array into L2. */
    private static final int WARMING_REPETITIONS = 8;

    private static final int SAME_REPETITIONS = 200;
    private static final int SHARED_REPETITIONS = 500;
    private static final int COPY_THREADS = 512;
    private static final int VECTOR_BYTES = 16;
    private static final long MEBIBYTE = 1 << 20;

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        return switch (row.bench() + " " + row.variant()) {
            case "atomics add_same_address" -> sameAddress(row, profile, SameAddress.ADD);
            case "atomics add_return_same_address" -> sameAddress(row, profile, SameAddress.ADD_RETURN);
            case "atomics cas_same_address" -> sameAddress(row, profile, SameAddress.COMPARE_AND_SWAP);
            case "atomics add_random" -> random(row, profile, true);
            case "atomics shared_add" -> sharedAdd(row, profile);
            case "memory gather_random" -> random(row, profile, false);
            case "memory copy" -> stream(row, profile, true);
            case "memory read" -> stream(row, profile, false);
            default -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble sameAddress(MeasuredRow row, GpuProfile profile, SameAddress what) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long word = host.malloc(4);
        long out = host.malloc(4);
        LaunchShape shape = LaunchShape.of(row.intValue(), THREADS);
        Kernel kernel = MemoryKernels.atomicSame(what);
        double micros = warmMicros(
                machine, () -> host.launch(kernel, shape, host.defaultStream(), word, SAME_REPETITIONS, out));
        return billions((double) row.intValue() * THREADS * SAME_REPETITIONS, micros);
    }

    private static OptionalDouble random(MeasuredRow row, GpuProfile profile, boolean atomic) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long words = host.malloc(4L * (long) row.value());
        long out = host.malloc(4);
        Kernel kernel = MemoryKernels.random(atomic);
        LaunchShape shape = LaunchShape.of(GRID_OF_RANDOM, THREADS);
        int mask = (int) ((long) row.value() - 1);
        boolean stays = 4 * row.value() <= profile.l2().bytes();
        if (stays) {
            host.launch(kernel, shape, host.defaultStream(), words, WARMING_REPETITIONS, mask, out);
        }
        double micros = EventTimer.micros(
                machine, () -> host.launch(kernel, shape, host.defaultStream(), words, RANDOM_REPETITIONS, mask, out));
        return billions((double) GRID_OF_RANDOM * THREADS * RANDOM_REPETITIONS, micros);
    }

    private static OptionalDouble sharedAdd(MeasuredRow row, GpuProfile profile) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long out = host.malloc(16);
        host.launch(
                MemoryKernels.sharedAtomic(),
                LaunchShape.of(1, THREADS),
                host.defaultStream(),
                SHARED_REPETITIONS,
                out,
                row.intValue());
        return OptionalDouble.of((double) THREADS * SHARED_REPETITIONS / MicroBench.cycles(host, out));
    }

    private static OptionalDouble stream(MeasuredRow row, GpuProfile profile, boolean copy) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long bytes = (long) (row.value() * MEBIBYTE);
        long from = host.malloc(bytes);
        long to = host.malloc(bytes);
        Kernel kernel = MemoryKernels.stream(copy);
        // Each measured copy follows a read, and each read follows a copy, which leaves dirty lines behind.
        Kernel before = MemoryKernels.stream(!copy);
        LaunchShape shape = LaunchShape.of(GRID_OF_RANDOM, COPY_THREADS);
        int count = (int) (bytes / VECTOR_BYTES);
        if (bytes <= profile.l2().bytes()) {
            if (copy) {
                host.launch(kernel, shape, host.defaultStream(), from, to, count);
            }
            EventTimer.micros(machine, () -> host.launch(before, shape, host.defaultStream(), from, to, count));
        }
        double micros =
                EventTimer.micros(machine, () -> host.launch(kernel, shape, host.defaultStream(), from, to, count));
        return billions((copy ? 2.0 : 1.0) * bytes, micros);
    }

    /** The time of the second run, which finds the data of the first in L2. */
    private static double warmMicros(Machine machine, Runnable work) {
        EventTimer.micros(machine, work);
        return EventTimer.micros(machine, work);
    }

    private static OptionalDouble billions(double count, double micros) {
        return OptionalDouble.of(count / (1e3 * micros));
    }
}
