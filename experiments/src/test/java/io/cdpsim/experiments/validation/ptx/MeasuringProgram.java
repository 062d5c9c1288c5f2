package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.programs.ptx.PtxFiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.RunResult.GridStatistics;
import java.nio.file.Path;
import java.util.List;

/** A measuring program on a machine of its own, and what its {@code main} does again and again. */
final class MeasuringProgram {
    private static final Path FOLDER = Path.of("../measurements/h200");

    private final Machine machine;
    private final LoadedPtx ptx;

    private MeasuringProgram(MachineSettings settings, PtxProgram program) {
        machine = new Machine(settings);
        ptx = LoadedPtx.load(machine.host(), program);
    }

    /** The program of a {@code .cu} file, to be loaded on many machines. */
    static PtxProgram read(String name) {
        return PtxFiles.read(List.of(FOLDER.resolve(name + ".ptx")));
    }

    static MeasuringProgram on(MachineSettings settings, PtxProgram program) {
        return new MeasuringProgram(settings, program);
    }

    Host host() {
        return machine.host();
    }

    LoadedPtx ptx() {
        return ptx;
    }

    /** Loads another program on the same device. */
    LoadedPtx load(PtxProgram other) {
        return LoadedPtx.load(host(), other);
    }

    /** Launches into the default stream. */
    void launch(String kernel, LaunchShape shape, Object... arguments) {
        ptx.launch(kernel, shape, host().defaultStream(), arguments);
    }

    /** {@code timeMs} of common.cuh, in microseconds. */
    double micros(Runnable work) {
        HostEvent start = host().createEvent();
        HostEvent end = host().createEvent();
        host().record(start, host().defaultStream());
        work.run();
        host().record(end, host().defaultStream());
        synchronize();
        return host().elapsedMillis(start, end) * 1e3;
    }

    void synchronize() {
        assertThat(host().synchronize()).as(() -> host().faultMessage()).isEqualTo(CudaError.SUCCESS);
    }

    /** The 64-bit number at an address. */
    long number(long address) {
        return host().memory().readLong(address);
    }

    /** The 64-bit variable with a name. */
    long variable(String name) {
        return number(ptx.variable(name).address());
    }

    GridStatistics grids() {
        return RunResult.of("measured", machine, "", 0, List.of()).grids();
    }

    Outcome outcome(double value) {
        return new Outcome(value, grids());
    }
}
