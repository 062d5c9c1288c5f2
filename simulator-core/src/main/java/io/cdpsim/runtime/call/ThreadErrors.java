package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.runtime.call.UncheckedErrors.BrokenRule;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The error codes of calls by device code, and the last error of each thread (rules ERR-1 to ERR-3). */
public final class ThreadErrors {
    private final CudaVersion version;
    private final @Nullable UncheckedErrors unchecked;

    /**
     * @param version the version of CUDA that numbers the codes
     * @param check whether to record the errors that no thread checks
     */
    public ThreadErrors(CudaVersion version, boolean check) {
        this.version = version;
        this.unchecked = check ? new UncheckedErrors() : null;
    }

    /** Errors that no thread has checked so far, one for each code location; empty unless they are recorded. */
    public List<UndefinedUse> unchecked() {
        return unchecked == null ? List.of() : unchecked.misuses();
    }

    /** The number of an error. */
    int code(CudaError error) {
        return error.code(version);
    }

    /** Returns an error code as the first result of a call, and stores an error as the thread's last error. */
    void report(Warp warp, Instruction in, int lane, CudaError error) {
        report(warp, in, lane, error, BrokenRule.NONE);
    }

    /** The same with the reason of the error. */
    void report(Warp warp, Instruction in, int lane, CudaError error, BrokenRule reason) {
        assert CallArguments.mayReturn(in, error) : CallArguments.call(in).call() + " returns " + error;
        CallArguments.result(warp, in, CallRole.ERROR_CODE, lane, code(error));
        // Rules ERR-1, ERR-3 and ERR-5: the error is local to the thread, and success does not clear it.
        if (error != CudaError.SUCCESS) {
            warp.lastError(lane, code(error));
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

    /** A thread has accessed memory through a null pointer. */
    public void usedNull() {
        if (unchecked != null) {
            unchecked.usedNull();
        }
    }

    /** {@code cudaPeekAtLastError}: returns the last error. */
    void peek(Warp warp, Instruction in, int lane) {
        CallArguments.result(warp, in, CallRole.ERROR_CODE, lane, warp.lastError(lane));
        if (unchecked != null) {
            unchecked.checked(warp, lane);
        }
    }

    /** {@code cudaGetLastError}: returns and clears the last error. */
    void take(Warp warp, Instruction in, int lane) {
        peek(warp, in, lane);
        warp.lastError(lane, 0);
    }
}
