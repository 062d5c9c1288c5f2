package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.protocol.HandleTable;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.MemoryPlace;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Memory pools: the default one of each device and those that the program creates. A pool only counts; its memory is the device's. */
final class PoolCalls {
    private static final int FIRST_CREATED = 0x7000_0000;
    private static final int LAST_FLAG = 3;
    private static final int RELEASE_THRESHOLD = 4;
    private static final int RESERVED_CURRENT = 5;
    private static final int RESERVED_HIGH = 6;
    private static final int USED_CURRENT = 7;
    private static final int USED_HIGH = 8;

    private static final int NO_ACCESS = 0;
    private static final int READ_ONLY = 1;
    private static final int READ_WRITE = 3;

    /** {@code cudaMemAllocationTypePinned}. */
    private static final int PINNED = 1;

    private final SimulatedProgram program;
    private final HandleTable<Pool> created = new HandleTable<>(FIRST_CREATED);
    private final Map<Integer, Pool> defaults = new HashMap<>();
    private final Map<Integer, Long> current = new HashMap<>();
    private final Map<Long, Allocation> allocations = new HashMap<>();

    private record Allocation(Pool pool, long bytes) {}

    private static final class Pool {
        private final MemoryPlace place;
        private final long maxBytes;
        private final long chunkBytes;
        private final long[] flags = {0, 1, 1, 1};
        private final Map<MemoryPlace, Integer> access = new HashMap<>();
        private long threshold;
        private long used;
        private long usedHigh;
        private long reserved;
        private long reservedHigh;

        /**
         * @param maxBytes maximum size of the pool; 0 for the size of the device's memory
         * @param chunkBytes unit in which the pool reserves memory, above 0
         */
        Pool(MemoryPlace place, long maxBytes, long chunkBytes) {
            this.place = place;
            access.put(place, READ_WRITE);
            this.maxBytes = maxBytes;
            this.chunkBytes = chunkBytes;
        }

        boolean isOn(int device) {
            return place.isDevice() && place.id() == device;
        }

        boolean holds(long bytes) {
            return maxBytes == 0 || bytes <= maxBytes - used;
        }

        void use(long bytes) {
            used += bytes;
            usedHigh = Math.max(usedHigh, used);
            reserved = Math.max(reserved, chunks(used));
            reservedHigh = Math.max(reservedHigh, reserved);
        }

        /**
         * Gives memory back to the device.
         *
         * @param keep bytes that stay reserved, unsigned: programs keep all with {@code UINT64_MAX}
         */
        void trim(long keep) {
            if (Long.compareUnsigned(keep, reserved) < 0) {
                reserved = Math.max(chunks(used), chunks(keep));
            }
        }

        private long chunks(long bytes) {
            return (bytes + chunkBytes - 1) / chunkBytes * chunkBytes;
        }
    }

    PoolCalls(SimulatedProgram program) {
        this.program = program;
    }

    void addTo(CallTable calls) {
        calls.add("cudaDeviceGetDefaultMemPool", (in, thread) -> handle(defaultHandle(device(in.word()))));
        calls.add("cudaDeviceGetMemPool", (in, thread) -> {
            int device = device(in.word());
            return handle(current.getOrDefault(device, defaultHandle(device)));
        });
        calls.add("cudaDeviceSetMemPool", (in, thread) -> {
            int device = device(in.word());
            long pool = in.quad();
            if (!pool(pool).isOn(device)) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            current.put(device, pool);
            return CallReply.OK;
        });
        calls.add("cudaMemPoolCreate", (in, thread) -> {
            boolean isPinned = in.word() == PINNED;
            MemoryPlace place = new MemoryPlace(in.word(), in.word());
            long maxBytes = in.quad();
            return isPinned && exists(place)
                    ? handle(created.add(new Pool(place, maxBytes, chunkBytes())))
                    : CallReply.of(CudaError.INVALID_VALUE);
        });
        calls.add("cudaMemPoolDestroy", (in, thread) -> {
            long pool = in.quad();
            if (created.remove(pool) == null) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            // A device whose current pool is gone allocates from its default one.
            current.values().removeIf(each -> each == pool);
            return CallReply.OK;
        });
        calls.add("cudaMemPoolGetAttribute", this::attribute);
        calls.add("cudaMemPoolSetAttribute", this::setAttribute);
        calls.add("cudaMemPoolTrimTo", (in, thread) -> {
            pool(in.quad()).trim(in.quad());
            return CallReply.OK;
        });
        calls.add("cudaMemPoolGetAccess", (in, thread) -> {
            Pool pool = pool(in.quad());
            MemoryPlace place = new MemoryPlace(in.word(), in.word());
            return exists(place)
                    ? CallReply.of(new CallResults().word(pool.access.getOrDefault(place, NO_ACCESS)))
                    : CallReply.of(CudaError.INVALID_VALUE);
        });
        calls.add("cudaMemPoolSetAccess", this::setAccess);
    }

    private CallReply setAccess(CallArguments in, ProgramThread thread) {
        Pool pool = pool(in.quad());
        MemoryPlace place = new MemoryPlace(in.word(), in.word());
        int access = in.word();
        if (!exists(place) || (access != NO_ACCESS && access != READ_ONLY && access != READ_WRITE)) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        if (access == READ_ONLY) {
            return CallReply.of(CudaError.NOT_SUPPORTED);
        }
        if (access == NO_ACCESS && place.equals(pool.place)) {
            return CallReply.of(CudaError.INVALID_DEVICE);
        }
        pool.access.put(place, access);
        return CallReply.OK;
    }

    private boolean exists(MemoryPlace place) {
        return place.exists(program.machine().devices().size());
    }

    private static CallReply handle(long handle) {
        return CallReply.of(new CallResults().quad(handle));
    }

    private static long defaultHandle(int device) {
        return 16L * (device + 1);
    }

    private int device(int ordinal) {
        if (ordinal < 0 || ordinal >= program.machine().devices().size()) {
            throw new CudaException(CudaError.INVALID_DEVICE, "there is no device " + ordinal);
        }
        return ordinal;
    }

    private long chunkBytes() {
        return Math.max(1, program.host().device().profile().limits().memoryPoolChunkBytes());
    }

    private Pool pool(long handle) {
        Pool found = created.get(handle);
        if (found != null) {
            return found;
        }
        long device = handle / 16 - 1;
        if (handle % 16 != 0
                || device < 0
                || device >= program.machine().devices().size()) {
            throw new CudaException(CudaError.INVALID_VALUE, "0x" + Long.toHexString(handle) + " is not a pool");
        }
        return defaults.computeIfAbsent(
                (int) device, ordinal -> new Pool(MemoryPlace.device(ordinal), 0, chunkBytes()));
    }

    private CallReply attribute(CallArguments in, ProgramThread thread) {
        Pool pool = pool(in.quad());
        int attribute = in.word();
        return switch (attribute) {
            case RELEASE_THRESHOLD -> handle(pool.threshold);
            case RESERVED_CURRENT -> handle(pool.reserved);
            case RESERVED_HIGH -> handle(pool.reservedHigh);
            case USED_CURRENT -> handle(pool.used);
            case USED_HIGH -> handle(pool.usedHigh);
            default ->
                attribute >= 1 && attribute <= LAST_FLAG
                        ? handle(pool.flags[attribute])
                        : CallReply.of(CudaError.INVALID_VALUE);
        };
    }

    private CallReply setAttribute(CallArguments in, ProgramThread thread) {
        Pool pool = pool(in.quad());
        int attribute = in.word();
        long value = in.quad();
        if (attribute >= 1 && attribute <= LAST_FLAG) {
            pool.flags[attribute] = value == 0 ? 0 : 1;
        } else if (attribute == RELEASE_THRESHOLD) {
            pool.threshold = value;
        } else if (attribute == RESERVED_HIGH && value == 0) {
            pool.reservedHigh = pool.reserved;
        } else if (attribute == USED_HIGH && value == 0) {
            pool.usedHigh = pool.used;
        } else {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        return CallReply.OK;
    }

    /**
     * Counts an allocation in a pool.
     *
     * @param handle the pool; 0 is the current pool of a device
     * @param device ordinal of that device
     * @param allocate takes the memory from the device
     * @return the address of the memory
     * @throws CudaException if the pool would become larger than it may
     */
    long allocate(long handle, int device, long bytes, LongUnaryOperator allocate) {
        Pool pool = pool(handle == 0 ? current.getOrDefault(device, defaultHandle(device)) : handle);
        if (!pool.holds(bytes)) {
            throw new CudaException(CudaError.MEMORY_ALLOCATION, "the pool may not become larger");
        }
        int before = program.host().device().ordinal();
        program.host().setDevice(pool.place.isDevice() ? pool.place.id() : before);
        long address;
        try {
            address = allocate.applyAsLong(bytes);
        } finally {
            program.host().setDevice(before);
        }
        pool.use(bytes);
        for (Device each : program.machine().devices()) {
            MemoryPlace place = MemoryPlace.device(each.ordinal());
            each.data()
                    .peers()
                    .addPoolMemory(address, bytes, () -> pool.access.getOrDefault(place, NO_ACCESS) == READ_WRITE);
        }
        allocations.put(address, new Allocation(pool, bytes));
        return address;
    }

    /** Whether memory is from a pool. */
    boolean contains(long address) {
        return allocations.containsKey(address);
    }

    /** The handle of the pool of memory; 0 if it is not from a pool. */
    long poolOf(long address) {
        @Nullable Allocation found = allocations.get(address);
        if (found == null) {
            return 0;
        }
        for (Map.Entry<Integer, Pool> each : defaults.entrySet()) {
            if (each.getValue() == found.pool) {
                return defaultHandle(each.getKey());
            }
        }
        return created.handleOf(found.pool);
    }

    /** The memory at an address has been freed. */
    void freed(long address) {
        @Nullable Allocation gone = allocations.remove(address);
        if (gone != null) {
            program.machine().devices().forEach(each -> each.data().peers().removePoolMemory(address));
            gone.pool.used -= gone.bytes;
            gone.pool.trim(gone.pool.threshold);
        }
    }
}
