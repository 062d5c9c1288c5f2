package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the entries of a {@link GridTable} run: kernel, shape and parameters, packed into columns; or the operands of a copy or a fill. */
final class GridDescriptions {
    private static final int NO_KERNEL = -1;

    private final List<Kernel> kernels = new ArrayList<>();
    private final Map<Kernel, Integer> kernelIndex = new HashMap<>();
    private int[] kernel;
    private int[] gridX;
    private int[] gridYz;
    private int[] blockXyz;
    private int[] sharedBytes;
    private byte[][] parameters;

    /** Room for so many entries, none of which is described. */
    GridDescriptions(int capacity) {
        kernel = new int[capacity];
        gridX = new int[capacity];
        gridYz = new int[capacity];
        blockXyz = new int[capacity];
        sharedBytes = new int[capacity];
        parameters = new byte[capacity][];
        Arrays.fill(kernel, NO_KERNEL);
    }

    /** Makes room for more entries. */
    void grow(int capacity) {
        int before = kernel.length;
        kernel = Arrays.copyOf(kernel, capacity);
        gridX = Arrays.copyOf(gridX, capacity);
        gridYz = Arrays.copyOf(gridYz, capacity);
        blockXyz = Arrays.copyOf(blockXyz, capacity);
        sharedBytes = Arrays.copyOf(sharedBytes, capacity);
        parameters = Arrays.copyOf(parameters, capacity);
        Arrays.fill(kernel, before, capacity, NO_KERNEL);
    }

    /** Forgets what an entry was. */
    void clear(int entry) {
        kernel[entry] = NO_KERNEL;
        parameters[entry] = null;
    }

    /** Keeps the operands of a memory operation. */
    void set(int entry, byte[] operands) {
        parameters[entry] = operands;
    }

    /** Sets what a grid runs and how. The shape must have passed the checks of the runtime. */
    /** Keeps a launch (rule PARM-5). */
    void set(int entry, Kernel code, LaunchShape shape, byte[] parameterBytes) {
        kernel[entry] = kernelIndex.computeIfAbsent(code, k -> {
            kernels.add(k);
            return kernels.size() - 1;
        });
        gridX[entry] = (int) shape.gridX();
        gridYz[entry] = (int) (shape.gridY() << 16 | shape.gridZ());
        blockXyz[entry] = (int) (shape.blockX() << 20 | shape.blockY() << 8 | shape.blockZ());
        sharedBytes[entry] = (int) shape.dynamicSharedBytes();
        parameters[entry] = parameterBytes;
    }

    /** Whether the entry is a copy or a fill, not a grid. */
    boolean isMemoryOperation(int entry) {
        return kernel[entry] == NO_KERNEL && parameters[entry] != null;
    }

    Kernel kernel(int entry) {
        return kernels.get(kernel[entry]);
    }

    LaunchShape shape(int entry) {
        int yz = gridYz[entry];
        int block = blockXyz[entry];
        return new LaunchShape(
                gridX[entry],
                yz >>> 16,
                yz & 0xFFFF,
                block >>> 20,
                block >>> 8 & 0xFFF,
                block & 0xFF,
                sharedBytes[entry]);
    }

    byte[] parameters(int entry) {
        return parameters[entry];
    }
}
