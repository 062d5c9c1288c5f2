package io.cdpsim.runtime.host;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;

/** The part of {@link Host} that reads and sets limits and preferences of the current device. */
abstract sealed class HostSettings permits Host {
    HostSettings() {}

    /** The current device. */
    public abstract Device device();

    /** The sticky error of the current device. */
    public abstract CudaError stickyError();

    /** Waits for all work on the current device. @return the sticky error, if any */
    public abstract CudaError synchronize();

    /** Records the error of a call as the last error of the host thread. @return the error */
    abstract CudaError remember(CudaError error);

    /** Whether kernels of the host are outstanding on the current device. */
    abstract boolean runsKernels();

    /** {@code cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count)} (rule POOL-2). */
    public CudaError setPendingLaunchLimit(long count) {
        if (stickyError() != CudaError.SUCCESS) {
            return stickyError();
        }
        return remember(device().runtime().setPendingLaunchLimit(count, runsKernels()));
    }

    /** {@code cudaDeviceGetLimit(cudaLimitDevRuntimePendingLaunchCount)}. */
    public long pendingLaunchLimit() {
        return device().runtime().limits().pendingLaunches();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)}, before any kernel that allocates is launched (rule HEAP-1). */
    public CudaError setHeapBytes(long bytes) {
        return remember(device().runtime().setHeapBytes(bytes));
    }

    /** {@code cudaDeviceGetLimit(cudaLimitMallocHeapSize)}. */
    public long heapBytes() {
        return device().runtime().limits().heapBytes();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes)}, before any kernel that prints is launched (rule PRNT-1). */
    public CudaError setPrintfFifoBytes(long bytes) {
        return remember(device().runtime().setPrintfFifoBytes(bytes));
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
        return remember(device().runtime().setSyncDepth(levels, runsKernels()));
    }

    /**
     * {@code cudaDeviceSetLimit(cudaLimitStackSize, bytes)}: takes effect when all earlier launches are complete (rule ENV-3).
     */
    public CudaError setStackLimit(long bytes) {
        CudaError error = synchronize();
        return error == CudaError.SUCCESS ? remember(device().runtime().setStackLimit(bytes)) : error;
    }

    /** {@code cudaDeviceGetLimit}. @throws CudaException if the device does not have the limit (rule DEPTH-8) */
    public long limit(DeviceLimit limit) {
        long value = device().runtime().limits().get(limit.number());
        if (value < 0) {
            throw new CudaException(
                    remember(CudaError.UNSUPPORTED_LIMIT),
                    "cudaDeviceGetLimit of " + limit + " on "
                            + device().profile().name());
        }
        return value;
    }

    /** {@code cudaDeviceSetCacheConfig}: for kernels without their own preference (rule ENV-1). */
    public void setCacheConfig(CachePreference preference) {
        device().runtime().tree().cachePreferences().set(preference);
    }

    /** {@code cudaFuncSetCacheConfig}: also for launches by device code (rule ENV-2). */
    public void setCacheConfig(Kernel kernel, CachePreference preference) {
        device().runtime().tree().cachePreferences().set(kernel, preference);
    }

    /**
     * {@code cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)}, for launches by device code too (rule
     * LNCH-4).
     */
    public CudaError setDynamicSharedLimit(Kernel kernel, long bytes) {
        boolean accepted = device().runtime()
                .tree()
                .dynamicSharedLimits()
                .set(kernel, bytes, device().profile().sm());
        return remember(accepted ? CudaError.SUCCESS : CudaError.INVALID_VALUE);
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

    /** Maximum dynamic shared memory of a launch of a kernel, bytes. */
    public int dynamicSharedLimit(Kernel kernel) {
        return device().runtime()
                        .tree()
                        .dynamicSharedLimits()
                        .limit(kernel, device().profile().sm())
                - kernel.attributes().staticSharedBytes();
    }
}
