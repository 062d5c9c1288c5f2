package io.cdpsim.workloads.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.validation.Measurements;
import io.cdpsim.workloads.validation.bench.BfsBench;
import io.cdpsim.workloads.validation.bench.CompletionBench;
import io.cdpsim.workloads.validation.bench.DeviceApiBench;
import io.cdpsim.workloads.validation.bench.Experiment;
import io.cdpsim.workloads.validation.bench.LaunchBench;
import io.cdpsim.workloads.validation.bench.MemoryBench;
import io.cdpsim.workloads.validation.bench.MicroBench;
import io.cdpsim.workloads.validation.bench.NbodyBench;
import io.cdpsim.workloads.validation.bench.PersistentBench;
import io.cdpsim.workloads.validation.bench.PoolBench;
import io.cdpsim.workloads.validation.bench.ThroughputBench;
import io.cdpsim.workloads.validation.row.MeasuredRow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The measuring programs, run from nvcc's PTX, do what their ports to the kernel builder do: the same launches, the results that the
 * programs check themselves, times within 15%, and no further from what an H200 measured.
 */
@TestInstance(Lifecycle.PER_CLASS)
class SharedProgramsTest {
    private static final double ALLOWED = 0.15;

    /** How far two measurements of the same rows lie apart on hardware, at a pending limit of 65,536. */
    private static final double AGREEMENT = 0.11;

    private final GpuProfile profile = Profiles.load("h200");
    private final List<MeasuredRow> rows = Measurements.shipped().rows();

    private final Map<String, Pair> programs = Map.ofEntries(
            Map.entry("launch", new Pair(new LaunchBench(), new LaunchProgram())),
            Map.entry("api", new Pair(new DeviceApiBench(), new LaunchProgram())),
            Map.entry("completion", new Pair(new CompletionBench(), new CompletionProgram())),
            Map.entry("throughput", new Pair(new ThroughputBench(), new ThroughputProgram())),
            Map.entry("pool", new Pair(new PoolBench(), new PoolProgram())),
            Map.entry("micro", new Pair(new MicroBench(), new MicroProgram())),
            Map.entry("memory", new Pair(new MemoryBench(), new MicroProgram())),
            Map.entry("nbody", new Pair(new NbodyBench(), new NbodyProgram())),
            Map.entry("bfs", new Pair(new BfsBench(), new BfsProgram())),
            Map.entry("persistent", new Pair(new PersistentBench(), new PersistentProgram())));

    /** A program as its author of the kernel builder wrote it, and as nvcc compiled it. */
    private record Pair(Experiment built, PtxExperiment compiled) {}

    /** A measured row, or one of the same form that nobody measured. */
    private MeasuredRow row(String name) {
        String[] words = name.split(",", -1);
        return rows.stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseGet(() -> new MeasuredRow(
                        "", 0, words[0], words[1], words[2], Double.parseDouble(words[3]), words[4], "", 0, 0, 0, 0));
    }

    /** {@code launches} are those of device code that the loops of the {@code .cu} make, those that prepare the pool included. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvFileSource(resources = "shared-programs.csv", delimiter = ';', numLinesToSkip = 1)
    void aProgramOfPtxTakesTheTimeOfItsPort(String program, String name, long launches) {
        MeasuredRow row = row(name);
        Pair pair = Objects.requireNonNull(programs.get(program));
        double built = pair.built.simulate(row, profile).orElseThrow();
        Outcome compiled = pair.compiled.run(row, profile);

        assertThat(compiled.grids().childLaunches()).as("launches").isEqualTo(launches);
        assertThat(compiled.value() / built).as("time beside the port's").isCloseTo(1, within(ALLOWED));
        if (row.runs() > 0) {
            assertThat(distance(compiled.value(), row))
                    .as("distance from hardware")
                    .isLessThanOrEqualTo(distance(built, row) + AGREEMENT);
        }
    }

    /** What the assembler does to these is not done here; the results are right, and a row that comes within 15% belongs to the others. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "micro; latency,shared_ld,-,0,per_load; hardware scales the index of a shared load by itself",
                "micro; latency,sinf_fast,-,0,per_op; a sine multiplies its argument before the function unit has it",
                "micro; throughput,xor_add,warps,1,per_sm; every other addition becomes a multiply-add on the other pipe",
                "nbody; nbody,shuffle_block64,bodies,1024,force_step; nvcc begins the next pair of bodies later than it could"
            })
    void someRowsAreFurtherFromTheirPort(String program, String name, String reason) {
        MeasuredRow row = row(name);
        Pair pair = Objects.requireNonNull(programs.get(program));
        double ratio = pair.compiled.run(row, profile).value()
                / pair.built.simulate(row, profile).orElseThrow();

        assertThat(Math.abs(ratio - 1)).as(reason).isGreaterThan(ALLOWED);
    }

    private static double distance(double value, MeasuredRow row) {
        return Math.abs(Math.log(value / row.median()));
    }
}
