package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import java.util.IdentityHashMap;
import java.util.Map;

/** Streams. */
final class StreamCalls {
    private static final int NON_BLOCKING = 1;

    /** The range of GPUs since compute capability 7.0. Priorities have no effect here. */
    private static final int GREATEST_PRIORITY = -5;

    private final SimulatedProgram program;
    private final Host host;
    private final Map<HostStream, Long> ids = new IdentityHashMap<>();

    StreamCalls(SimulatedProgram program) {
        this.program = program;
        host = program.host();
    }

    void addTo(CallTable calls) {
        calls.add("cudaStreamCreate", this::create);
        calls.add("cudaStreamDestroy", (in, thread) -> {
            SimulatedProgram.StreamHandle removed = program.streams().remove(in.quad());
            if (removed == null) {
                return ErrorCode.reply(ErrorCode.INVALID_HANDLE);
            }
            host.destroy(removed.stream());
            return CallReply.OK;
        });
        calls.add("cudaStreamSynchronize", (in, thread) -> program.waitFor(program.stream(in.quad(), thread)));
        calls.add("cudaStreamQuery", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            // A program that polls lets time pass.
            host.spend(host.device().profile().hostApi().eventRecordNanos());
            if (program.isFaulted()) {
                return CallReply.of(host.stickyError());
            }
            return host.isIdle(stream) ? CallReply.OK : ErrorCode.reply(ErrorCode.NOT_READY);
        });
        calls.add("cudaStreamWaitEvent", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            EventCalls.EventHandle event = program.event(in.quad());
            if (event.wasRecorded()) {
                host.waitEvent(stream, event.event());
            }
            return CallReply.OK;
        });
        calls.add(
                "cudaStreamGetPriority",
                (in, thread) ->
                        CallReply.of(new CallResults().word(known(in, thread).priority())));
        calls.add(
                "cudaStreamGetFlags",
                (in, thread) ->
                        CallReply.of(new CallResults().word(known(in, thread).flags())));
        calls.add(
                "cudaStreamGetDevice",
                (in, thread) ->
                        CallReply.of(new CallResults().word(known(in, thread).device())));
        calls.add("cudaStreamGetId", (in, thread) -> id(in.quad(), thread));
        calls.add("cudaStreamIsCapturing", (in, thread) -> {
            program.stream(in.quad(), thread);
            return CallReply.of(new CallResults().word(0));
        });
        calls.add(
                "cudaDeviceGetStreamPriorityRange",
                (in, thread) -> CallReply.of(new CallResults().word(0).word(GREATEST_PRIORITY)));
    }

    /** O-16: the default stream has one id under both of its names; the per-thread default streams of two threads differ. */
    private CallReply id(long handle, ProgramThread thread) {
        HostStream stream = program.stream(handle, thread);
        return CallReply.of(new CallResults().quad(ids.computeIfAbsent(stream, any -> (long) ids.size() + 1)));
    }

    private CallReply create(CallArguments in, ProgramThread thread) {
        int flags = in.word();
        int priority = Math.max(GREATEST_PRIORITY, Math.min(0, in.word()));
        if ((flags & ~NON_BLOCKING) != 0) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        HostStream stream = flags == NON_BLOCKING ? host.createNonBlockingStream() : host.createStream();
        return CallReply.of(new CallResults()
                .quad(program.streams()
                        .add(new SimulatedProgram.StreamHandle(stream, flags, priority, thread.device()))));
    }

    private SimulatedProgram.StreamHandle known(CallArguments in, ProgramThread thread) {
        long handle = in.quad();
        HostStream stream = program.stream(handle, thread);
        SimulatedProgram.StreamHandle known = program.streams().get(handle);
        return known == null ? new SimulatedProgram.StreamHandle(stream, 0, 0, thread.device()) : known;
    }
}
