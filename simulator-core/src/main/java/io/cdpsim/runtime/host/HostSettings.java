package io.cdpsim.runtime.host;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;

/** The part of {@link Host} that asks for and sets limits and preferences of the current device. */
abstract sealed class HostSettings permits Host {
    HostSettings() {}

    /** The device that calls mean now. */
    public abstract Device device();

    /** The sticky error of the current device. */
    public abstract CudaError stickyError();

    /** Waits for everything on the current device. @return the sticky error, if any */
    public abstract CudaError synchronize();

    /** A call gives an error, which the host thread remembers as its last. @return the same */
    abstract CudaError noted(CudaError error);

    /** Whether the current device has work of the host to do. */
    abstract boolean isBusy();

    /** {@code cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count)} (rule POOL-2). */
    public CudaError setPendingLaunchLimit(long count) {
        if (stickyError() != CudaError.SUCCESS) {
            return stickyError();
        }
        return noted(device().runtime().setPendingLaunchLimit(count, isBusy()));
    }

    /** {@code cudaDeviceGetLimit(cudaLimitDevRuntimePendingLaunchCount)}. */
    public long pendingLaunchLimit() {
        return device().runtime().limits().pendingLaunches();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)}, before any kernel that allocates is launched (rule HEAP-1). */
    public CudaError setHeapBytes(long bytes) {
        return noted(device().runtime().setHeapBytes(bytes));
    }

    /** {@code cudaDeviceGetLimit(cudaLimitMallocHeapSize)}. */
    public long heapBytes() {
        return device().runtime().limits().heapBytes();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes)}, before any kernel that prints is launched (rule PRNT-1). */
    public CudaError setPrintfFifoBytes(long bytes) {
        return noted(device().runtime().setPrintfFifoBytes(bytes));
    }

    /** {@code cudaDeviceGetLimit(cudaLimitPrintfFifoSize)}. */
    public long printfFifoBytes() {
        return device().runtime().limits().printfFifoBytes();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, levels)} (rules DEPTH-1, DEPTH-5, DEPTH-8). */
    public CudaError setSyncDepth(int levels) {
        if (stickyError() != CudaError.SUCCESS) {
            return stickyError();
        }
        return noted(device().runtime().setSyncDepth(levels, isBusy()));
    }

    /** {@code cudaDeviceSetLimit(cudaLimitStackSize, bytes)}: takes effect once all that was launched before has ended (rule ENV-3). */
    public CudaError setStackLimit(long bytes) {
        CudaError error = synchronize();
        return error == CudaError.SUCCESS ? noted(device().runtime().setStackLimit(bytes)) : error;
    }

    /** {@code cudaDeviceGetLimit}. @throws CudaException if the device does not have the limit (rule DEPTH-8) */
    public long limit(DeviceLimit limit) {
        long value = device().runtime().limits().get(limit.number());
        if (value < 0) {
            throw new CudaException(
                    noted(CudaError.UNSUPPORTED_LIMIT),
                    "cudaDeviceGetLimit of " + limit + " on "
                            + device().profile().name());
        }
        return value;
    }

    /** {@code cudaDeviceSetCacheConfig}: for kernels that have no preference of their own (rule ENV-1). */
    public void setCacheConfig(CachePreference preference) {
        device().runtime().tree().cachePreferences().set(preference);
    }

    /** {@code cudaFuncSetCacheConfig}: also where the kernel is launched by device code (rule ENV-2). */
    public void setCacheConfig(Kernel kernel, CachePreference preference) {
        device().runtime().tree().cachePreferences().set(kernel, preference);
    }

    /**
     * {@code cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)}, for launches by device code too (rule
     * LNCH-4).
     */
    public CudaError setDynamicSharedLimit(Kernel kernel, long bytes) {
        boolean taken = device().runtime()
                .tree()
                .dynamicSharedLimits()
                .set(kernel, bytes, device().profile().sm());
        return noted(taken ? CudaError.SUCCESS : CudaError.INVALID_VALUE);
    }

    /** {@code cudaFuncAttributeNonPortableClusterSizeAllowed} (rule C-1). */
    public void allowNonPortableClusters(Kernel kernel, boolean allows) {
        device().runtime().tree().dynamicSharedLimits().allowNonPortableClusters(kernel, allows);
    }

    /** Blocks that a cluster of a kernel may have. */
    public int mostClusterBlocks(Kernel kernel) {
        return device().runtime()
                .tree()
                .dynamicSharedLimits()
                .mostClusterBlocks(kernel, device().profile().cluster());
    }

    /** Dynamic shared memory that a launch of a kernel may ask for now, bytes. */
    public int dynamicSharedLimit(Kernel kernel) {
        return device().runtime()
                        .tree()
                        .dynamicSharedLimits()
                        .limit(kernel, device().profile().sm())
                - kernel.attributes().staticSharedBytes();
    }
}
