package io.cdpsim.programs.exec.table;

import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.runtime.version.CudaError;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The outcome of a call. */
public sealed interface CallReply {
    /**
     * The call is complete.
     *
     * @param error CUDA's error code
     * @param results the bytes that the library expects; none if there is an error
     */
    @SuppressWarnings("ArrayRecordComponent") // written to a socket and dropped
    record Done(int error, byte[] results) implements CallReply {}

    /**
     * The calling thread of the program waits.
     *
     * @param what the awaited condition, for the stuck report
     * @param isOver whether the wait has ended; evaluated often
     * @param then produces the answer afterwards
     */
    record Waiting(String what, BooleanSupplier isOver, Supplier<Done> then) implements CallReply {}

    /** Success without results. */
    Done OK = new Done(0, new byte[0]);

    /** Success. */
    static Done of(CallResults results) {
        return new Done(0, results.bytes());
    }

    /** An error. */
    static Done of(CudaError error) {
        return new Done(error.code(), new byte[0]);
    }
}
