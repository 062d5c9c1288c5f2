package io.cdpsim.programs.exec.call;

import io.cdpsim.profile.ReportedAttribute;
import io.cdpsim.programs.exec.graph.EventHandle;
import io.cdpsim.programs.exec.property.StructWriter;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** Streams. */
final class StreamCalls {
    private static final int NON_BLOCKING = 1;

    /** Numbers of {@code cudaLaunchAttributeID} that streams have. */
    private static final int ACCESS_POLICY_WINDOW = 1;

    private static final int SYNCHRONIZATION_POLICY = 3;
    private static final int PRIORITY = 8;
    private static final int MEM_SYNC_DOMAIN_MAP = 9;
    private static final int MEM_SYNC_DOMAIN = 10;
    private static final int ATTRIBUTE_BYTES = 64;

    private static final int LAST_SYNCHRONIZATION_POLICY = 4;

    /** {@code cudaAccessPropertyPersisting}. */
    private static final int PERSISTING = 2;

    /** Domain 0 for default accesses and 1 for remote ones, a byte each. */
    private static final int REMOTE_DOMAIN = 0x100;

    /** The range of GPUs since compute capability 7.0. Priorities have no effect here. */
    private static final int GREATEST_PRIORITY = -5;

    private final SimulatedProgram program;
    private final Host host;
    private final IdentityHashMap<HostStream, Long> ids = new IdentityHashMap<>();
    private final Map<Long, Map<Integer, byte[]>> attributes = new HashMap<>();

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
        calls.add("cudaStreamSynchronize", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            host.graphs().refuseForCaptured(stream);
            host.graphs().refuseUnsafeCall(thread.captures());
            return program.waitFor(stream);
        });
        calls.add("cudaStreamQuery", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            host.graphs().refuseForCaptured(stream);
            host.graphs().refuseUnsafeCall(thread.captures());
            // A program that polls lets time pass.
            host.spend(host.device().profile().hostApi().eventRecordNanos());
            if (program.isFaulted()) {
                return CallReply.of(host.stickyError());
            }
            return program.isIdle(stream) ? CallReply.OK : ErrorCode.reply(ErrorCode.NOT_READY);
        });
        calls.add("cudaStreamWaitEvent", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            EventHandle event = program.event(in.quad());
            int flags = in.word();
            int wrong = EventCalls.wrongFlags(flags, host.graphs().capture(stream) != null);
            if (wrong != 0) {
                return ErrorCode.reply(wrong);
            }
            if (flags != 0) {
                var unused = host.graphs().record(stream, () -> host.graphs().waitFor(event.event()));
                return CallReply.OK;
            }
            if (event.wasRecorded() || event.event().isCaptured()) {
                host.waitEvent(stream, event.event());
            }
            return CallReply.OK;
        });
        calls.add(
                "cudaStreamGetPriority",
                (in, thread) -> CallReply.of(new CallResults().word(priority(in.quad(), thread))));
        calls.add(
                "cudaStreamGetFlags",
                (in, thread) ->
                        CallReply.of(new CallResults().word(known(in, thread).flags())));
        calls.add(
                "cudaStreamGetDevice",
                (in, thread) ->
                        CallReply.of(new CallResults().word(known(in, thread).device())));
        calls.add("cudaStreamGetId", (in, thread) -> id(in.quad(), thread));
        calls.add("cudaStreamGetAttribute", (in, thread) -> {
            long handle = in.quad();
            int attribute = in.word();
            program.stream(handle, thread);
            byte[] value = attributes.getOrDefault(handle, Map.of()).get(attribute);
            byte[] known = value == null ? byDefault(attribute, priority(handle, thread)) : value;
            return known.length == 0
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : CallReply.of(new CallResults().raw(known));
        });
        calls.add("cudaStreamSetAttribute", (in, thread) -> {
            long handle = in.quad();
            int attribute = in.word();
            byte[] value = in.bytes();
            program.stream(handle, thread);
            if (!isValue(attribute, ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN))) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            attributes.computeIfAbsent(handle, any -> new HashMap<>()).put(attribute, value);
            return CallReply.OK;
        });
        calls.add("cudaStreamCopyAttributes", (in, thread) -> {
            long to = in.quad();
            long from = in.quad();
            program.stream(to, thread);
            program.stream(from, thread);
            attributes.put(to, new HashMap<>(attributes.getOrDefault(from, Map.of())));
            return CallReply.OK;
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

    /** The value of an attribute that was never set, 64 bytes; empty if streams do not have it. */
    private static byte[] byDefault(int attribute, int priority) {
        StructWriter value = new StructWriter();
        switch (attribute) {
            case ACCESS_POLICY_WINDOW, MEM_SYNC_DOMAIN -> value.ints(0);
            // What an H100 answers (CUDA 13.0): no number of cudaSynchronizationPolicy.
            case SYNCHRONIZATION_POLICY -> value.ints(-1);
            case PRIORITY -> value.ints(priority);
            case MEM_SYNC_DOMAIN_MAP -> value.ints(REMOTE_DOMAIN);
            default -> {
                return new byte[0];
            }
        }
        return Arrays.copyOf(value.bytes(), ATTRIBUTE_BYTES);
    }

    /** Whether streams have an attribute and it may have a value. */
    private boolean isValue(int attribute, ByteBuffer value) {
        return switch (attribute) {
            case ACCESS_POLICY_WINDOW -> {
                float ratio = value.getFloat(16);
                yield Long.compareUnsigned(value.getLong(8), windowBytes()) <= 0
                        && ratio >= 0
                        && ratio <= 1
                        && isProperty(value.getInt(20))
                        && isProperty(value.getInt(24))
                        && value.getInt(24) != PERSISTING;
            }
            case SYNCHRONIZATION_POLICY -> value.getInt(0) >= 1 && value.getInt(0) <= LAST_SYNCHRONIZATION_POLICY;
            case PRIORITY, MEM_SYNC_DOMAIN_MAP -> true;
            case MEM_SYNC_DOMAIN -> value.getInt(0) == 0 || value.getInt(0) == 1;
            default -> false;
        };
    }

    private static boolean isProperty(int number) {
        return number >= 0 && number <= PERSISTING;
    }

    /** The largest window whose accesses may persist in the L2, bytes. */
    private int windowBytes() {
        return host.device().profile().reported(ReportedAttribute.MAX_ACCESS_POLICY_WINDOW_BYTES);
    }

    private int priority(long handle, ProgramThread thread) {
        byte[] set = attributes.getOrDefault(handle, Map.of()).get(PRIORITY);
        return set == null
                ? known(handle, thread).priority()
                : Math.max(
                        GREATEST_PRIORITY,
                        Math.min(
                                0,
                                ByteBuffer.wrap(set)
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .getInt()));
    }

    private SimulatedProgram.StreamHandle known(CallArguments in, ProgramThread thread) {
        return known(in.quad(), thread);
    }

    private SimulatedProgram.StreamHandle known(long handle, ProgramThread thread) {
        HostStream stream = program.stream(handle, thread);
        SimulatedProgram.StreamHandle known = program.streams().get(handle);
        return known == null ? new SimulatedProgram.StreamHandle(stream, 0, 0, thread.device()) : known;
    }
}
