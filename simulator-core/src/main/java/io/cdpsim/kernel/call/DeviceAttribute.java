package io.cdpsim.kernel.call;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The attributes that {@code cudaDeviceGetAttribute} reports, with the numbers of enum {@code cudaDeviceAttr}; those that a profile defines. */
public enum DeviceAttribute {
    /** Threads of a block, at most. */
    MAX_THREADS_PER_BLOCK(1),
    /** Threads of a block along x, at most. */
    MAX_BLOCK_DIM_X(2),
    /** The same along y. */
    MAX_BLOCK_DIM_Y(3),
    /** The same along z. */
    MAX_BLOCK_DIM_Z(4),
    /** Blocks of a grid along x, at most. */
    MAX_GRID_DIM_X(5),
    /** The same along y. */
    MAX_GRID_DIM_Y(6),
    /** The same along z. */
    MAX_GRID_DIM_Z(7),
    /** Shared memory that a block may have without opting in to more, bytes. */
    MAX_SHARED_MEMORY_PER_BLOCK(8),
    /** Constant memory, bytes. */
    TOTAL_CONSTANT_MEMORY(9),
    /** Lanes of a warp. */
    WARP_SIZE(10),
    /** 32-bit registers of a block, at most. */
    MAX_REGISTERS_PER_BLOCK(12),
    /** Clock of the cores, kHz. */
    CLOCK_RATE(13),
    /** SMs. */
    MULTIPROCESSOR_COUNT(16),
    /** 1 if grids can run concurrently, else 0. */
    CONCURRENT_KERNELS(31),
    /** Size of the L2, bytes. */
    L2_CACHE_SIZE(38),
    /** Threads that an SM holds. */
    MAX_THREADS_PER_MULTIPROCESSOR(39),
    /** Copy engines. */
    ASYNC_ENGINE_COUNT(40),
    /** Compute capability, the part before the point. */
    COMPUTE_CAPABILITY_MAJOR(75),
    /** Compute capability, minor number. */
    COMPUTE_CAPABILITY_MINOR(76),
    /** Shared memory of an SM, bytes. */
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR(81),
    /** 32-bit registers of an SM. */
    MAX_REGISTERS_PER_MULTIPROCESSOR(82),
    /** Shared memory of a block that has opted in to more, bytes, at most. */
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN(97),
    /** Blocks that an SM holds. */
    MAX_BLOCKS_PER_MULTIPROCESSOR(106),
    /** Shared memory that the system keeps for itself in each block, bytes. */
    RESERVED_SHARED_MEMORY_PER_BLOCK(111);

    /** The largest attribute number of CUDA 13.0. */
    private static final int LARGEST_NUMBER = 147;

    private static final Map<Integer, DeviceAttribute> BY_NUMBER =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(DeviceAttribute::number, Function.identity()));

    private final int number;

    DeviceAttribute(int number) {
        this.number = number;
    }

    /** The number in {@code cudaDeviceAttr}. */
    public int number() {
        return number;
    }

    /** The attribute with a number; empty if the simulator does not define it. */
    public static Optional<DeviceAttribute> ofNumber(long number) {
        return number == (int) number ? Optional.ofNullable(BY_NUMBER.get((int) number)) : Optional.empty();
    }

    /** Whether CUDA may know an attribute of this number, whether or not it is one of these. */
    public static boolean mayBeNumber(long number) {
        return number >= 1 && number <= LARGEST_NUMBER;
    }
}
