package io.cdpsim.programs.exec.call;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.PhysicalMemory;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.version.CudaError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The driver's virtual memory management: addresses are reserved, memory is created, and mapped there as a whole. */
final class VirtualMemoryCalls {
    /** What an H100 reports as smallest and as recommended granularity. */
    private static final long GRANULARITY = 2L << 20;

    private static final int READ = 1;
    private static final int READ_WRITE = 3;

    private final SimulatedProgram program;
    private final Map<Long, Created> created = new HashMap<>();
    private final Map<PhysicalMemory, Long> handles = new HashMap<>();
    private long last;

    /** Memory of a device; it is freed when the program has released it and it is not mapped. */
    private static final class Created {
        private final PhysicalMemory memory;
        private final int device;
        private int references = 1;

        Created(PhysicalMemory memory, int device) {
            this.memory = memory;
            this.device = device;
        }
    }

    VirtualMemoryCalls(SimulatedProgram program) {
        this.program = program;
    }

    void addTo(CallTable calls) {
        calls.add("@vmGranularity", (in, thread) -> CallReply.of(new CallResults().quad(GRANULARITY)));
        calls.add("@vmReserve", (in, thread) -> reserve(in.quad(), in.quad()));
        calls.add("@vmFree", (in, thread) -> {
            long address = in.quad();
            return answer(memoryOf(address).releaseAddresses(address, in.quad()));
        });
        calls.add("@vmCreate", (in, thread) -> create(in.quad(), in.word()));
        calls.add("@vmRelease", (in, thread) -> {
            long handle = in.quad();
            Created known = created.get(handle);
            if (known == null || known.references == 0) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            known.references--;
            freeUnused(handle, known);
            return CallReply.OK;
        });
        calls.add("@vmMap", this::map);
        calls.add("@vmUnmap", this::unmap);
        calls.add("@vmSetAccess", (in, thread) -> {
            long address = in.quad();
            PagedMemory memory = memoryOf(address);
            long bytes = in.quad();
            int flags = in.word();
            return flags != 0 && flags != READ && flags != READ_WRITE
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : answer(isWhole(address, bytes) && memory.setAccessible(address, bytes, flags != 0));
        });
        calls.add("@vmAccess", (in, thread) -> {
            long address = in.quad();
            PagedMemory memory = memoryOf(address);
            return memory.mappedAt(address) == null
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : CallReply.of(new CallResults().quad(memory.contains(address, 1) ? READ_WRITE : 0));
        });
        calls.add("@vmHandle", (in, thread) -> {
            long address = in.quad();
            Long handle = handles.get(memoryOf(address).mappedAt(address));
            Created known = handle == null ? null : created.get(handle);
            if (handle == null || known == null) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            known.references++;
            return CallReply.of(new CallResults().quad(handle));
        });
        calls.add("@vmDevice", (in, thread) -> {
            Created known = created.get(in.quad());
            return known == null
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : CallReply.of(new CallResults().quad(known.device));
        });
    }

    private static CallReply answer(boolean isDone) {
        return isDone ? CallReply.OK : ErrorCode.reply(ErrorCode.INVALID_VALUE);
    }

    private static boolean isWhole(long address, long bytes) {
        return bytes > 0 && address % GRANULARITY == 0 && bytes % GRANULARITY == 0;
    }

    /** The memory whose window has an address; that of the current device if no window has. */
    private PagedMemory memoryOf(long address) {
        for (Device device : program.machine().devices()) {
            long start = AddressMap.globalBase(device.ordinal());
            if (address >= start && address - start < AddressMap.WINDOW_BYTES) {
                return device.memory();
            }
        }
        return program.host().device().memory();
    }

    private CallReply reserve(long bytes, long alignment) {
        if (!isWhole(0, bytes) || Long.bitCount(alignment) > 1) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        long address = program.host().device().memory().reserveAddresses(bytes, Math.max(GRANULARITY, alignment));
        return address == 0 ? CallReply.of(CudaError.MEMORY_ALLOCATION) : CallReply.of(new CallResults().quad(address));
    }

    private CallReply create(long bytes, int device) {
        List<Device> devices = program.machine().devices();
        if (!isWhole(0, bytes) || device < 0 || device >= devices.size()) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        PhysicalMemory memory = devices.get(device).memory().create(bytes);
        if (memory == null) {
            return CallReply.of(CudaError.MEMORY_ALLOCATION);
        }
        created.put(++last, new Created(memory, device));
        handles.put(memory, last);
        return CallReply.of(new CallResults().quad(last));
    }

    private CallReply map(CallArguments in, ProgramThread thread) {
        long address = in.quad();
        long bytes = in.quad();
        long offset = in.quad();
        Created known = created.get(in.quad());
        if (known == null || known.references == 0 || !isWhole(address, bytes)) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        if (offset != 0 || bytes != known.memory.bytes()) {
            // An H100 maps memory as a whole alone.
            return ErrorCode.reply(ErrorCode.NOT_SUPPORTED);
        }
        return answer(program.machine().devices().get(known.device).memory().map(address, known.memory));
    }

    private CallReply unmap(CallArguments in, ProgramThread thread) {
        long address = in.quad();
        long bytes = in.quad();
        if (!isWhole(address, bytes)) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        return program.waitForDevice(() -> {
            @Nullable List<PhysicalMemory> ended = memoryOf(address).unmap(address, bytes);
            if (ended == null) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            for (PhysicalMemory each : ended) {
                Long handle = handles.get(each);
                Created known = handle == null ? null : created.get(handle);
                if (handle != null && known != null) {
                    freeUnused(handle, known);
                }
            }
            return CallReply.OK;
        });
    }

    private void freeUnused(long handle, Created known) {
        if (known.references == 0 && !known.memory.isMapped()) {
            created.remove(handle);
            handles.remove(known.memory);
            program.machine().devices().get(known.device).memory().destroy(known.memory);
        }
    }
}
