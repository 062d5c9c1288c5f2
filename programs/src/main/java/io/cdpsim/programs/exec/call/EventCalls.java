package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.wire.Arguments;
import io.cdpsim.programs.exec.wire.Results;
import io.cdpsim.runtime.host.Host;

/** Events, whose times are simulated. */
final class EventCalls {
    private static final int DISABLE_TIMING = 2;
    private static final int ALL_FLAGS = 7;

    private final SimulatedProgram program;
    private final Host host;

    EventCalls(SimulatedProgram program) {
        this.program = program;
        host = program.host();
    }

    void addTo(CallTable calls) {
        calls.add("cudaEventCreate", (in, thread) -> {
            int flags = in.word();
            return (flags & ~ALL_FLAGS) != 0
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : Reply.of(new Results()
                            .quad(program.events()
                                    .add(new EventHandle(
                                            host.createEvent(),
                                            (flags & DISABLE_TIMING) == 0,
                                            host.device().ordinal()))));
        });
        calls.add(
                "cudaEventDestroy",
                (in, thread) -> program.events().remove(in.quad()) == null
                        ? ErrorCode.reply(ErrorCode.INVALID_HANDLE)
                        : Reply.OK);
        calls.add("cudaEventRecord", (in, thread) -> {
            EventHandle event = program.event(in.quad());
            long stream = in.quad();
            if (event.device() != program.deviceOfStream(stream)) {
                return ErrorCode.reply(ErrorCode.INVALID_HANDLE);
            }
            host.record(event.event(), program.stream(stream, thread));
            event.recorded();
            return Reply.OK;
        });
        calls.add("cudaEventQuery", (in, thread) -> {
            EventHandle event = program.event(in.quad());
            host.spend(host.device().profile().hostApi().eventRecordNanos());
            if (program.isFaulted()) {
                return Reply.of(host.stickyError());
            }
            return event.event().isComplete() ? Reply.OK : ErrorCode.reply(ErrorCode.NOT_READY);
        });
        calls.add("cudaEventSynchronize", (in, thread) -> {
            EventHandle event = program.event(in.quad());
            return new Reply.Waiting(
                    "an event",
                    () -> event.event().isComplete() || program.isFaulted(),
                    () -> Reply.of(host.synchronize(event.event())));
        });
        calls.add("cudaEventElapsedTime", this::elapsed);
    }

    private Reply elapsed(Arguments in, ProgramThread thread) {
        EventHandle begin = program.event(in.quad());
        EventHandle end = program.event(in.quad());
        if (begin.device() != end.device()) {
            return ErrorCode.reply(ErrorCode.INVALID_HANDLE);
        }
        if (!begin.isTimed() || !end.isTimed() || !begin.wasRecorded() || !end.wasRecorded()) {
            return ErrorCode.reply(ErrorCode.INVALID_HANDLE);
        }
        if (!begin.event().isComplete() || !end.event().isComplete()) {
            return ErrorCode.reply(ErrorCode.NOT_READY);
        }
        float millis = (float) host.elapsedMillis(begin.event(), end.event());
        return Reply.of(new Results().word(Float.floatToRawIntBits(millis)));
    }
}
