package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.graph.EventHandle;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.runtime.device.Device;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Interprocess handles of memory and events. All processes of a program share the devices, so that an opened allocation has its owner's address. */
final class InterprocessCalls {
    /** {@code cudaIpcMemLazyEnablePeerAccess}, the only flags that CUDA accepts. */
    private static final int LAZY_PEER_ACCESS = 1;

    private final SimulatedProgram program;
    private final InterprocessHandles handles;

    /** How often the process has opened an allocation and not closed it, by its start. */
    private final Map<Long, Integer> opened = new HashMap<>();

    InterprocessCalls(SimulatedProgram program, InterprocessHandles handles) {
        this.program = program;
        this.handles = handles;
    }

    void addTo(CallTable calls) {
        calls.add("cudaIpcGetMemHandle", (in, thread) -> {
            Long start = startOf(in.quad());
            return start == null
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : CallReply.of(new CallResults().quad(handles.add(new InterprocessHandles.Memory(program, start))));
        });
        calls.add("cudaIpcOpenMemHandle", (in, thread) -> open(in.quad(), in.word()));
        calls.add("cudaIpcCloseMemHandle", (in, thread) -> {
            long start = in.quad();
            if (!opened.containsKey(start)) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            opened.computeIfPresent(start, (any, times) -> times == 1 ? null : times - 1);
            return CallReply.OK;
        });
        calls.add("cudaIpcGetEventHandle", (in, thread) -> {
            EventHandle event = program.event(in.quad());
            return event.isInterprocess()
                    ? CallReply.of(new CallResults().quad(handles.add(new InterprocessHandles.Event(program, event))))
                    : ErrorCode.reply(ErrorCode.INVALID_HANDLE);
        });
        calls.add("cudaIpcOpenEventHandle", (in, thread) -> {
            InterprocessHandles.Event found = handles.event(in.quad());
            if (found == null) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            return found.owner() == program
                    ? ErrorCode.reply(ErrorCode.DEVICE_UNINITIALIZED)
                    : CallReply.of(new CallResults().quad(program.events().add(found.event())));
        });
    }

    private CallReply open(long handle, int flags) {
        InterprocessHandles.Memory found = handles.memory(handle);
        if (flags != LAZY_PEER_ACCESS || found == null || startOf(found.start()) == null) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        if (found.owner() == program) {
            return ErrorCode.reply(ErrorCode.DEVICE_UNINITIALIZED);
        }
        opened.merge(found.start(), 1, Integer::sum);
        return CallReply.of(new CallResults().quad(found.start()));
    }

    /** The start of the allocation of device memory that contains an address; null if there is none. */
    private @Nullable Long startOf(long address) {
        if (program.isManaged(address)) {
            return null;
        }
        for (Device device : program.machine().devices()) {
            Map.Entry<Long, Long> found = device.memory().allocationAt(address);
            if (found != null) {
                return found.getKey();
            }
        }
        return null;
    }
}
