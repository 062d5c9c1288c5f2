package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.RunResult.GridStatistics;
import java.util.List;

/** {@code pool.cu}. */
final class PoolProgram implements PtxExperiment {
    private static final List<String> MODES = List.of("streams", "fire_and_forget", "tail");
    private static final long LIMIT_OF_DEEP = 65_536;

    private final PtxProgram program = MeasuringProgram.read("pool");

    @Override
    public Outcome run(MeasuredRow row, GpuProfile profile) {
        boolean deep = row.bench().equals("deep");
        MeasuringProgram on = MeasuringProgram.on(
                MachineSettings.of(profile).withPendingLaunches(deep ? LIMIT_OF_DEEP : (long) row.value()), program);
        int split = row.variant().lastIndexOf("_size");
        int mode = deep ? 0 : MODES.indexOf(row.variant().substring(0, split));
        int size = deep ? row.intValue() : Integer.parseInt(row.variant().substring(split + "_size".length()));
        long firstFail = on.host().malloc(64);
        long go = on.host().malloc(64);
        double micros = on.micros(() -> {
            switch (row.bench()) {
                case "deep" -> on.launch("deep", LaunchShape.of(1, 1), 0, size);
                case "fill" -> on.launch("fill", LaunchShape.of(1, 1), size, mode, firstFail, go);
                default -> on.launch("pendingK", LaunchShape.of(1, 8), 0, size, mode);
            }
        });
        GridStatistics grids = on.grids();
        assertThat(on.variable("failed")).isEqualTo(grids.failedLaunches());
        // Each grid but that of the host's launch counts itself in fill, every one in pendingK, none in deep.
        assertThat(on.variable("ran") % (1L << 32))
                .isEqualTo(deep ? 0 : grids.gridsRun() - (row.bench().equals("fill") ? 1 : 0));
        return on.outcome(micros / 1e3);
    }
}
