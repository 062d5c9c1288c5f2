package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.memory.RegisteredMemory;
import io.cdpsim.programs.exec.memory.SharedAllocation;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.host.GraphCapture;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Allocations, and attributes of addresses. */
final class MemoryCalls {
    /** The alignment of every GPU since compute capability 2.0. */
    private static final long PITCH_BYTES = 512;

    private static final int PORTABLE = 1;
    private static final int MAPPED = 2;
    private static final int WRITE_COMBINED = 4;

    /** Flags of registered memory: portable, mapped, memory of a device's registers, read by devices alone. */
    private static final int REGISTER_FLAGS = 0xF;

    private static final int REGISTER_IO_MEMORY = 4;

    private static final int ATTACH_GLOBAL = 1;
    private static final int ATTACH_HOST = 2;

    /** {@code cudaInvalidDeviceId}. */
    private static final int NO_DEVICE = -2;

    private static final int UNREGISTERED = 0;
    private static final int OF_HOST = 1;
    private static final int OF_DEVICE = 2;
    private static final int MANAGED = 3;

    private final SimulatedProgram program;
    private final Host host;
    private final PoolCalls pools;
    private final RangeCalls ranges;
    private final RegisteredMemory registered;
    private final Map<Long, Integer> ordinalOf = new TreeMap<>();
    private final Map<Long, Long> numbers = new HashMap<>();

    MemoryCalls(SimulatedProgram program) {
        this.program = program;
        host = program.host();
        registered = program.registered();
        pools = new PoolCalls(program);
        ranges = new RangeCalls(program);
    }

    void addTo(CallTable calls) {
        calls.add("cudaMalloc", (in, thread) -> {
            host.graphs().refuseUnsafeCall(thread.captures());
            return allocated(in.quad());
        });
        calls.add("cudaMallocAsync", (in, thread) -> {
            long bytes = in.quad();
            long handle = in.quad();
            HostStream stream = program.stream(handle, thread);
            long pool = in.quad();
            if (bytes > 0 && host.graphs().capture(stream) != null) {
                GraphWork work = program.graphMemory().allocation(bytes);
                var unused = host.graphs().record(stream, () -> work);
                return CallReply.of(new CallResults()
                        .quad(Objects.requireNonNull(program.graphMemory().of(work))
                                .address()));
            }
            if (bytes == 0) {
                return allocated(bytes);
            }
            return CallReply.of(new CallResults()
                    .quad(pools.allocate(pool, program.deviceOfStream(handle), bytes, this::onDevice)));
        });
        calls.add("cudaMallocPitch", this::pitched);
        calls.add("cudaFree", (in, thread) -> {
            host.graphs().refuseUnsafeCall(thread.captures());
            long address = in.quad();
            boolean isOwn = address == 0
                    || ordinalOf.containsKey(address)
                    || program.isManaged(address)
                    || program.graphMemory().holds(address);
            return isOwn ? free(address) : ErrorCode.reply(ErrorCode.INVALID_VALUE);
        });
        calls.add("cudaFreeHost", (in, thread) -> {
            long address = in.quad();
            return address != 0 && !SimulatedProgram.isPinned(address)
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : free(address);
        });
        calls.add("cudaFreeAsync", this::freeInOrder);
        calls.add("cudaHostAlloc", (in, thread) -> {
            host.graphs().refuseUnsafeCall(thread.captures());
            return pinned(in.quad(), in.word());
        });
        calls.add("cudaMallocManaged", (in, thread) -> {
            long bytes = in.quad();
            int flags = in.word();
            return flags == ATTACH_GLOBAL || flags == ATTACH_HOST
                    ? shared(bytes, flags, true)
                    : ErrorCode.reply(ErrorCode.INVALID_VALUE);
        });
        calls.add("cudaHostRegister", (in, thread) -> register(in.quad(), in.quad(), in.word()));
        calls.add("cudaHostUnregister", (in, thread) -> unregister(in.quad()));
        calls.add("cudaHostGetDevicePointer", (in, thread) -> devicePointer(in.quad(), in.word()));
        calls.add("cudaHostGetFlags", (in, thread) -> {
            SharedAllocation part = program.sharedPart(registered.onDevice(in.quad()));
            return part == null || part.isManaged()
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : CallReply.of(new CallResults().word(part.flags()));
        });
        calls.add(
                "cudaMemGetInfo",
                (in, thread) -> CallReply.of(new CallResults()
                        .quad(host.freeMemory())
                        .quad(host.device().memory().capacityBytes())));
        calls.add("cudaPointerGetAttributes", (in, thread) -> attributes(in.quad()));
        calls.add("@range", (in, thread) -> range(in.quad()));
        pools.addTo(calls);
        ranges.addTo(calls);
    }

    /** What the driver's interface reports of an address: its allocation's start, size, a number that no other has, and its pool or 0. */
    private CallReply range(long requested) {
        long address = registered.onDevice(requested);
        Map.Entry<Long, Long> found = null;
        for (Device each : program.machine().devices()) {
            Map.Entry<Long, Long> here = allocationAt(each, address);
            found = here == null ? found : here;
        }
        SharedAllocation part = program.sharedPart(address);
        long start;
        long bytes;
        if (found != null) {
            start = found.getKey();
            bytes = found.getValue();
        } else if (part != null) {
            start = program.sharedParts().floorKey(address);
            bytes = part.requestedBytes();
        } else {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        return CallReply.of(new CallResults()
                .quad(start + (requested - address))
                .quad(bytes)
                .quad(numbers.computeIfAbsent(start, any -> (long) numbers.size() + 1))
                .quad(pools.poolOf(start)));
    }

    private static Map.@Nullable Entry<Long, Long> allocationAt(Device device, long address) {
        Map.Entry<Long, Long> found = device.memory().allocationAt(address);
        return found == null ? device.constants().allocationAt(address) : found;
    }

    private CallReply allocated(long bytes) {
        return CallReply.of(new CallResults().quad(bytes == 0 ? 0 : onDevice(bytes)));
    }

    private long onDevice(long bytes) {
        long address = host.malloc(bytes);
        host.hasNoValue(address, bytes);
        ordinalOf.put(address, host.device().ordinal());
        return address;
    }

    /** Frees all memory of the current device that the host does not share. */
    void freeAll() {
        int ordinal = host.device().ordinal();
        List<Long> own = ordinalOf.entrySet().stream()
                .filter(each -> each.getValue() == ordinal)
                .map(Map.Entry::getKey)
                .toList();
        own.forEach(host::free);
        own.forEach(ordinalOf::remove);
        own.forEach(pools::freed);
    }

    private CallReply pitched(CallArguments in, ProgramThread thread) {
        long width = in.quad();
        long height = in.quad();
        long pitch = (width + PITCH_BYTES - 1) / PITCH_BYTES * PITCH_BYTES;
        return CallReply.of(new CallResults()
                .quad(pitch * height == 0 ? 0 : onDevice(pitch * height))
                .quad(pitch));
    }

    /** As on a GPU, freeing waits for the device. */
    private CallReply free(long address) {
        if (address == 0) {
            return CallReply.OK;
        }
        if (program.graphMemory().holds(address)) {
            return program.waitForDevice(
                    () -> CallReply.of(program.graphMemory().freedByHost(address)));
        }
        return program.waitForDevice(() -> {
            CudaError error = host.stickyError() == CudaError.SUCCESS ? host.free(address) : host.stickyError();
            ordinalOf.remove(address);
            pools.freed(address);
            SharedAllocation part =
                    error == CudaError.SUCCESS ? program.sharedParts().remove(address) : null;
            if (part != null && part.isManaged()) {
                ranges.freed(address, part.bytes());
            }
            return part == null
                    ? CallReply.of(error)
                    : CallReply.of(new CallResults().quad(part.offset()).quad(part.bytes()));
        });
    }

    private CallReply freeInOrder(CallArguments in, ProgramThread thread) {
        long address = in.quad();
        if (program.graphMemory().holds(address)) {
            HostStream stream = program.stream(in.quad(), thread);
            GraphCapture capture = host.graphs().capture(stream);
            return capture != null
                            && host.graphs()
                                    .record(stream, () -> program.graphMemory().free(capture.graph(), address))
                    ? CallReply.OK
                    : CallReply.of(program.graphMemory().freedByHost(address));
        }
        HostStream stream = program.stream(in.quad(), thread);
        // In a capture it frees what a graph allocates.
        if (address != 0 && (!ordinalOf.containsKey(address) || host.graphs().capture(stream) != null)) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        ordinalOf.remove(address);
        host.addCallback(stream, () -> {
            host.free(address);
            pools.freed(address);
        });
        return CallReply.OK;
    }

    /** With unified addressing all pinned memory is mapped, and {@code cudaHostGetFlags} reports so. */
    private CallReply pinned(long bytes, int flags) {
        if ((flags & ~(PORTABLE | MAPPED | WRITE_COMBINED)) != 0) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        return shared(bytes, isUnified() ? flags | MAPPED : flags, false);
    }

    private boolean isUnified() {
        return program.machine().settings().unifiedAddresses();
    }

    /** Without unified addressing, only memory with the mapped flag, and on the devices that pinned it. */
    private CallReply devicePointer(long ofHost, int flags) {
        long address = registered.onDevice(ofHost);
        SharedAllocation part = program.sharedPart(address);
        boolean isMapped = part != null && !part.isManaged() && ((part.flags() & MAPPED) != 0 || address != ofHost);
        return flags == 0 && isMapped && host.isPinned(address)
                ? CallReply.of(new CallResults().quad(isUnified() ? ofHost : address))
                : ErrorCode.reply(ErrorCode.INVALID_VALUE);
    }

    private CallReply shared(long bytes, int flags, boolean isManaged) {
        if (bytes == 0) {
            return CallReply.of(new CallResults().quad(0).quad(0).quad(0));
        }
        long address = isManaged ? host.malloc(bytes) : host.mallocHost(bytes, (flags & PORTABLE) != 0);
        SharedAllocation part = program.share(address, bytes, isManaged, flags);
        return CallReply.of(new CallResults().quad(address).quad(part.offset()).quad(part.bytes()));
    }

    /** The library maps the memory's pages over those of the program. */
    private CallReply register(long pointer, long bytes, int flags) {
        // Only memory of a device's registers is no memory of the program.
        if (bytes <= 0
                || pointer == 0
                || (flags & ~REGISTER_FLAGS) != 0
                || (flags & REGISTER_IO_MEMORY) != 0
                || SimulatedProgram.isSimulated(pointer)) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        if (registered.overlaps(pointer, bytes)) {
            return ErrorCode.reply(ErrorCode.HOST_MEMORY_ALREADY_REGISTERED);
        }
        RegisteredMemory.Pages pages = registered.newPages(pointer, bytes);
        registered.add(pointer, bytes);
        if (pages.bytes() == 0) {
            return CallReply.of(new CallResults().quad(0).quad(0).quad(0));
        }
        long address = host.mallocHost(pages.bytes());
        SharedAllocation part = program.share(address, pages.bytes(), false, isUnified() ? flags | MAPPED : flags);
        registered.add(pages, address);
        if (isUnified()) {
            host.register(pages.start(), pages.bytes(), address);
        }
        return CallReply.of(
                new CallResults().quad(pages.start()).quad(part.offset()).quad(pages.bytes()));
    }

    private CallReply unregister(long pointer) {
        if (!registered.isStart(pointer)) {
            boolean isKnown =
                    pointer == 0 || registered.onDevice(pointer) != pointer || SimulatedProgram.isSimulated(pointer);
            return ErrorCode.reply(isKnown ? ErrorCode.INVALID_VALUE : ErrorCode.HOST_MEMORY_NOT_REGISTERED);
        }
        return program.waitForDevice(() -> {
            CallResults unused = new CallResults();
            for (RegisteredMemory.Pages each : registered.unused(pointer)) {
                long address = registered.onDevice(each.start());
                program.sharedParts().remove(address);
                host.unregister(each.start());
                host.free(address);
                unused.quad(each.start()).quad(each.bytes());
            }
            registered.remove(pointer);
            return CallReply.of(unused);
        });
    }

    private CallReply attributes(long requested) {
        long address = registered.onDevice(requested);
        int type = UNREGISTERED;
        int ordinal = host.device().ordinal();
        if (SimulatedProgram.isPinned(address)) {
            SharedAllocation part = program.sharedPart(address);
            type = part == null ? UNREGISTERED : OF_HOST;
            ordinal = part == null ? ordinal : part.device();
        } else {
            for (Device device : program.machine().devices()) {
                if (allocationAt(device, address) != null) {
                    type = program.isManaged(address) ? MANAGED : OF_DEVICE;
                    ordinal = device.ordinal();
                }
            }
        }
        return CallReply.of(new CallResults()
                .word(type)
                .word(type == UNREGISTERED ? NO_DEVICE : ordinal)
                .quad(type == UNREGISTERED ? 0 : isUnified() ? requested : address)
                .quad(type == OF_DEVICE ? 0 : requested));
    }
}
