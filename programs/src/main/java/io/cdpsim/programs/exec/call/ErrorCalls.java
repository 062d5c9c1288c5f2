package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.ErrorDescriptions;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Errors: the last error of a thread, and the names and texts of error codes. */
final class ErrorCalls {
    private final Host host;

    /** The faults whose output the program has. */
    private final Set<DeviceFault> reported = Collections.newSetFromMap(new IdentityHashMap<>());

    ErrorCalls(SimulatedProgram program) {
        host = program.host();
    }

    void addTo(CallTable calls) {
        calls.add("cudaGetLastError", (in, thread) -> {
            CallReply.Done last = last(thread);
            thread.forgetError();
            return last;
        });
        calls.add("cudaPeekAtLastError", (in, thread) -> last(thread));
        calls.add("@restoreError", (in, thread) -> {
            thread.restoreError();
            return CallReply.OK;
        });
        calls.add("@assertion", (in, thread) -> {
            DeviceFault fault = host.device().runtime().fault();
            return text(fault != null && reported.add(fault) ? fault.output() : "");
        });
        calls.add("cudaGetErrorName", (in, thread) -> text(ErrorDescriptions.name(in.word())));
        calls.add("cudaGetErrorString", (in, thread) -> text(ErrorDescriptions.text(in.word())));
    }

    /** Rule ERR-4, O-11: a fault stays, but with CUDA 13 this call reports it once for each call that returned it. */
    private CallReply.Done last(ProgramThread thread) {
        CudaError sticky = host.stickyError();
        return sticky == CudaError.SUCCESS || host.device().runtime().reportsFaultOnce()
                ? ErrorCode.reply(thread.lastError())
                : CallReply.of(sticky);
    }

    private static CallReply text(String text) {
        return CallReply.of(new CallResults().raw(text.getBytes(StandardCharsets.US_ASCII)));
    }
}
