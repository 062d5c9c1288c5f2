package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.LaunchKernels.StreamChoice;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.warp.Lanes;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code throughput_*.csv}: launch floods, trees of launches and tail relays at a pending limit. */
public final class ThroughputBench implements Experiment {
    private static final Set<String> STREAMS = Set.of("null", "faf", "stream_each", "tail");
    private static final Pattern LIMIT = Pattern.compile("limit(\\d+)");
    private static final Pattern FLOOD = Pattern.compile("(null|faf|stream_each|tail)_b(\\d+)_w(\\d+)_l(\\d+)");
    private static final Pattern CHILD_SIZE = Pattern.compile("faf_childblocks(\\d+)_childthreads(\\d+)");
    private static final Pattern TREE = Pattern.compile("parents(\\d+)_kids(\\d+)_(null|faf)");
    private static final Pattern RELAY = Pattern.compile("links(\\d+)_childblocks(\\d+)");

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        Matcher limit = LIMIT.matcher(row.parameter());
        if (!limit.matches()) {
            return OptionalDouble.empty();
        }
        long pending = Long.parseLong(limit.group(1));
        return switch (row.bench()) {
            case "flood" -> flood(row, profile, pending);
            case "child_size" -> childSize(row, profile, pending);
            case "tree" -> tree(row, profile, pending);
            case "relay" -> relay(row, profile, pending);
            case "issue" -> issue(row, profile, pending);
            default -> OptionalDouble.empty();
        };
    }

    private static StreamChoice choice(String name) {
        return switch (name) {
            case "null" -> StreamChoice.NULL_STREAM;
            case "faf" -> StreamChoice.FIRE_AND_FORGET;
            case "stream_each" -> StreamChoice.NAMED_EACH;
            default -> StreamChoice.TAIL;
        };
    }

    private static OptionalDouble flood(MeasuredRow row, GpuProfile profile, long pending) {
        Matcher m = FLOOD.matcher(row.variant());
        if (!m.matches()) {
            return OptionalDouble.empty();
        }
        int blocks = Integer.parseInt(m.group(2));
        int threads = Lanes.COUNT * Integer.parseInt(m.group(3));
        int lanes = Integer.parseInt(m.group(4));
        StreamChoice choice = choice(m.group(1));
        Kernel kernel = LaunchKernels.flood(choice);
        boolean behindFloods = choice != StreamChoice.NULL_STREAM;
        Machine machine = machine(profile, pending);
        if (behindFloods) {
            flood(machine);
        }
        return timed(machine, kernel, LaunchShape.of(blocks, threads), lanes, 1, Lanes.COUNT);
    }

    private static OptionalDouble childSize(MeasuredRow row, GpuProfile profile, long pending) {
        Matcher m = CHILD_SIZE.matcher(row.variant());
        if (!m.matches()) {
            return OptionalDouble.empty();
        }
        Kernel kernel = LaunchKernels.flood(StreamChoice.FIRE_AND_FORGET);
        return timed(
                machine(profile, pending),
                kernel,
                LaunchShape.of(132, Lanes.COUNT),
                8,
                Integer.parseInt(m.group(1)),
                Integer.parseInt(m.group(2)));
    }

    private static OptionalDouble tree(MeasuredRow row, GpuProfile profile, long pending) {
        Matcher m = TREE.matcher(row.variant());
        if (!m.matches()) {
            return OptionalDouble.empty();
        }
        Kernel kernel = LaunchKernels.treeRoot(choice(m.group(3)));
        Machine machine = machine(profile, pending);
        flood(machine);
        return timed(machine, kernel, LaunchShape.of(Integer.parseInt(m.group(1)), 1), Integer.parseInt(m.group(2)));
    }

    private static OptionalDouble relay(MeasuredRow row, GpuProfile profile, long pending) {
        Matcher m = RELAY.matcher(row.variant());
        if (!m.matches()) {
            return OptionalDouble.empty();
        }
        Machine machine = machine(profile, pending);
        flood(machine);
        Host host = machine.host();
        Kernel kernel = LaunchKernels.relay();
        int links = Integer.parseInt(m.group(1));
        int blocks = Integer.parseInt(m.group(2));
        return OptionalDouble.of(EventTimer.micros(
                machine, () -> host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream(), links, blocks)));
    }

    private static OptionalDouble issue(MeasuredRow row, GpuProfile profile, long pending) {
        if (!STREAMS.contains(row.variant())) {
            return OptionalDouble.empty();
        }
        LaunchBench.Stamps s =
                LaunchBench.runSequential(profile, choice(row.variant()), row.intValue(), Lanes.COUNT, 0, 0, pending);
        double sum = 0;
        for (long cycles : s.callCycles) {
            sum += cycles;
        }
        return OptionalDouble.of(sum / row.intValue());
    }

    private static Machine machine(GpuProfile profile, long pending) {
        return new Machine(MachineSettings.of(profile).withPendingLaunches(pending));
    }

    /**
     * Orders the free slots of the pool as floods leave them. The measuring program ran everything else after the floods of the NULL stream; that of
     * the searches had run other searches before each.
     */
    static void flood(Machine machine) {
        timed(
                machine,
                LaunchKernels.flood(StreamChoice.FIRE_AND_FORGET),
                LaunchShape.of(4, Lanes.COUNT),
                Lanes.COUNT,
                1,
                Lanes.COUNT);
    }

    /** Times a kernel whose last parameter is the address of its count of failed launches. */
    private static OptionalDouble timed(Machine machine, Kernel kernel, LaunchShape shape, Integer... arguments) {
        Host host = machine.host();
        long failed = host.malloc(8);
        Number[] all = new Number[arguments.length + 1];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = failed;
        return OptionalDouble.of(
                EventTimer.micros(machine, () -> host.launch(kernel, shape, host.defaultStream(), all)));
    }
}
