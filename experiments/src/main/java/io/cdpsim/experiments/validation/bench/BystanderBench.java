package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.OptionalDouble;

/** The {@code noise} rows of {@code questions.csv}: a computing grid, alone and beside one that launches (rule CONC-4). */
public final class BystanderBench implements Experiment {
    private static final int BLOCKS_PER_SM = 4;
    private static final int THREADS = 256;
    private static final int REPETITIONS = 200_000;
    private static final int LAUNCHES = 300;

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        return switch (row.bench() + " " + row.variant() + " " + row.metric()) {
            case "noise compute_alone whole" ->
                OptionalDouble.of(micros(profile, BLOCKS_PER_SM, false, true, REPETITIONS));
            case "noise compute_beside_launcher whole" ->
                OptionalDouble.of(micros(profile, BLOCKS_PER_SM, true, true, REPETITIONS));
            default -> OptionalDouble.empty();
        };
    }

    /** Microseconds of the computing grid. */
    public static double micros(
            GpuProfile profile, int blocksPerSm, boolean besideLauncher, boolean bulk, int repetitions) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long array = host.malloc((long) Float.BYTES * THREADS);
        HostStream stream = host.createStream();
        if (besideLauncher) {
            host.launch(
                    BystanderKernels.launcher(), LaunchShape.of(1, 1), host.createStream(), LAUNCHES, host.malloc(16));
        }
        LaunchShape shape = LaunchShape.of((long) blocksPerSm * profile.sm().count(), THREADS);
        return EventTimer.micros(
                machine,
                stream,
                () -> host.launch(
                        bulk ? BystanderKernels.bulkWork() : BystanderKernels.work(),
                        shape,
                        stream,
                        array,
                        repetitions));
    }
}
