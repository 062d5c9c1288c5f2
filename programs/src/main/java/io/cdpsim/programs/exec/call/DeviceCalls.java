package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.exec.property.DeviceProperties;
import io.cdpsim.programs.exec.property.HostAttributes;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.version.CudaError;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Devices: their number, properties, limits and preferences, and device synchronisation. */
final class DeviceCalls {
    private static final int THOUSAND = 1000;
    private static final int UNIFIED_ADDRESSING = 41;
    /** Limits that change no time here: fetches of the L2, and the part of it for persisting accesses. */
    private static final int L2_FETCH_GRANULARITY = 5;

    private static final int PERSISTING_L2_BYTES = 6;
    private static final long FIRST_GRANULARITY = 64;
    private static final long MOST_GRANULARITY = 128;
    private static final int PERFORMANCE_RANK = 1;
    private static final int ACCESS_SUPPORTED = 2;
    private static final int ATOMICS_SUPPORTED = 3;
    private static final int ARRAYS_SUPPORTED = 4;

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
                    CudaError error = host.synchronize();
                    if (error == CudaError.SUCCESS) {
                        program.resetDevice(thread);
                        host.device().runtime().resetHeap();
                        resetLimits();
                    }
                    return CallReply.of(error);
                }));
        calls.add("cudaGetDeviceCount", (in, thread) -> CallReply.of(new CallResults().word(count())));
        calls.add("cudaSetDevice", this::select);
        calls.add(
                "cudaInitDevice",
                (in, thread) -> isDevice(in.word()) ? CallReply.OK : CallReply.of(CudaError.INVALID_DEVICE));
        calls.add("cudaGetDevice", (in, thread) -> CallReply.of(new CallResults().word(thread.device())));
        calls.add("cudaChooseDevice", (in, thread) -> CallReply.of(new CallResults().word(0)));
        calls.add("cudaSetDeviceFlags", (in, thread) -> {
            flags = in.word();
            return CallReply.OK;
        });
        calls.add("cudaGetDeviceFlags", (in, thread) -> CallReply.of(new CallResults().word(flags)));
        calls.add("cudaSetValidDevices", (in, thread) -> CallReply.OK);
        calls.add("cudaDeviceSetLimit", (in, thread) -> setLimit(in.word(), in.quad()));
        calls.add("cudaDeviceGetLimit", (in, thread) -> getLimit(in.word()));
        calls.add("cudaDeviceSetCacheConfig", (in, thread) -> {
            preference = preference(in.word());
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
            hints.put(key(number), value);
            return CallReply.OK;
        }
        List<DeviceLimit> limits = List.of(DeviceLimit.values());
        if (number < 0 || number >= limits.size()) {
            return CallReply.of(CudaError.UNSUPPORTED_LIMIT);
        }
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
            case STACK_SIZE -> host.setStackLimit(value);
            case PRINTF_FIFO_SIZE -> host.setPrintfFifoBytes(value);
            case MALLOC_HEAP_SIZE -> host.setHeapBytes(value);
            case SYNC_DEPTH -> host.setSyncDepth((int) Math.min(value, Integer.MAX_VALUE));
            case PENDING_LAUNCH_COUNT -> host.setPendingLaunchLimit(value);
        };
    }

    /** Restores the initial limits; a limit that can no longer change keeps its value. */
    private void resetLimits() {
        firstLimits.getOrDefault(host.device().ordinal(), Map.of()).forEach(this::set);
        hints.remove(key(L2_FETCH_GRANULARITY));
        hints.remove(key(PERSISTING_L2_BYTES));
        host.getLastError();
    }

    /** The largest part of the L2 that persisting accesses may take, as the CUDA guide says. */
    private long persistingBytes() {
        return host.device().profile().l2().bytes() * 3L / 4;
    }

    private long key(int number) {
        return 16L * host.device().ordinal() + number;
    }

    private CallReply getLimit(int number) {
        if (number == L2_FETCH_GRANULARITY || number == PERSISTING_L2_BYTES) {
            long first = number == L2_FETCH_GRANULARITY ? FIRST_GRANULARITY : 0;
            return CallReply.of(new CallResults().quad(hints.getOrDefault(key(number), first)));
        }
        List<DeviceLimit> limits = List.of(DeviceLimit.values());
        return number < 0 || number >= limits.size()
                ? CallReply.of(CudaError.UNSUPPORTED_LIMIT)
                : CallReply.of(new CallResults().quad(host.limit(limits.get(number))));
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
        return CallReply.of(CudaError.INVALID_DEVICE);
    }
}
