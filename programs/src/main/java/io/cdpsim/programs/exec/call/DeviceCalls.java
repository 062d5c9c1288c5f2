package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.ReportedAttribute;
import io.cdpsim.programs.exec.property.DeviceProperties;
import io.cdpsim.programs.exec.property.HostAttributes;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.version.CudaError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Devices: their number, properties, limits and preferences, and device synchronisation. */
final class DeviceCalls {
    private static final int THOUSAND = 1000;
    /** Flags of a device: how a thread waits (bits, one at most), mapped memory (always on with unified addressing), and others. */
    private static final int SCHEDULES = 7;

    private static final int MAP_HOST = 8;
    private static final int ALL_FLAGS = 0x1F | 0x80;
    private static final Pattern BUS_ID =
            Pattern.compile("[0-9a-fA-F]{1,8}:[0-9a-fA-F]{1,2}(:[0-9a-fA-F]{1,2}(\\.[0-7])?)?(\\.[0-7])?");
    private static final int UNIFIED_ADDRESSING = 41;
    /** Limits that change no time here: fetches of the L2, and the part of it for persisting accesses. */
    private static final int L2_FETCH_GRANULARITY = 5;

    private static final int PERSISTING_L2_BYTES = 6;
    /** Shared memory of a block beside graphics, which a program can read but not set; and whether that is on. */
    private static final int SHARED_BESIDE_GRAPHICS = 7;

    private static final int BESIDE_GRAPHICS = 8;
    private static final int LAST_LIMIT = 8;
    /** The L2 sets aside for persisting accesses in tenths of the largest part; three of them at the start, as on an H100. */
    private static final int L2_PARTS = 10;

    private static final int FIRST_L2_PARTS = 3;
    private static final long FIRST_GRANULARITY = 64;
    private static final long MOST_GRANULARITY = 128;
    private static final int PERFORMANCE_RANK = 1;
    private static final int ACCESS_SUPPORTED = 2;
    private static final int ATOMICS_SUPPORTED = 3;
    private static final int ARRAYS_SUPPORTED = 4;

    /** The most local memory of a thread (CUDA programming guide, technical specifications of compute capabilities). */
    private static final long MOST_STACK_BYTES = 512 << 10;

    private final SimulatedProgram program;
    private final Host host;
    private final Map<Integer, Map<DeviceLimit, Long>> firstLimits = new HashMap<>();
    private final Map<Long, Long> hints = new HashMap<>();
    private int flags;
    private CachePreference preference = CachePreference.NONE;

    DeviceCalls(SimulatedProgram program) {
        this.program = program;
        host = program.host();
    }

    void addTo(CallTable calls) {
        calls.add(
                "cudaDeviceSynchronize", (in, thread) -> program.waitForDevice(() -> CallReply.of(host.synchronize())));
        calls.add(
                "cudaDeviceReset",
                (in, thread) -> program.waitForDevice(() -> {
                    CudaError fault = host.stickyError();
                    program.resetDevice(thread);
                    host.resetPeerAccess();
                    if (fault == CudaError.SUCCESS) {
                        host.flushPrinted();
                        host.device().runtime().resetHeap();
                        resetLimits();
                    } else {
                        host.restartDevice();
                        firstLimits.remove(host.device().ordinal());
                    }
                    hints.remove(key(L2_FETCH_GRANULARITY));
                    hints.remove(key(PERSISTING_L2_BYTES));
                    return CallReply.OK;
                }));
        for (String each : List.of("cudaProfilerStart", "cudaProfilerStop", "cudaCtxResetPersistingL2Cache")) {
            // No profiler watches and no line of the L2 persists, so nothing is left to do.
            calls.add(each, (in, thread) -> CallReply.OK);
        }
        calls.add("cudaGetDeviceCount", (in, thread) -> CallReply.of(new CallResults().word(count())));
        calls.add("cudaSetDevice", this::select);
        calls.add(
                "cudaInitDevice",
                (in, thread) -> isDevice(in.word()) ? CallReply.OK : CallReply.of(CudaError.INVALID_DEVICE));
        calls.add("cudaGetDevice", (in, thread) -> CallReply.of(new CallResults().word(thread.device())));
        calls.add("cudaChooseDevice", (in, thread) -> CallReply.of(new CallResults().word(0)));
        calls.add("cudaSetDeviceFlags", (in, thread) -> {
            int wanted = in.word();
            if ((wanted & ~ALL_FLAGS) != 0 || Integer.bitCount(wanted & SCHEDULES) > 1) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            flags = wanted;
            return CallReply.OK;
        });
        calls.add("cudaGetDeviceFlags", (in, thread) -> CallReply.of(new CallResults().word(flags | MAP_HOST)));
        calls.add("cudaSetValidDevices", (in, thread) -> {
            ByteBuffer devices = ByteBuffer.wrap(in.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            while (devices.hasRemaining()) {
                if (!isDevice(devices.getInt())) {
                    return CallReply.of(CudaError.INVALID_VALUE);
                }
            }
            return CallReply.OK;
        });
        calls.add("cudaDeviceSetLimit", (in, thread) -> setLimit(in.word(), in.quad()));
        calls.add("cudaDeviceGetLimit", (in, thread) -> getLimit(in.word()));
        calls.add("cudaDeviceSetCacheConfig", (in, thread) -> {
            int wanted = in.word();
            if (wanted < 0 || wanted >= CachePreference.values().length) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            preference = preference(wanted);
            host.setCacheConfig(preference);
            return CallReply.OK;
        });
        calls.add(
                "cudaDeviceGetCacheConfig", (in, thread) -> CallReply.of(new CallResults().word(preference.number())));
        calls.add("cudaDeviceSetSharedMemConfig", (in, thread) -> CallReply.OK);
        calls.add("cudaDeviceGetSharedMemConfig", (in, thread) -> CallReply.of(new CallResults().word(1)));
        calls.add("cudaGetDeviceProperties", this::properties);
        calls.add("cudaDeviceGetAttribute", this::attribute);
        calls.add("cudaDeviceGetPCIBusId", this::busId);
        calls.add("cudaDeviceGetByPCIBusId", this::deviceOfBusId);
        calls.add("cudaDeviceCanAccessPeer", (in, thread) -> {
            int from = in.word();
            int to = in.word();
            return isDevice(from) && isDevice(to)
                    ? CallReply.of(new CallResults().word(host.canAccessPeer(from, to) ? 1 : 0))
                    : CallReply.of(CudaError.INVALID_DEVICE);
        });
        calls.add("cudaDeviceEnablePeerAccess", (in, thread) -> {
            int peer = in.word();
            return !isDevice(peer)
                    ? CallReply.of(CudaError.INVALID_DEVICE)
                    : in.word() != 0
                            ? CallReply.of(CudaError.INVALID_VALUE)
                            : CallReply.of(host.enablePeerAccess(peer));
        });
        calls.add("cudaDeviceDisablePeerAccess", (in, thread) -> {
            int peer = in.word();
            return CallReply.of(isDevice(peer) ? host.disablePeerAccess(peer) : CudaError.INVALID_DEVICE);
        });
        calls.add("cudaDeviceGetP2PAttribute", this::peerAttribute);
        calls.add("@devices", (in, thread) -> {
            int one = in.word();
            int other = in.word();
            return isDevice(one) && isDevice(other) ? CallReply.OK : CallReply.of(CudaError.INVALID_DEVICE);
        });
        calls.add("cudaDriverGetVersion", (in, thread) -> CallReply.of(new CallResults().word(13 * THOUSAND)));
        calls.add("cudaRuntimeGetVersion", (in, thread) -> CallReply.of(new CallResults().word(in.word() * THOUSAND)));
    }

    private int count() {
        return program.machine().devices().size();
    }

    private boolean isDevice(int ordinal) {
        return ordinal >= 0 && ordinal < count();
    }

    private CallReply peerAttribute(CallArguments in, ProgramThread thread) {
        int attribute = in.word();
        int from = in.word();
        int to = in.word();
        if (!isDevice(from) || !isDevice(to) || from == to) {
            return CallReply.of(CudaError.INVALID_DEVICE);
        }
        return switch (attribute) {
            // All pairs have the same rank.
            case PERFORMANCE_RANK -> CallReply.of(new CallResults().word(0));
            case ACCESS_SUPPORTED, ATOMICS_SUPPORTED, ARRAYS_SUPPORTED ->
                CallReply.of(new CallResults().word(host.canAccessPeer(from, to) ? 1 : 0));
            default -> CallReply.of(CudaError.INVALID_VALUE);
        };
    }

    private CallReply select(CallArguments in, ProgramThread thread) {
        int ordinal = in.word();
        if (!isDevice(ordinal)) {
            return CallReply.of(CudaError.INVALID_DEVICE);
        }
        thread.device(ordinal);
        return CallReply.OK;
    }

    static CachePreference preference(int number) {
        for (CachePreference each : CachePreference.values()) {
            if (each.number() == number) {
                return each;
            }
        }
        return CachePreference.NONE;
    }

    private CallReply setLimit(int number, long value) {
        if (number == L2_FETCH_GRANULARITY || number == PERSISTING_L2_BYTES) {
            long most = number == L2_FETCH_GRANULARITY ? MOST_GRANULARITY : persistingBytes();
            if (value < 0 || value > most) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            long part = number == L2_FETCH_GRANULARITY ? 1 : Math.max(1, most / L2_PARTS);
            hints.put(key(number), (value + part - 1) / part * part);
            return CallReply.OK;
        }
        if (number == SHARED_BESIDE_GRAPHICS || number == BESIDE_GRAPHICS) {
            return CallReply.of(CudaError.NOT_PERMITTED);
        }
        if (number < 0 || number > LAST_LIMIT) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        List<DeviceLimit> limits = List.of(DeviceLimit.values());
        DeviceLimit limit = limits.get(number);
        firstLimits
                .computeIfAbsent(host.device().ordinal(), ordinal -> new EnumMap<>(DeviceLimit.class))
                .computeIfAbsent(limit, host::limit);
        return limit == DeviceLimit.STACK_SIZE
                // Takes effect after all earlier work has completed; the call waits for that itself.
                ? program.waitForDevice(() -> CallReply.of(set(limit, value)))
                : CallReply.of(set(limit, value));
    }

    private CudaError set(DeviceLimit limit, long value) {
        return switch (limit) {
            case STACK_SIZE ->
                value < 0 || value > MOST_STACK_BYTES ? CudaError.INVALID_VALUE : host.setStackLimit(value);
            case PRINTF_FIFO_SIZE -> host.setPrintfFifoBytes(value);
            case MALLOC_HEAP_SIZE -> host.setHeapBytes(value);
            case SYNC_DEPTH -> host.setSyncDepth((int) Math.min(value, Integer.MAX_VALUE));
            case PENDING_LAUNCH_COUNT -> host.setPendingLaunchLimit(value);
        };
    }

    /** Restores the initial limits; a limit that can no longer change keeps its value. */
    private void resetLimits() {
        firstLimits.getOrDefault(host.device().ordinal(), Map.of()).forEach(this::set);
        host.getLastError();
    }

    /** The largest part of the L2 that persisting accesses may take. */
    private long persistingBytes() {
        return host.device().profile().reported(ReportedAttribute.MAX_PERSISTING_L2_BYTES);
    }

    private long key(int number) {
        return 16L * host.device().ordinal() + number;
    }

    private CallReply getLimit(int number) {
        if (number == L2_FETCH_GRANULARITY || number == PERSISTING_L2_BYTES) {
            long first =
                    number == L2_FETCH_GRANULARITY ? FIRST_GRANULARITY : persistingBytes() / L2_PARTS * FIRST_L2_PARTS;
            return CallReply.of(new CallResults().quad(hints.getOrDefault(key(number), first)));
        }
        if (number == SHARED_BESIDE_GRAPHICS || number == BESIDE_GRAPHICS) {
            int bytes = host.device().profile().sm().maxSharedBytesPerBlockOptIn();
            return CallReply.of(new CallResults().quad(number == SHARED_BESIDE_GRAPHICS ? bytes : 0));
        }
        return number < 0 || number > LAST_LIMIT
                ? CallReply.of(CudaError.INVALID_VALUE)
                : CallReply.of(new CallResults()
                        .quad(host.limit(List.of(DeviceLimit.values()).get(number))));
    }

    private CallReply properties(CallArguments in, ProgramThread thread) {
        int ordinal = in.word();
        int version = in.word();
        return isDevice(ordinal)
                ? CallReply.of(
                        new CallResults().raw(DeviceProperties.of(profile(ordinal), ordinal, version, isUnified())))
                : CallReply.of(CudaError.INVALID_DEVICE);
    }

    private GpuProfile profile(int ordinal) {
        return program.machine().devices().get(ordinal).profile();
    }

    private CallReply attribute(CallArguments in, ProgramThread thread) {
        int number = in.word();
        int ordinal = in.word();
        if (!isDevice(ordinal)) {
            return CallReply.of(CudaError.INVALID_DEVICE);
        }
        OptionalInt value = number == UNIFIED_ADDRESSING
                ? OptionalInt.of(isUnified() ? 1 : 0)
                : HostAttributes.of(profile(ordinal), ordinal, number);
        return value.isPresent()
                ? CallReply.of(new CallResults().word(value.getAsInt()))
                : CallReply.of(CudaError.INVALID_VALUE);
    }

    private boolean isUnified() {
        return program.machine().settings().unifiedAddresses();
    }

    private static String busId(int ordinal) {
        return String.format(Locale.ROOT, "0000:%02X:00.0", ordinal + 1);
    }

    private CallReply busId(CallArguments in, ProgramThread thread) {
        int length = in.word();
        int ordinal = in.word();
        byte[] text = (isDevice(ordinal) ? busId(ordinal) + "\0" : "").getBytes(StandardCharsets.US_ASCII);
        return text.length == 0
                ? CallReply.of(CudaError.INVALID_DEVICE)
                : text.length > length
                        ? CallReply.of(CudaError.INVALID_VALUE)
                        : CallReply.of(new CallResults().raw(text));
    }

    private CallReply deviceOfBusId(CallArguments in, ProgramThread thread) {
        String id = in.text();
        for (int ordinal = 0; ordinal < count(); ordinal++) {
            if (busId(ordinal).equalsIgnoreCase(id)) {
                return CallReply.of(new CallResults().word(ordinal));
            }
        }
        return CallReply.of(BUS_ID.matcher(id).matches() ? CudaError.INVALID_DEVICE : CudaError.INVALID_VALUE);
    }
}
