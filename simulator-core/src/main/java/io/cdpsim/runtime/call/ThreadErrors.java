package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.runtime.call.UncheckedErrors.BrokenRule;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The error codes that calls of device code give, and the last error that each thread keeps of them (rules ERR-1 to ERR-3). */
public final class ThreadErrors {
    private final CudaVersion version;
    private final @Nullable UncheckedErrors unchecked;

    /**
     * @param version of CUDA, whose numbers the codes are
     * @param check whether to keep the errors that no thread asks for
     */
    public ThreadErrors(CudaVersion version, boolean check) {
        this.version = version;
        this.unchecked = check ? new UncheckedErrors() : null;
    }

    /** Errors that no thread has asked for so far, each place once; nothing unless they are kept. */
    public List<UndefinedUse> unchecked() {
        return unchecked == null ? List.of() : unchecked.misuses();
    }

    /** The number of an error. */
    int code(CudaError error) {
        return error.code(version);
    }

    /** Gives a call's error code as its first result, and keeps an error as the thread's last one. */
    void report(Warp warp, Instruction in, int lane, CudaError error) {
        report(warp, in, lane, error, BrokenRule.NONE);
    }

    /** The same with the reason of the error. */
    void report(Warp warp, Instruction in, int lane, CudaError error, BrokenRule reason) {
        assert CallArguments.mayGive(in, error) : CallArguments.call(in).call() + " gives " + error;
        CallArguments.result(warp, in, CallRole.ERROR_CODE, lane, code(error));
        // Rules ERR-1, ERR-3 and ERR-5: the thread alone keeps it, and no success takes it away.
        if (error != CudaError.SUCCESS) {
            warp.lastError()[lane] = code(error);
            if (unchecked != null) {
                unchecked.failed(warp, in, lane, error, reason);
            }
        }
    }

    /** {@code malloc} has returned NULL to a lane, which is not an error of the thread (rule HEAP-1). */
    void returnedNull(Warp warp, Instruction in, int lane) {
        if (unchecked != null) {
            unchecked.returnedNull(warp, in, lane);
        }
    }

    /** {@code cudaPeekAtLastError}. */
    void peek(Warp warp, Instruction in, int lane) {
        CallArguments.result(warp, in, CallRole.ERROR_CODE, lane, warp.lastError()[lane]);
        if (unchecked != null) {
            unchecked.asked(warp, lane);
        }
    }

    /** {@code cudaGetLastError}: the thread has no error any more. */
    void take(Warp warp, Instruction in, int lane) {
        peek(warp, in, lane);
        warp.lastError()[lane] = 0;
    }
}
