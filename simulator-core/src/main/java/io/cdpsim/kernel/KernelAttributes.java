package io.cdpsim.kernel;

/**
 * What the compiler would tell the driver about a kernel.
 *
 * @param name the kernel's name
 * @param registersPerThread registers a thread holds; what occupancy counts, not what the simulator's code uses
 * @param staticSharedBytes shared memory declared in the kernel, in bytes
 * @param localBytes local memory of a thread, in bytes
 * @param maxThreadsPerBlock {@code __launch_bounds__}, or 0 for none (rule LNCH-8)
 * @param largeShared whether the kernel has opted in to more shared memory a block than the ordinary limit
 */
public record KernelAttributes(
        String name,
        int registersPerThread,
        int staticSharedBytes,
        int localBytes,
        int maxThreadsPerBlock,
        boolean largeShared) {}
