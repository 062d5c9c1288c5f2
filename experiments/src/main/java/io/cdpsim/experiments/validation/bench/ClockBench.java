package io.cdpsim.experiments.validation.bench;

import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.experiments.validation.bench.LaunchBench.Stamps;
import io.cdpsim.experiments.validation.bench.LaunchKernels.StreamChoice;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The {@code clock} rows of {@code launch.csv}: the frequency of the SM's clock, and the least interval between two launches of a sequence. */
public final class ClockBench implements Experiment {
    /** About as long as the measured launches took. */
    private static final int APART_NANOS = 3_000_000;

    private static final int LAUNCHES = 512;
    private static final int CHILD_THREADS = 32;

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        return switch (row.bench() + " " + row.variant() + " " + row.metric()) {
            case "clock sm_over_globaltimer rate" -> OptionalDouble.of(gigahertz(profile));
            case "clock globaltimer_min_step_seen step" -> leastStep(profile);
            default -> OptionalDouble.empty();
        };
    }

    private static double gigahertz(GpuProfile profile) {
        Host host = new Machine(MachineSettings.of(profile)).host();
        long out = host.malloc(2L * Long.BYTES);
        host.launch(bothClocks(), LaunchShape.of(1, 1), host.defaultStream(), out);
        return (double) MicroBench.cycles(host, out, 0) / MicroBench.cycles(host, out, 1);
    }

    /** Stores the advance of the SM's clock and of the global timer. Parameter: address. */
    private static Kernel bothClocks() {
        KernelBuilder k = new KernelBuilder("bothClocks").registersPerThread(16);
        Register out = k.parameter(ValueType.U64);
        Register nanos = k.special(SpecialRegister.GLOBAL_TIMER);
        Register cycles = k.special(SpecialRegister.CLOCK);
        k.nanosleep(Operand.u32(APART_NANOS));
        Register cyclesAfter = k.special(SpecialRegister.CLOCK);
        Register nanosAfter = k.special(SpecialRegister.GLOBAL_TIMER);
        k.memory().store(ValueType.U64, out, k.subtract(cyclesAfter, cycles));
        k.memory().store(ValueType.U64, k.add(out, u64(Long.BYTES)), k.subtract(nanosAfter, nanos));
        return k.build();
    }

    /** The timer is read before each launch. */
    private static OptionalDouble leastStep(GpuProfile profile) {
        Stamps stamps = LaunchBench.runSequential(
                profile,
                StreamChoice.FIRE_AND_FORGET,
                LAUNCHES,
                CHILD_THREADS,
                0,
                0,
                profile.limits().pendingLaunchDefault());
        return IntStream.range(1, LAUNCHES)
                .mapToDouble(i -> stamps.called[i] - stamps.called[i - 1])
                .min();
    }
}
