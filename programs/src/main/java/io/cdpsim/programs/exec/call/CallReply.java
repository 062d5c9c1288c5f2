package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.runtime.version.CudaError;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What becomes of a call. */
public sealed interface CallReply {
    /**
     * The call is over.
     *
     * @param error CUDA's code
     * @param results as the library expects them; none where there is an error
     */
    @SuppressWarnings("ArrayRecordComponent") // written to a socket and forgotten
    record Done(int error, byte[] results) implements CallReply {}

    /**
     * The thread of the program waits.
     *
     * @param what what it waits for, for the report if that never happens
     * @param isOver whether it need not wait any more; asked often
     * @param then makes the answer then
     */
    record Waiting(String what, BooleanSupplier isOver, Supplier<Done> then) implements CallReply {}

    /** All went well and there is nothing to tell. */
    Done OK = new Done(0, new byte[0]);

    /** All went well. */
    static Done of(CallResults results) {
        return new Done(0, results.bytes());
    }

    /** Something did not. */
    static Done of(CudaError error) {
        return new Done(error.code(), new byte[0]);
    }
}
