package io.cdpsim.runtime.host;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.runtime.copy.MemoryView;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The memory that the host thread allocates, reads and writes: pinned host memory and the memory of the devices. */
final class HostMemory {
    private final List<Device> devices;
    private final PagedMemory pinned;
    private final boolean unifiedAddresses;
    private final NavigableMap<Long, OwnPinned> pinnedForOne = new TreeMap<>();
    private final HostThread thread;
    private final @Nullable HostVisibility visibility;

    /** Memory that is pinned for one device. */
    private record OwnPinned(long bytes, Device device) {}

    HostMemory(
            List<Device> devices,
            PagedMemory pinned,
            boolean unifiedAddresses,
            HostThread thread,
            @Nullable HostVisibility visibility) {
        this.unifiedAddresses = unifiedAddresses;
        this.devices = devices;
        this.pinned = pinned;
        this.thread = thread;
        this.visibility = visibility;
    }

    /** Allocates memory of a device. */
    static long allocate(Device device, long bytes) {
        HostThread.checkContext(device, "cudaMalloc");
        return allocated(
                device.memory().allocate(bytes),
                "cudaMalloc of " + bytes + " bytes on " + device.profile().name());
    }

    /** Allocates pinned memory. Without unified addresses, memory that is not portable is pinned only for one device. */
    long allocatePinned(Device device, long bytes, boolean isPortable) {
        HostThread.checkContext(device, "cudaHostAlloc");
        long address = allocated(pinned.allocate(bytes), "cudaHostAlloc of " + bytes + " bytes");
        if (isPortable || unifiedAddresses) {
            pinnedForOne.remove(address);
        } else {
            pinnedForOne.put(address, new OwnPinned(bytes, device));
        }
        return address;
    }

    /** Whether an address is in memory that is pinned for a device. */
    boolean isPinnedFor(long address, Device device) {
        if (AddressMap.spaceOf(address) != AddressSpace.MAPPED) {
            return false;
        }
        Map.Entry<Long, OwnPinned> before = pinnedForOne.floorEntry(address);
        return before == null
                || address - before.getKey() >= before.getValue().bytes()
                || before.getValue().device() == device;
    }

    /** Declares a constant variable of a device. */
    static long allocateConstant(Device device, long bytes) {
        return allocated(device.constants().allocate(bytes), "__constant__ variable of " + bytes + " bytes");
    }

    private static long allocated(long address, String call) {
        if (address == 0) {
            throw new CudaException(CudaError.MEMORY_ALLOCATION, call);
        }
        return address;
    }

    /** Whether a memory is pinned host memory. */
    boolean isPinned(PagedMemory memory) {
        return memory == pinned;
    }

    /** The device with a memory, or a default device. */
    Device deviceOf(@Nullable PagedMemory memory, Device defaultDevice) {
        for (Device device : devices) {
            if (device.memory() == memory) {
                return device;
            }
        }
        return defaultDevice;
    }

    /** The memory that contains an address; the memory of a default device if none does. */
    PagedMemory memoryAt(long address, Device defaultDevice) {
        if (AddressMap.spaceOf(address) == AddressSpace.MAPPED) {
            return pinned;
        }
        if (AddressMap.spaceOf(address) == AddressSpace.CONSTANT) {
            return defaultDevice.constants();
        }
        for (Device device : devices) {
            if (device.memory().containsRange(address, 0)) {
                return device.memory();
            }
        }
        return defaultDevice.memory();
    }

    /** A view of all memory from outside the simulation. */
    MemoryView view(Device current) {
        return new MemoryView(
                address -> memoryAt(address, current),
                (address, bytes) -> {
                    if (visibility != null) {
                        visibility.reset(address, bytes);
                    }
                    written(memoryAt(address, current), address, bytes);
                },
                (address, bytes) -> {
                    if (visibility != null) {
                        visibility.reset(address, bytes);
                    }
                    of(memoryAt(address, current), device -> device.gpu().writtenInPieces(address, bytes));
                },
                (address, bytes) ->
                        of(memoryAt(address, current), device -> device.gpu().loadedEverywhere(address, bytes)));
    }

    /** Notifies a memory of written bytes. Writes to global memory of a device go through its L2. */
    void written(@Nullable PagedMemory memory, long address, long bytes) {
        of(memory, device -> device.gpu().written(address, bytes));
    }

    private void of(@Nullable PagedMemory memory, Consumer<Device> action) {
        for (Device device : devices) {
            if (device.memory() == memory) {
                action.accept(device);
            }
        }
    }

    /** Reads a word of pinned memory. */
    int read(long address) {
        if (visibility != null) {
            visibility.reads(address);
        }
        return pinned.loadInt(address);
    }

    /** Writes a word of pinned memory. */
    void write(long address, int value) {
        if (visibility != null) {
            visibility.writes(address, value);
        }
        pinned.storeInt(address, value);
        thread.progressed();
    }
}
