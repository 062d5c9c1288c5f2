package io.cdpsim.semantics.rules.memory;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Rule COPY-1: every form of copy and fill, against the same done in plain Java. */
final class CopyForms {
    private static final Operand DEVICE_TO_DEVICE = s32(3);
    private static final Operand NULL_STREAM = DeviceRuntimeCalls.NULL_STREAM;

    /** Ints in each array. */
    private static final int CELLS = 24;

    private CopyForms() {}

    /** Bytes of three forms of copy and three of fill, with the same done in plain Java. */
    static String compare(ProgramMachine machine) {
        int[] source = IntStream.rangeClosed(1, CELLS).toArray();
        Operand.Constant from = cells(machine, source);
        List<Operand.Constant> to = new ArrayList<>();
        List<int[]> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int[] before = new int[CELLS];
            Arrays.fill(before, -1);
            to.add(cells(machine, before));
            expected.add(before);
        }
        System.arraycopy(source, 0, expected.get(0), 0, 5);
        for (int z = 0; z < 2; z++) {
            for (int y = 0; y < 2; y++) {
                // Two rows of three ints; in three dimensions, two slices of them.
                if (z == 0) {
                    System.arraycopy(source, 4 * y, expected.get(1), 6 * y, 3);
                    Arrays.fill(expected.get(4), 6 * y, 6 * y + 3, writesZeros(machine) ? 0 : 0x02020202);
                }
                System.arraycopy(source, 4 * (3 * z + y), expected.get(2), 3 * (4 * z + y), 3);
                Arrays.fill(expected.get(5), 4 * (3 * z + y), 4 * (3 * z + y) + 2, 0x03030303);
            }
        }
        Arrays.fill(expected.get(3), 0, 5, writesZeros(machine) ? 0 : 0x01010101);
        machine.run(kernel(from, to));
        List<String> names = List.of("copy", "copy 2D", "copy 3D", "fill", "fill 2D", "fill 3D");
        for (int i = 0; i < 6; i++) {
            int[] got = machine.host().memory().readInts(to.get(i).bits(), CELLS);
            if (!Arrays.equals(got, expected.get(i))) {
                return names.get(i) + " gave " + Arrays.toString(got);
            }
        }
        return "as the reference";
    }

    /** Fills of one and two dimensions were seen to write zeros on an H200. */
    private static boolean writesZeros(ProgramMachine machine) {
        return machine.settings().profile().cdp() == CdpSupport.CDP2
                && !machine.settings().strict();
    }

    private static Kernel kernel(Operand from, List<Operand.Constant> to) {
        return ProgramKernels.kernel("P", k -> {
            k.device().memcpyAsync(to.get(0), from, bytes(5), DEVICE_TO_DEVICE, NULL_STREAM);
            k.device()
                    .memcpy2DAsync(
                            to.get(1), bytes(6), from, bytes(4), bytes(3), u64(2), DEVICE_TO_DEVICE, NULL_STREAM);
            k.device()
                    .memcpy3DAsync(List.of(
                            to.get(2),
                            bytes(3),
                            u64(4),
                            from,
                            bytes(4),
                            u64(3),
                            bytes(3),
                            u64(2),
                            u64(2),
                            DEVICE_TO_DEVICE,
                            NULL_STREAM));
            k.device().memsetAsync(to.get(3), s32(1), bytes(5), NULL_STREAM);
            k.device().memset2DAsync(to.get(4), bytes(6), s32(2), bytes(3), u64(2), NULL_STREAM);
            k.device()
                    .memset3DAsync(List.of(to.get(5), bytes(4), u64(3), s32(3), bytes(2), u64(2), u64(2), NULL_STREAM));
        });
    }

    private static Operand.Constant cells(ProgramMachine machine, int[] values) {
        long address = machine.host().malloc(4L * CELLS);
        machine.host().memory().write(address, values);
        return u64(address);
    }

    private static Operand bytes(int ints) {
        return u64(4L * ints);
    }
}
