package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.ArithmeticKernels.Operation;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.InvalidInputException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code micro.csv} that one SM or the dispatcher determines: latencies, throughputs, empty grids. */
public final class MicroBench implements Experiment {
    private static final Pattern DISPATCH = Pattern.compile("threads(\\d+)");
    private static final int CHAIN = 4096;
    private static final int RATE = 2048;
    private static final int CHAINS_OF_A_THREAD = 4;
    private static final int WARP = Lanes.COUNT;
    private static final int LINE_WORDS = 32;
    private static final int LEAST_HOPS = 2048;
    private static final int MOST_HOPS = 100_000;
    private static final int HOPS_BEFORE = 64;
    private static final int ATOMICS = 1000;
    private static final int POLLS = 200;

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        return switch (row.bench()) {
            case "latency" -> latency(row, profile);
            case "throughput" -> throughput(row, profile);
            case "block_dispatch" -> blockDispatch(row, profile);
            default -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble latency(MeasuredRow row, GpuProfile profile) {
        return switch (row.variant()) {
            case "global_ld" -> chase(row, profile, CachePolicy.ALL);
            case "global_ld_cg" -> chase(row, profile, CachePolicy.GLOBAL_LEVEL);
            case "shared_ld" -> cyclesEach(profile, MemoryKernels.sharedChase(), WARP, CHAIN, false);
            case "atomic_add_return" -> atomicLatency(profile);
            case "mapped_host_ld" -> mappedLatency(profile);
            default -> arithmeticLatency(row, profile);
        };
    }

    private static OptionalDouble arithmeticLatency(MeasuredRow row, GpuProfile profile) {
        Optional<Operation> operation = operation(row);
        return operation.isEmpty()
                ? OptionalDouble.empty()
                : cyclesEach(profile, ArithmeticKernels.latency(operation.get()), WARP, CHAIN, false);
    }

    private static Optional<Operation> operation(MeasuredRow row) {
        if (row.variant().equals("shfl")) {
            throw new InvalidInputException("the compiler left the shuffle out of the measured program");
        }
        return Operation.named(row.variant());
    }

    /** Runs a kernel of one block that stores its cycles. */
    private static OptionalDouble cyclesEach(
            GpuProfile profile, Kernel kernel, int threads, int repetitions, boolean perLane) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long out = host.malloc(16);
        host.launch(kernel, LaunchShape.of(1, threads), host.defaultStream(), repetitions, out);
        long cycles = cycles(host, out);
        double operations = (double) threads * CHAINS_OF_A_THREAD * RATE;
        return OptionalDouble.of(perLane ? operations / cycles : (double) cycles / repetitions);
    }

    /** Waits, and reads the stored cycles. */
    static long cycles(Host host, long out) {
        return cycles(host, out, 0);
    }

    /** The same for the element with an index of an array. */
    static long cycles(Host host, long out, int index) {
        if (host.synchronize() != CudaError.SUCCESS) {
            throw new InvalidInputException("the experiment faulted: " + host.faultMessage());
        }
        return host.memory().readLong(out + (long) Long.BYTES * index);
    }

    private static OptionalDouble throughput(MeasuredRow row, GpuProfile profile) {
        Optional<Operation> operation = operation(row);
        return operation.isEmpty()
                ? OptionalDouble.empty()
                : cyclesEach(
                        profile, ArithmeticKernels.throughput(operation.get()), WARP * row.intValue(), RATE / 8, true);
    }

    private static OptionalDouble chase(MeasuredRow row, GpuProfile profile, CachePolicy policy) {
        long lines = Math.max(1, (long) row.value() / (Integer.BYTES * LINE_WORDS));
        int hops = ((int) Math.min(Math.max(lines, LEAST_HOPS), MOST_HOPS) + 3) & ~3;
        // Of a longer ring the program visits only the first part; the rest needs no memory here.
        int visited = (int) Math.min(lines, hops + HOPS_BEFORE);
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long ring = host.malloc(4L * LINE_WORDS * visited);
        long out = host.malloc(16);
        host.memory().write(ring, scrambledRing(visited));
        // The median is of passes after others; the first pass is the largest in the rows.
        host.memory().loadIntoL2(ring, 4L * LINE_WORDS * visited);
        Kernel kernel = MemoryKernels.chase(policy);
        long cycles = 0;
        // The second run finds the data of the first in L2, as all but the first of the measured runs did.
        for (int run = 0; run < 2; run++) {
            host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream(), ring, 0, hops, out);
            cycles = cycles(host, out);
        }
        return OptionalDouble.of((double) cycles / hops);
    }

    /** A ring through cache lines in an unpredictable order: the first word of each line is the index of that of the next. */
    public static int[] scrambledRing(int lines) {
        int[] order = new int[lines];
        for (int i = 0; i < lines; i++) {
            order[i] = i;
        }
        long state = 12345;
        for (int i = lines - 1; i > 0; i--) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            int other = (int) ((state >>> 33) % (i + 1));
            int swapped = order[i];
            order[i] = order[other];
            order[other] = swapped;
        }
        int[] ring = new int[lines * LINE_WORDS];
        for (int i = 0; i < lines; i++) {
            ring[order[i] * LINE_WORDS] = order[(i + 1) % lines] * LINE_WORDS;
        }
        return ring;
    }

    private static OptionalDouble atomicLatency(GpuProfile profile) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long words = host.malloc(8);
        long out = host.malloc(16);
        long cycles = 0;
        for (int run = 0; run < 2; run++) {
            host.launch(MemoryKernels.atomicLatency(), LaunchShape.of(1, 1), host.defaultStream(), words, ATOMICS, out);
            cycles = cycles(host, out);
        }
        return OptionalDouble.of((double) cycles / ATOMICS);
    }

    private static OptionalDouble mappedLatency(GpuProfile profile) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long word = host.mallocHost(4);
        long out = host.malloc(16);
        host.launch(MemoryKernels.mappedPoll(), LaunchShape.of(1, 1), host.defaultStream(), word, POLLS, out);
        return OptionalDouble.of((double) cycles(host, out) / POLLS);
    }

    private static OptionalDouble blockDispatch(MeasuredRow row, GpuProfile profile) {
        Matcher variant = DISPATCH.matcher(row.variant());
        if (!variant.matches()) {
            return OptionalDouble.empty();
        }
        int threads = Integer.parseInt(variant.group(1));
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        LaunchShape shape = LaunchShape.of((long) row.value(), threads);
        return OptionalDouble.of(
                EventTimer.micros(machine, () -> host.launch(LaunchKernels.empty(), shape, host.defaultStream())));
    }
}
