package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.LaunchKernels.StreamChoice;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.warp.Lanes;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of {@code nestedflood.csv}: floods of launches by a grid of the host (depth 0) or by a deeper one. The value is how many threads of each
 * block launch: lanes of one warp, or whole warps.
 */
public final class NestedFloodBench implements Experiment {
    private static final Pattern LIMIT = Pattern.compile("limit(\\d+)");
    private static final Pattern VARIANT = Pattern.compile("(null|faf|stream)_depth(\\d+)(tail)?_b(\\d+)");
    private static final int LANES = Lanes.COUNT;

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        Matcher limit = LIMIT.matcher(row.parameter());
        Matcher m = VARIANT.matcher(row.variant());
        if (!row.bench().equals("nested_flood") || !limit.matches() || !m.matches()) {
            return OptionalDouble.empty();
        }
        Machine machine = new Machine(MachineSettings.of(profile).withPendingLaunches(Long.parseLong(limit.group(1))));
        Host host = machine.host();
        StreamChoice choice = choice(m.group(1));
        int depth = Integer.parseInt(m.group(2));
        int tails = m.group(3) == null ? 0 : 1;
        int blocks = Integer.parseInt(m.group(4));
        int lanes = Math.min(LANES, row.intValue());
        int threads = Math.max(LANES, row.intValue());
        long failed = host.malloc(8);
        return OptionalDouble.of(EventTimer.micros(machine, () -> {
            if (depth == 0) {
                Kernel flood = LaunchKernels.flood(choice);
                host.launch(flood, LaunchShape.of(blocks, threads), host.defaultStream(), lanes, 1, LANES, failed);
            } else {
                Kernel nest = nest(choice);
                host.launch(
                        nest, LaunchShape.of(1, 1), host.defaultStream(), depth, blocks, threads, lanes, tails, failed);
            }
        }));
    }

    private static StreamChoice choice(String name) {
        return switch (name) {
            case "null" -> StreamChoice.NULL_STREAM;
            case "faf" -> StreamChoice.FIRE_AND_FORGET;
            default -> StreamChoice.NAMED_EACH;
        };
    }

    /**
     * One thread launches the kernel itself, with a decremented level, or the flood. Parameters: levels, blocks, threads and lanes of the flood,
     * whether a tail is launched too, address of an error count.
     */
    private static Kernel nest(StreamChoice choice) {
        KernelReference flood = KernelReference.to(LaunchKernels.flood(choice));
        KernelReference empty = KernelReference.to(LaunchKernels.empty());
        Operand one = Operand.u32(1);
        Operand nullStream = DeviceRuntimeCalls.NULL_STREAM;
        KernelBuilder k = new KernelBuilder("nest").registersPerThread(32);
        Register levels = k.parameter(ValueType.S32);
        Register blocks = k.parameter(ValueType.U32);
        Register threads = k.parameter(ValueType.U32);
        Register lanes = k.parameter(ValueType.U32);
        Register tails = k.parameter(ValueType.U32);
        Register failed = k.parameter(ValueType.U64);
        Register left = k.subtract(levels, Operand.s32(1));
        k.ifThen(
                k.notEqual(left, Operand.s32(0)),
                () -> k.device().launch(k.self(), one, one, nullStream, left, blocks, threads, lanes, tails, failed));
        k.ifThen(
                k.equal(left, Operand.s32(0)),
                () -> k.device().launch(flood, blocks, threads, nullStream, lanes, one, Operand.u32(LANES), failed));
        k.ifThen(
                k.notEqual(tails, Operand.u32(0)),
                () -> k.device().launch(empty, one, one, DeviceRuntimeCalls.TAIL_LAUNCH));
        return k.build();
    }
}
