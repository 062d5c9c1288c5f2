package io.cdpsim.runtime.host;

import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** The last error of the host thread: the error of its last failed call, until the program reads it. */
final class HostErrors {
    private final Set<Device> faultReported = new HashSet<>();
    private CudaError last = CudaError.SUCCESS;

    /** Records the error of a call; success changes nothing. @return the error */
    CudaError remember(CudaError error) {
        if (error != CudaError.SUCCESS) {
            last = error;
        }
        return error;
    }

    /** Executes a call that may fail, and records its error. @return its result */
    <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (CudaException e) {
            last = e.error();
            throw e;
        }
    }

    /** Executes a call without a result that may fail, and records its error. */
    void call(Runnable call) {
        try {
            call.run();
        } catch (CudaException e) {
            last = e.error();
            throw e;
        }
    }

    /** Clears the fault of a device. */
    void clearFault(Device device) {
        faultReported.remove(device);
    }

    /** The last error. */
    CudaError peek(Device device) {
        CudaError fault = HostThread.stickyError(device);
        if (fault == CudaError.SUCCESS) {
            return last;
        }
        // Rule ERR-4: a fault is sticky, but as measured this call reports it once, while all others keep failing
        //
        boolean isReported = device.runtime().reportsFaultOnce() && faultReported.contains(device);
        return isReported ? CudaError.SUCCESS : fault;
    }

    /** Returns and clears the last error. */
    CudaError take(Device device) {
        CudaError error = peek(device);
        last = CudaError.SUCCESS;
        if (HostThread.stickyError(device) != CudaError.SUCCESS) {
            faultReported.add(device);
        }
        return error;
    }
}
