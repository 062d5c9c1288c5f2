package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.HashMap;
import java.util.Map;
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

    /** The unit in which a pool takes memory from the device. */
    private static final long CHUNK_BYTES = 32L << 20;

    private static final int READ_WRITE = 3;

    private final SimulatedProgram program;
    private final HandleTable<Pool> created = new HandleTable<>(FIRST_CREATED);
    private final Map<Integer, Pool> defaults = new HashMap<>();
    private final Map<Integer, Long> current = new HashMap<>();
    private final Map<Long, Allocation> allocations = new HashMap<>();

    private record Allocation(Pool pool, long bytes) {}

    private static final class Pool {
        private final int device;
        private final long[] flags = {0, 1, 1, 1};
        private long threshold;
        private long used;
        private long usedHigh;
        private long reserved;
        private long reservedHigh;

        Pool(int device) {
            this.device = device;
        }

        void use(long bytes) {
            used += bytes;
            usedHigh = Math.max(usedHigh, used);
            reserved = Math.max(reserved, chunks(used));
            reservedHigh = Math.max(reservedHigh, reserved);
        }

        /** Memory above the release threshold goes back to the device. */
        void trim(long keep) {
            reserved = Math.max(chunks(used), Math.min(reserved, chunks(keep)));
        }

        private static long chunks(long bytes) {
            return (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
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
            if (pool(pool).device != device) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            current.put(device, pool);
            return CallReply.OK;
        });
        calls.add("cudaMemPoolCreate", (in, thread) -> {
            boolean isPinned = in.word() == 1;
            int device = in.word();
            return isPinned ? handle(created.add(new Pool(device(device)))) : CallReply.of(CudaError.INVALID_VALUE);
        });
        calls.add(
                "cudaMemPoolDestroy",
                (in, thread) ->
                        created.remove(in.quad()) == null ? CallReply.of(CudaError.INVALID_VALUE) : CallReply.OK);
        calls.add("cudaMemPoolGetAttribute", this::attribute);
        calls.add("cudaMemPoolSetAttribute", this::setAttribute);
        calls.add("cudaMemPoolTrimTo", (in, thread) -> {
            pool(in.quad()).trim(in.quad());
            return CallReply.OK;
        });
        calls.add("cudaMemPoolGetAccess", (in, thread) -> {
            Pool pool = pool(in.quad());
            return CallReply.of(new CallResults().word(device(in.word()) == pool.device ? READ_WRITE : 0));
        });
        calls.add("cudaMemPoolSetAccess", (in, thread) -> {
            Pool pool = pool(in.quad());
            int device = device(in.word());
            boolean isDenied = in.word() != READ_WRITE;
            return device == pool.device && isDenied ? CallReply.of(CudaError.INVALID_VALUE) : CallReply.OK;
        });
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
        return defaults.computeIfAbsent((int) device, Pool::new);
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

    /** Counts an allocation in a pool; 0 is the current pool of the current device. */
    void allocated(long handle, long address, long bytes) {
        int device = program.host().device().ordinal();
        Pool pool = pool(handle == 0 ? current.getOrDefault(device, defaultHandle(device)) : handle);
        pool.use(bytes);
        allocations.put(address, new Allocation(pool, bytes));
    }

    /** The memory at an address has been freed. */
    void freed(long address) {
        @Nullable Allocation gone = allocations.remove(address);
        if (gone != null) {
            gone.pool.used -= gone.bytes;
            gone.pool.trim(gone.pool.threshold);
        }
    }
}
