package io.cdpsim.runtime;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.sampling.SamplingCounts;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A sampled run leaves what a whole run leaves, and takes about as long in simulated time. */
class SampledRunTest {
    private static final int BLOCKS = 2_000;
    private static final int THREADS = 128;
    private static final int WORDS = BLOCKS * THREADS;
    private static final int LAUNCHES = 2;
    private static final List<Kernel> KERNELS = List.of(stream(), rounds(), exchange());
    private static final double MOST_MEAN_ERROR = 0.03;

    private static final MachineSettings WHOLE = MachineSettings.of(Profiles.load("h200", List.of("sm.count=2")));
    private static final MachineSettings SAMPLED = WHOLE.withSampled(true);
    private static final Map<Kernel, Left> SAMPLED_ALONE = new HashMap<>();

    /** What a run leaves. */
    private record Left(int[] values, double nanos, long laneInstructions, SamplingCounts counts) {}

    /** What a sampled run of a kernel leaves on one thread: two tests compare it. */
    private static Left sampledAlone(Kernel kernel) {
        return SAMPLED_ALONE.computeIfAbsent(kernel, each -> run(SAMPLED, each, LAUNCHES));
    }

    private static Left run(MachineSettings settings, Kernel kernel, int launches) {
        Host host = new Machine(settings).host();
        long from = host.malloc(4L * WORDS);
        long to = host.malloc(4L * WORDS);
        int[] values = new int[WORDS];
        for (int i = 0; i < WORDS; i++) {
            values[i] = i * 0x9E3779B9;
        }
        host.memory().write(from, values);
        for (int i = 0; i < launches; i++) {
            host.launch(kernel, LaunchShape.of(BLOCKS, THREADS), host.defaultStream(), from, to);
        }
        assertThat(host.synchronize()).as(host.faultMessage()).hasToString("SUCCESS");
        return new Left(
                host.memory().readInts(to, WORDS),
                host.nowNanos(),
                host.device().metrics().laneInstructions(),
                host.device().sampling());
    }

    /** Each thread adds a number to its word. */
    private static Kernel stream() {
        KernelBuilder k = new KernelBuilder("stream");
        Register from = k.parameter(ValueType.U64);
        Register to = k.parameter(ValueType.U64);
        Register i = k.globalThreadX();
        Register value = k.memory().load(ValueType.U32, k.element(from, i, 4));
        k.memory().store(ValueType.U32, k.element(to, i, 4), k.add(value, u32(3)));
        return k.build();
    }

    /** Blocks compute up to 60 rounds, each another number. */
    private static Kernel rounds() {
        KernelBuilder k = new KernelBuilder("rounds");
        Register from = k.parameter(ValueType.U64);
        Register to = k.parameter(ValueType.U64);
        Register i = k.globalThreadX();
        Register sum = k.variable(k.memory().load(ValueType.U32, k.element(from, i, 4)));
        Register count = k.shiftRight(k.multiply(k.blockX(), u32(0x9E3779B1)), u32(26));
        k.forLoop(u32(0), count, u32(1), round -> k.assign(sum, k.multiplyAdd(sum, u32(5), round)));
        k.memory().store(ValueType.U32, k.element(to, i, 4), sum);
        return k.build();
    }

    /** Threads hand values to each other, and count in 64 words. */
    private static Kernel exchange() {
        KernelBuilder k = new KernelBuilder("exchange");
        Register from = k.parameter(ValueType.U64);
        Register to = k.parameter(ValueType.U64);
        Operand shared = k.sharedArray(4 * THREADS);
        Register i = k.globalThreadX();
        Register value = k.memory().load(ValueType.U32, k.element(from, i, 4));
        k.memory().store(StateSpace.SHARED, ValueType.U32, k.element(shared, k.threadX(), 4), 0, value);
        k.syncThreads();
        Register other = k.subtract(u32(THREADS - 1), k.threadX());
        Register received = k.memory().load(StateSpace.SHARED, ValueType.U32, k.element(shared, other, 4), 0);
        k.memory()
                .reduce(
                        StateSpace.GLOBAL,
                        AtomicOperation.ADD,
                        ValueType.U32,
                        k.element(to, k.and(received, u32(63)), 4),
                        u32(1));
        return k.build();
    }

    @Test
    void allBlocksRunForTheirValuesAndTheMeanErrorOfTimesIsAtMostThreePercent() {
        double errors = 0;
        long untimed = 0;
        for (Kernel kernel : KERNELS) {
            Left expected = run(WHOLE, kernel, LAUNCHES);
            Left left = sampledAlone(kernel);
            assertThat(left.counts().sampledGrids()).as(kernel.name()).isEqualTo(LAUNCHES);
            assertThat(left.counts().timedBlocks() + left.counts().untimedBlocks())
                    .as(kernel.name())
                    .isEqualTo(LAUNCHES * BLOCKS);
            assertThat(left.counts().untimedBlocks()).as(kernel.name()).isGreaterThan(LAUNCHES * BLOCKS / 3);
            untimed += left.counts().untimedBlocks();
            assertThat(left.values()).as(kernel.name()).isEqualTo(expected.values());
            assertThat(left.laneInstructions()).as(kernel.name()).isEqualTo(expected.laneInstructions());
            errors += Math.abs(left.nanos() - expected.nanos()) / expected.nanos();
        }
        assertThat(errors / KERNELS.size()).isLessThanOrEqualTo(MOST_MEAN_ERROR);
        assertThat(untimed).as("most blocks").isGreaterThan((long) KERNELS.size() * LAUNCHES * BLOCKS / 2);
    }

    @Test
    void everyNumberOfThreadsGivesTheSameTimes() {
        for (Kernel kernel : KERNELS) {
            Left alone = sampledAlone(kernel);
            Left others = run(SAMPLED.withThreads(3), kernel, LAUNCHES);
            assertThat(others.nanos()).as(kernel.name()).isEqualTo(alone.nanos());
            assertThat(others.counts()).as(kernel.name()).isEqualTo(alone.counts());
            assertThat(others.values()).as(kernel.name()).isEqualTo(alone.values());
        }
    }

    @Test
    void aKernelThatReadsTheClockIsTimedAsAWhole() {
        KernelBuilder k = new KernelBuilder("clock");
        k.parameter(ValueType.U64);
        Register to = k.parameter(ValueType.U64);
        k.memory().store(ValueType.U32, k.element(to, k.globalThreadX(), 4), k.special(SpecialRegister.CLOCK_LOW));
        Kernel kernel = k.build();
        Left expected = run(WHOLE, kernel, 1);
        Left left = run(SAMPLED, kernel, 1);
        assertThat(left.counts().untimedBlocks()).isZero();
        assertThat(left.values()).isEqualTo(expected.values());
        assertThat(left.nanos()).isEqualTo(expected.nanos());
    }
}
