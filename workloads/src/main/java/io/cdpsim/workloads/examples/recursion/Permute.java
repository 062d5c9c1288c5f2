package io.cdpsim.workloads.examples.recursion;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Constant;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.examples.listing.Intervals;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.Arrays;
import java.util.List;

/** A block permutes n elements in shared memory, writes them back, and launches itself for either half; here it turns them round. */
final class Permute extends Example {
    private static final int ELEMENTS = 256;

    /** Where dynamic shared memory begins in a kernel without static shared memory. */
    private static final Constant SHARED = u64(0);

    Permute() {
        super(
                "permute",
                "recursion over both halves, which go through global memory since a child cannot reach shared memory",
                List.of("NEST-1", "STR-5", "STR-7", "MEM-9"),
                BOTH,
                "511 grids, deepest 8, halves serial, data right");
    }

    @Override
    public String run(ProgramMachine lab) {
        long data = lab.host().malloc(4L * ELEMENTS);
        int[] values = new int[ELEMENTS];
        Arrays.setAll(values, i -> 3 * i + 1);
        lab.host().memory().write(data, values);
        // Each half gets as many threads as it has elements.
        Kernel kernel = build((k, half) -> half);
        runOnHost(lab, kernel, LaunchShape.of(1, ELEMENTS).withShared(4L * ELEMENTS), ELEMENTS, data);
        List<GridLifetime> grids = lab.grids("permute");
        int deepest = grids.stream().mapToInt(GridLifetime::depth).max().orElse(-1);
        turn(values, 0, ELEMENTS);
        boolean right = Arrays.equals(values, lab.host().memory().readInts(data, ELEMENTS));
        return grids.size() + " grids, deepest " + deepest + (serial(grids) ? ", halves serial" : ", halves overlap")
                + (right ? ", data right" : ", data wrong");
    }

    /** How many threads the grid of a half has. */
    interface Threads {
        /** The number, given the number of elements. */
        Operand of(KernelBuilder k, Operand half);
    }

    /** {@code permute(unsigned n, int *data)}. */
    static Kernel build(Threads threads) {
        KernelBuilder k = new KernelBuilder("permute");
        Register n = k.parameter(ValueType.U32);
        Register data = k.parameter(ValueType.U64);
        Register i = k.threadX();
        k.returnIf(k.less(n, u32(2)));
        Operand mine = k.element(data, i, 4);
        k.at("permute: copy to shared memory");
        k.memory()
                .store(
                        StateSpace.SHARED,
                        ValueType.S32,
                        k.element(SHARED, i, 4),
                        0,
                        k.memory().load(ValueType.S32, mine));
        k.syncThreads();
        Operand other = k.element(SHARED, k.subtract(k.subtract(n, i), u32(1)), 4);
        k.memory().store(ValueType.S32, mine, k.memory().load(StateSpace.SHARED, ValueType.S32, other, 0));
        k.syncThreads();
        k.ifThen(k.equal(i, u32(0)), () -> {
            Register half = k.shiftRight(n, u32(1));
            k.at("permute: launch of the first half");
            launchHalf(k, threads, half, data);
            k.at("permute: launch of the second half");
            launchHalf(k, threads, half, k.element(data, half, 4));
        });
        return k.build();
    }

    private static void launchHalf(KernelBuilder k, Threads threads, Operand half, Operand data) {
        k.device()
                .launch(
                        k.self(),
                        List.of(u32(1), u32(1), u32(1)),
                        List.of(threads.of(k, half), u32(1), u32(1)),
                        k.multiply(half, u32(4)),
                        NULL_STREAM,
                        List.of(half, data));
    }

    private static void turn(int[] values, int from, int count) {
        if (count < 2) {
            return;
        }
        for (int i = 0; i < count / 2; i++) {
            int kept = values[from + i];
            values[from + i] = values[from + count - 1 - i];
            values[from + count - 1 - i] = kept;
        }
        turn(values, from, count / 2);
        turn(values, from + count / 2, count / 2);
    }

    private static boolean serial(List<GridLifetime> grids) {
        return grids.stream()
                .allMatch(first -> grids.stream()
                        .filter(second -> second.parent() == first.parent() && second.grid() > first.grid())
                        .allMatch(second -> Intervals.isBefore(first, second)));
    }
}
