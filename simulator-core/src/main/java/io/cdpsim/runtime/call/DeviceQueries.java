package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.FunctionAttribute;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.runtime.attribute.CudaAttributes;
import io.cdpsim.runtime.launch.DynamicSharedLimits;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.ErrorDescriptions;
import io.cdpsim.warp.Lanes;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;

/** Queries of device code about devices, kernels and errors (rules API-1 and API-2). */
public final class DeviceQueries {
    /**
     * {@code cudaOccupancyDefault} and {@code cudaOccupancyDisableCachingOverride}, which has no effect on any GPU with a
     * profile.
     */
    private static final Set<Long> OCCUPANCY_FLAGS = Set.of(0L, 1L);

    private static final int DEFAULT_CARVEOUT = -1;

    private final MachineSettings settings;
    private final CdpRules rules;
    private final GpuProfile profile;
    private final PagedMemory global;
    private final KernelAddresses addresses;
    private final DynamicSharedLimits optIns;
    private final Map<Integer, Long> explanations = new HashMap<>();
    private final Map<Integer, Long> names = new HashMap<>();

    public DeviceQueries(
            MachineSettings settings,
            CdpRules rules,
            PagedMemory global,
            KernelAddresses addresses,
            DynamicSharedLimits optIns) {
        this.optIns = optIns;
        this.settings = settings;
        this.rules = rules;
        this.profile = settings.profile();
        this.global = global;
        this.addresses = addresses;
    }

    /** Answers a lane's query (rule API-1). */
    CudaError answer(Warp warp, Instruction in, int lane) {
        return switch (CallArguments.call(in).call()) {
            case GET_DEVICE_COUNT -> give(warp, in, lane, settings.devices());
            case RUNTIME_GET_VERSION -> give(warp, in, lane, rules.runtimeVersion());
            case DEVICE_GET_ATTRIBUTE -> deviceAttribute(warp, in, lane);
            case FUNC_GET_ATTRIBUTES -> functionAttribute(warp, in, lane);
            case FUNC_GET_ALL_ATTRIBUTES -> functionAttributes(warp, in, lane);
            case OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR -> activeBlocks(warp, in, lane);
            // Rule API-2.
            case OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS ->
                OCCUPANCY_FLAGS.contains(argument(warp, in, CallRole.FLAGS, lane))
                        ? activeBlocks(warp, in, lane)
                        : CudaError.INVALID_VALUE;
            case GET_ERROR_STRING -> giveText(warp, in, lane, explanations, ErrorDescriptions::text);
            // Rule API-2.
            case GET_ERROR_NAME -> giveText(warp, in, lane, names, ErrorDescriptions::name);
            case DEVICE_GET_SHARED_MEM_CONFIG ->
                give(warp, in, lane, profile.shared().bankBytes() == Long.BYTES ? 2 : 1);
            default -> throw new IllegalStateException(CallArguments.call(in).call() + " is not a query");
        };
    }

    private static CudaError give(Warp warp, Instruction in, int lane, long value) {
        give(warp, in, lane, CallRole.VALUE, value);
        return CudaError.SUCCESS;
    }

    private static void give(Warp warp, Instruction in, int lane, CallRole role, long value) {
        CallArguments.result(warp, in, role, lane, value);
    }

    private CudaError giveText(
            Warp warp, Instruction in, int lane, Map<Integer, Long> known, IntFunction<String> textOf) {
        int code = (int) argument(warp, in, CallRole.ASKED_ERROR, lane);
        CallArguments.result(warp, in, CallRole.TEXT, lane, text(known, code, textOf));
        return CudaError.SUCCESS;
    }

    private static long argument(Warp warp, Instruction in, CallRole role, int lane) {
        return CallArguments.argument(warp, in, role, lane);
    }

    private CudaError deviceAttribute(Warp warp, Instruction in, int lane) {
        long device = argument(warp, in, CallRole.DEVICE, lane);
        if (device < 0 || device >= settings.devices()) {
            return CudaError.INVALID_DEVICE;
        }
        int number = (int) argument(warp, in, CallRole.DEVICE_ATTRIBUTE, lane);
        OptionalInt value = CudaAttributes.of(profile, (int) device, number);
        return value.isPresent() ? give(warp, in, lane, value.getAsInt()) : CudaError.INVALID_VALUE;
    }

    private CudaError functionAttribute(Warp warp, Instruction in, int lane) {
        Kernel callee = addresses.callee(warp, in, lane);
        if (callee == null) {
            return CudaError.INVALID_DEVICE_FUNCTION;
        }
        FunctionAttribute attribute = FunctionAttribute.ofNumber(argument(warp, in, CallRole.FUNCTION_ATTRIBUTE, lane));
        return give(warp, in, lane, value(callee, attribute));
    }

    private CudaError functionAttributes(Warp warp, Instruction in, int lane) {
        Kernel callee = addresses.callee(warp, in, lane);
        if (callee == null) {
            return CudaError.INVALID_DEVICE_FUNCTION;
        }
        int version = value(callee, FunctionAttribute.BINARY_VERSION);
        give(warp, in, lane, CallRole.SHARED_BYTES, value(callee, FunctionAttribute.SHARED_BYTES));
        give(warp, in, lane, CallRole.CONSTANT_BYTES, 0);
        give(warp, in, lane, CallRole.LOCAL_BYTES, value(callee, FunctionAttribute.LOCAL_BYTES));
        give(warp, in, lane, CallRole.BLOCK_THREADS, value(callee, FunctionAttribute.MAX_THREADS_PER_BLOCK));
        give(warp, in, lane, CallRole.REGISTERS, value(callee, FunctionAttribute.REGISTERS));
        give(warp, in, lane, CallRole.PTX_VERSION, version);
        give(warp, in, lane, CallRole.BINARY_VERSION, version);
        give(warp, in, lane, CallRole.CACHES_GLOBAL, 0);
        give(warp, in, lane, CallRole.DYNAMIC_SHARED_BYTES, value(callee, FunctionAttribute.MAX_DYNAMIC_SHARED_BYTES));
        give(warp, in, lane, CallRole.CARVEOUT, DEFAULT_CARVEOUT);
        return CudaError.SUCCESS;
    }

    private int value(Kernel callee, FunctionAttribute attribute) {
        KernelAttributes kernel = callee.attributes();
        return switch (attribute) {
            case SHARED_BYTES -> kernel.staticSharedBytes();
            case LOCAL_BYTES -> kernel.localBytes();
            case MAX_THREADS_PER_BLOCK -> maxThreadsPerBlock(kernel);
            case REGISTERS -> kernel.registersPerThread();
            case BINARY_VERSION ->
                10 * profile.computeCapability().major()
                        + profile.computeCapability().minor();
            case MAX_DYNAMIC_SHARED_BYTES -> optIns.limit(callee, profile.sm()) - kernel.staticSharedBytes();
        };
    }

    private int maxThreadsPerBlock(KernelAttributes kernel) {
        if (kernel.maxThreadsPerBlock() > 0) {
            return kernel.maxThreadsPerBlock();
        }
        int threads = profile.grid().maxThreadsPerBlock();
        while (threads > Lanes.COUNT
                && Occupancy.of(profile, threads, kernel.registersPerThread(), 0, false)
                                .blocksPerSm()
                        == 0) {
            threads -= Lanes.COUNT;
        }
        return threads;
    }

    private CudaError activeBlocks(Warp warp, Instruction in, int lane) {
        int threads = (int) argument(warp, in, CallRole.BLOCK_THREADS, lane);
        long dynamicSharedBytes = argument(warp, in, CallRole.SHARED_BYTES, lane);
        if (threads < 1) {
            return CudaError.INVALID_VALUE;
        }
        Kernel callee = addresses.callee(warp, in, lane);
        if (callee == null) {
            return CudaError.INVALID_DEVICE_FUNCTION;
        }
        KernelAttributes attributes = callee.attributes();
        if (dynamicSharedBytes < 0 || dynamicSharedBytes > profile.sm().sharedBytes()) {
            return give(warp, in, lane, 0);
        }
        int sharedBytes = attributes.staticSharedBytes() + (int) dynamicSharedBytes;
        return give(
                warp,
                in,
                lane,
                Occupancy.of(
                                profile,
                                threads,
                                attributes.registersPerThread(),
                                sharedBytes,
                                optIns.isLarge(callee, profile.sm()))
                        .blocksPerSm());
    }

    /** The address of the text of an error code. The first query writes the text to device memory. */
    private long text(Map<Integer, Long> known, int code, IntFunction<String> textOf) {
        return known.computeIfAbsent(code, missing -> write(textOf, missing));
    }

    private long write(IntFunction<String> textOf, int code) {
        byte[] bytes = (textOf.apply(code) + '\0').getBytes(StandardCharsets.US_ASCII);
        long address = global.allocate(bytes.length);
        if (address != 0) {
            global.write(address, bytes, 0, bytes.length);
        }
        return address;
    }
}
