package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.wire.Arguments;
import io.cdpsim.programs.exec.wire.Request;
import io.cdpsim.runtime.version.CudaException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The calls that are simulated, by name. */
public final class CallTable {
    private final Map<String, Call> calls = new HashMap<>();
    private final Set<String> notSimulated = new LinkedHashSet<>();

    /** Does what a call asks for. */
    interface Call {
        Reply make(Arguments arguments, ProgramThread thread);
    }

    /** No calls. */
    CallTable() {}

    void add(String name, Call call) {
        calls.put(name, call);
    }

    /**
     * Makes a call. Its error, if it has one, is the thread's last.
     *
     * @throws io.cdpsim.programs.exec.wire.WireException if the arguments are not those of the call
     */
    public Reply make(Request request, ProgramThread thread) {
        Call call = calls.get(request.name());
        if (call == null) {
            notSimulated.add(request.name());
            return thread.noted(new Reply.Done(ErrorCode.NOT_SUPPORTED, new byte[0]));
        }
        try {
            Reply reply = call.make(request.arguments(), thread);
            if (reply instanceof Reply.Waiting waiting) {
                return new Reply.Waiting(waiting.what(), waiting.isOver(), () -> thread.noted(finished(waiting)));
            }
            return reply instanceof Reply.Done done && !request.name().endsWith("LastError")
                    ? thread.noted(done)
                    : reply;
        } catch (CudaException e) {
            return thread.noted(Reply.of(e.error()));
        }
    }

    private static Reply.Done finished(Reply.Waiting waiting) {
        try {
            return waiting.then().get();
        } catch (CudaException e) {
            return Reply.of(e.error());
        }
    }

    /** The calls that were made and are not simulated, in the order in which they were first made. */
    public List<String> notSimulated() {
        return List.copyOf(notSimulated);
    }
}
