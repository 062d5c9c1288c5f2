package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.graph.EventHandle;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import java.util.ArrayList;
import java.util.List;

/** Events, with simulated times. */
final class EventCalls {
    private static final int DISABLE_TIMING = 2;
    private static final int INTERPROCESS = 4;
    private static final int ALL_FLAGS = 7;

    /** {@code cudaEventRecordExternal} and {@code cudaEventWaitExternal}: for captures alone. */
    private static final int EXTERNAL = 1;

    private final SimulatedProgram program;
    private final Host host;
    private final List<Double> elapsed = new ArrayList<>();

    EventCalls(SimulatedProgram program) {
        this.program = program;
        host = program.host();
    }

    /** The results of {@code cudaEventElapsedTime} so far, milliseconds. */
    List<Double> elapsedMillis() {
        return List.copyOf(elapsed);
    }

    void addTo(CallTable calls) {
        calls.add("cudaEventCreate", (in, thread) -> {
            int flags = in.word();
            return (flags & ~ALL_FLAGS) != 0 || (flags & (INTERPROCESS | DISABLE_TIMING)) == INTERPROCESS
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : CallReply.of(new CallResults()
                            .quad(program.events()
                                    .add(new EventHandle(
                                            host.createEvent(),
                                            (flags & DISABLE_TIMING) == 0,
                                            (flags & INTERPROCESS) != 0,
                                            host.device().ordinal()))));
        });
        calls.add(
                "cudaEventDestroy",
                (in, thread) -> program.events().remove(in.quad()) == null
                        ? ErrorCode.reply(ErrorCode.INVALID_HANDLE)
                        : CallReply.OK);
        calls.add("cudaEventRecord", (in, thread) -> record(in.quad(), in.quad(), thread));
        calls.add("cudaEventRecordWithFlags", (in, thread) -> {
            long event = in.quad();
            long stream = in.quad();
            int flags = in.word();
            HostStream captured = program.stream(stream, thread);
            int wrong = wrongFlags(flags, host.graphs().capture(captured) != null);
            if (wrong != 0) {
                return ErrorCode.reply(wrong);
            }
            if (flags == 0) {
                return record(event, stream, thread);
            }
            EventHandle external = program.event(event);
            var unused = host.graphs().record(captured, () -> host.graphs().record(external.event()));
            external.recorded();
            return CallReply.OK;
        });
        calls.add("cudaEventQuery", (in, thread) -> {
            EventHandle event = program.event(in.quad());
            host.graphs().refuseForCaptured(event.event());
            host.spend(host.device().profile().hostApi().eventRecordNanos());
            if (program.isFaulted()) {
                return CallReply.of(host.stickyError());
            }
            return event.event().isComplete() ? CallReply.OK : ErrorCode.reply(ErrorCode.NOT_READY);
        });
        calls.add("cudaEventSynchronize", (in, thread) -> {
            EventHandle event = program.event(in.quad());
            host.graphs().refuseForCaptured(event.event());
            return new CallReply.Waiting(
                    "an event",
                    () -> event.event().isComplete() || program.isFaulted(),
                    () -> CallReply.of(host.synchronize(event.event())));
        });
        calls.add("cudaEventElapsedTime", this::elapsed);
    }

    private CallReply record(long handle, long stream, ProgramThread thread) {
        EventHandle event = program.event(handle);
        if (event.device() != program.deviceOfStream(stream)) {
            return ErrorCode.reply(ErrorCode.INVALID_HANDLE);
        }
        host.record(event.event(), program.stream(stream, thread));
        event.recorded();
        return CallReply.OK;
    }

    /** The error of the flags of a record or a wait; 0 if there is none. External events exist in captures only. */
    static int wrongFlags(int flags, boolean isCaptured) {
        if (flags == 0 || (flags == EXTERNAL && isCaptured)) {
            return 0;
        }
        return flags == EXTERNAL ? ErrorCode.ILLEGAL_STATE : ErrorCode.INVALID_VALUE;
    }

    private CallReply elapsed(CallArguments in, ProgramThread thread) {
        EventHandle start = program.event(in.quad());
        EventHandle end = program.event(in.quad());
        if (start.device() != end.device()) {
            return ErrorCode.reply(ErrorCode.INVALID_HANDLE);
        }
        if (!start.isTimed() || !end.isTimed() || !start.wasRecorded() || !end.wasRecorded()) {
            return ErrorCode.reply(ErrorCode.INVALID_HANDLE);
        }
        if (!start.event().isComplete() || !end.event().isComplete()) {
            return ErrorCode.reply(ErrorCode.NOT_READY);
        }
        double exact = host.elapsedMillis(start.event(), end.event());
        elapsed.add(exact);
        float millis = (float) exact;
        return CallReply.of(new CallResults().word(Float.floatToRawIntBits(millis)));
    }
}
