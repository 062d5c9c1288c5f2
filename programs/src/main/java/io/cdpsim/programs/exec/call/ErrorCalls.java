package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import java.nio.charset.StandardCharsets;

/** Errors: the last error of a thread, and the names and texts of error codes. */
final class ErrorCalls {
    private final Host host;

    ErrorCalls(SimulatedProgram program) {
        host = program.host();
    }

    void addTo(CallTable calls) {
        calls.add("cudaGetLastError", (in, thread) -> {
            CallReply.Done last = last(thread);
            thread.forgetError(host.stickyError() != CudaError.SUCCESS);
            return last;
        });
        calls.add("cudaPeekAtLastError", (in, thread) -> last(thread));
        calls.add("@assertion", (in, thread) -> {
            String line = host.faultOutput();
            return text(line.isEmpty() ? "" : line + "\n");
        });
        calls.add("cudaGetErrorName", (in, thread) -> text(ErrorDescriptions.name(in.word())));
        calls.add("cudaGetErrorString", (in, thread) -> text(ErrorDescriptions.text(in.word())));
    }

    /** Rule ERR-4, O-11: a fault stays, but with CUDA 13 this call reports it once, while all others go on failing. */
    private CallReply.Done last(ProgramThread thread) {
        CudaError sticky = host.stickyError();
        if (sticky == CudaError.SUCCESS) {
            return ErrorCode.reply(thread.lastError());
        }
        boolean isOver = thread.hasReportedFault() && host.device().runtime().reportsFaultOnce();
        return isOver ? CallReply.OK : CallReply.of(sticky);
    }

    private static CallReply text(String text) {
        return CallReply.of(new CallResults().raw(text.getBytes(StandardCharsets.US_ASCII)));
    }
}
