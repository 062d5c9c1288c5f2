package io.cdpsim.programs.exec.table;

import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallConnection.CallRequest;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The simulated calls, by name. */
public final class CallTable {
    /** Calls that answer in a process whose context is lost. */
    private static final Set<String> WITHOUT_CONTEXT = Set.of(
            "cudaChooseDevice",
            "cudaDeviceCanAccessPeer",
            "cudaDeviceGetAttribute",
            "cudaDeviceGetByPCIBusId",
            "cudaDeviceGetDefaultMemPool",
            "cudaDeviceGetP2PAttribute",
            "cudaDeviceGetPCIBusId",
            "cudaDeviceReset",
            "cudaDriverGetVersion",
            "cudaGetDevice",
            "cudaGetDeviceCount",
            "cudaGetDeviceFlags",
            "cudaGetDeviceProperties",
            "cudaGetErrorName",
            "cudaGetErrorString",
            "cudaGetLastError",
            "cudaGraphCreate",
            "cudaPeekAtLastError",
            "cudaPointerGetAttributes",
            "cudaRuntimeGetVersion",
            "cudaSetDevice");

    private final Host host;
    private final Map<String, Call> calls = new HashMap<>();
    private final Set<String> notSimulated = new LinkedHashSet<>();
    private CudaError lost = CudaError.SUCCESS;

    /** Simulates one call. */
    public interface Call {
        CallReply make(CallArguments arguments, ProgramThread thread);
    }

    /** An empty table for calls on the devices of a host. */
    public CallTable(Host host) {
        this.host = host;
    }

    public void add(String name, Call call) {
        calls.put(name, call);
    }

    /** The names of all calls in the table. */
    public Set<String> names() {
        return Set.copyOf(calls.keySet());
    }

    /** The process's context ends with a fault, and stays lost when the device is restarted for another process. */
    public void lose(CudaError fault) {
        lost = fault;
    }

    /**
     * Performs a call. Its error, if any, becomes the thread's last error.
     *
     * @throws io.cdpsim.programs.exec.protocol.ProtocolException if the arguments do not fit the call
     */
    public CallReply make(CallRequest request, ProgramThread thread) {
        Call call = calls.get(request.name());
        if (call == null) {
            notSimulated.add(request.name());
            return thread.noted(new CallReply.Done(ErrorCode.NOT_SUPPORTED, new byte[0]));
        }
        if (request.name().equals("cudaDeviceReset")) {
            lost = CudaError.SUCCESS;
        }
        CudaError fault = lost == CudaError.SUCCESS ? host.stickyError() : lost;
        if (fault != CudaError.SUCCESS
                && request.name().startsWith("cuda")
                && !WITHOUT_CONTEXT.contains(request.name())) {
            // O-11: every call that needs the context returns the fault's error, creations too.
            return thread.noted(CallReply.of(fault));
        }
        try {
            CallReply reply = call.make(request.arguments(), thread);
            if (reply instanceof CallReply.Waiting waiting) {
                return new CallReply.Waiting(waiting.what(), waiting.isOver(), () -> thread.noted(finished(waiting)));
            }
            return reply instanceof CallReply.Done done && !request.name().endsWith("LastError")
                    ? thread.noted(done)
                    : reply;
        } catch (CudaException e) {
            return thread.noted(CallReply.of(e.error()));
        }
    }

    private static CallReply.Done finished(CallReply.Waiting waiting) {
        try {
            return waiting.then().get();
        } catch (CudaException e) {
            return CallReply.of(e.error());
        }
    }

    /** The unsupported calls that the program made, in the order of their first use. */
    public List<String> notSimulated() {
        return List.copyOf(notSimulated);
    }
}
