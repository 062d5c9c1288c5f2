package io.cdpsim.runtime.host;

import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** The last error of the host thread: that of its last call that failed, until it is asked for. */
final class HostErrors {
    private final Set<Device> toldOfFault = new HashSet<>();
    private CudaError last = CudaError.SUCCESS;

    /** A call gives an error, or success, which changes nothing. @return the same */
    CudaError noted(CudaError error) {
        if (error != CudaError.SUCCESS) {
            last = error;
        }
        return error;
    }

    /** Makes a call that may fail. @return what it gives */
    <T> T noting(Supplier<T> call) {
        try {
            return call.get();
        } catch (CudaException e) {
            last = e.error();
            throw e;
        }
    }

    /** The same for a call that gives nothing. */
    void noting(Runnable call) {
        noting(() -> {
            call.run();
            return last;
        });
    }

    /** A device has none any more. */
    void faultIsGone(Device device) {
        toldOfFault.remove(device);
    }

    /** The last error, kept. */
    CudaError peek(Device device) {
        CudaError fault = HostThread.stickyError(device);
        if (fault == CudaError.SUCCESS) {
            return last;
        }
        // Rule ERR-4: a fault stays, but as measured this call tells of it once, while all others go on failing.
        boolean over = device.runtime().reportsFaultOnce() && toldOfFault.contains(device);
        return over ? CudaError.SUCCESS : fault;
    }

    /** The last error, which is no longer there afterwards. */
    CudaError take(Device device) {
        CudaError error = peek(device);
        last = CudaError.SUCCESS;
        if (HostThread.stickyError(device) != CudaError.SUCCESS) {
            toldOfFault.add(device);
        }
        return error;
    }
}
