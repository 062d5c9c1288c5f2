package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;

/**
 * The error codes that calls of device code give, and the last error that each thread keeps of them (rules ERR-1 to ERR-3).
 *
 * <p>Rule ERR-5.
 */
public final class ThreadErrors {
    private final CudaVersion version;

    /** @param version of CUDA, whose numbers the codes are */
    public ThreadErrors(CudaVersion version) {
        this.version = version;
    }

    /** The number of an error. */
    int code(CudaError error) {
        return error.code(version);
    }

    /** Gives a call's error code as its first result, and keeps an error as the thread's last one. */
    void report(Warp warp, Instruction in, int lane, CudaError error) {
        assert CallArguments.mayGive(in, error) : CallArguments.call(in).call() + " gives " + error;
        CallArguments.result(warp, in, CallRole.ERROR_CODE, lane, code(error));
        if (error != CudaError.SUCCESS) {
            warp.lastError()[lane] = code(error);
        }
    }

    /** {@code cudaPeekAtLastError}. */
    static void peek(Warp warp, Instruction in, int lane) {
        CallArguments.result(warp, in, CallRole.ERROR_CODE, lane, warp.lastError()[lane]);
    }

    /** {@code cudaGetLastError}: the thread has no error any more. */
    static void take(Warp warp, Instruction in, int lane) {
        peek(warp, in, lane);
        warp.lastError()[lane] = 0;
    }
}
