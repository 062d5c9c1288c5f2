package io.cdpsim.runtime;

import io.cdpsim.gpu.Warp;
import io.cdpsim.kernel.Instruction;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.KernelAttributes;
import io.cdpsim.kernel.Lanes;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.Occupancy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** What device code may ask about devices, kernels and errors (rules API-1 and API-2). */
final class DeviceQueries {
    private final MachineSettings settings;
    private final GpuProfile profile;
    private final PagedMemory global;
    private final Map<Integer, Long> explanations = new HashMap<>();
    private final Map<Integer, Long> names = new HashMap<>();

    DeviceQueries(MachineSettings settings, PagedMemory global) {
        this.settings = settings;
        this.profile = settings.profile();
        this.global = global;
    }

    /** Answers one lane's question. */
    CudaError answer(Warp warp, Instruction in, int lane) {
        return switch (CallArguments.call(in).call()) {
            case GET_DEVICE_COUNT -> give(warp, in, lane, settings.devices());
            case RUNTIME_GET_VERSION ->
                give(
                        warp,
                        in,
                        lane,
                        settings.cuda().major() * 1000L + settings.cuda().minor() * 10L);
            case DEVICE_GET_ATTRIBUTE -> deviceAttribute(warp, in, lane);
            case FUNC_GET_ATTRIBUTES -> functionAttribute(warp, in, lane);
            case OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS ->
                give(
                        warp,
                        in,
                        lane,
                        activeBlocks(callee(in), argument(warp, in, 0, lane), argument(warp, in, 1, lane)));
            case OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE -> potentialBlockSize(warp, in, lane);
            case GET_ERROR_STRING ->
                give(warp, in, lane, text(explanations, (int) argument(warp, in, 0, lane), CudaError::explanation));
            case GET_ERROR_NAME ->
                give(warp, in, lane, text(names, (int) argument(warp, in, 0, lane), CudaError::cudaName));
            case DEVICE_GET_SHARED_MEM_CONFIG ->
                give(warp, in, lane, profile.shared().bankBytes() == Long.BYTES ? 2 : 1);
            default -> throw new IllegalStateException(CallArguments.call(in).call() + " is no question");
        };
    }

    private static CudaError give(Warp warp, Instruction in, int lane, long value) {
        CallArguments.result(warp, in, 1, lane, value);
        return CudaError.SUCCESS;
    }

    private static long argument(Warp warp, Instruction in, int index, int lane) {
        return CallArguments.argument(warp, in, index, lane);
    }

    private static Kernel callee(Instruction in) {
        return Objects.requireNonNull(CallArguments.call(in).callee()).kernel();
    }

    private CudaError deviceAttribute(Warp warp, Instruction in, int lane) {
        long device = argument(warp, in, 1, lane);
        if (device < 0 || device >= settings.devices()) {
            return CudaError.INVALID_DEVICE;
        }
        // The numbers of enum cudaDeviceAttr
        return switch ((int) argument(warp, in, 0, lane)) {
            case 1 -> give(warp, in, lane, profile.grid().maxThreadsPerBlock());
            case 2 -> give(warp, in, lane, profile.grid().maxBlockX());
            case 3 -> give(warp, in, lane, profile.grid().maxBlockY());
            case 4 -> give(warp, in, lane, profile.grid().maxBlockZ());
            case 5 -> give(warp, in, lane, profile.grid().maxGridX());
            case 6 -> give(warp, in, lane, profile.grid().maxGridY());
            case 7 -> give(warp, in, lane, profile.grid().maxGridZ());
            case 8 -> give(warp, in, lane, profile.sm().maxSharedBytesPerBlock());
            case 10 -> give(warp, in, lane, Lanes.COUNT);
            case 12 -> give(warp, in, lane, profile.sm().maxRegistersPerBlock());
            case 16 -> give(warp, in, lane, profile.sm().count());
            case 39 -> give(warp, in, lane, profile.sm().maxThreads());
            case 75 -> give(warp, in, lane, profile.computeCapability().major());
            case 76 -> give(warp, in, lane, profile.computeCapability().minor());
            default -> CudaError.INVALID_VALUE;
        };
    }

    private CudaError functionAttribute(Warp warp, Instruction in, int lane) {
        KernelAttributes attributes = callee(in).attributes();
        return switch ((int) argument(warp, in, 0, lane)) {
            case 0 -> give(warp, in, lane, attributes.staticSharedBytes());
            case 1 -> give(warp, in, lane, attributes.localBytes());
            case 2 ->
                give(
                        warp,
                        in,
                        lane,
                        attributes.maxThreadsPerBlock() > 0
                                ? attributes.maxThreadsPerBlock()
                                : profile.grid().maxThreadsPerBlock());
            default -> give(warp, in, lane, attributes.registersPerThread());
        };
    }

    private int activeBlocks(Kernel kernel, long threads, long dynamicSharedBytes) {
        KernelAttributes attributes = kernel.attributes();
        return Occupancy.of(
                        profile,
                        (int) threads,
                        attributes.registersPerThread(),
                        (int) (attributes.staticSharedBytes() + dynamicSharedBytes),
                        attributes.largeShared())
                .blocksPerSm();
    }

    /** The block size that keeps most threads on an SM, the largest of those, and the blocks that fill the device with it. */
    private CudaError potentialBlockSize(Warp warp, Instruction in, int lane) {
        Kernel kernel = callee(in);
        long shared = argument(warp, in, 0, lane);
        int limit = kernel.attributes().maxThreadsPerBlock() > 0
                ? kernel.attributes().maxThreadsPerBlock()
                : profile.grid().maxThreadsPerBlock();
        int best = 0;
        int bestBlocks = 0;
        for (int threads = limit; threads > 0; threads -= Lanes.COUNT) {
            int blocks = activeBlocks(kernel, threads, shared);
            if (blocks * threads > best * bestBlocks) {
                best = threads;
                bestBlocks = blocks;
            }
        }
        CallArguments.result(warp, in, 2, lane, best);
        return give(warp, in, lane, (long) bestBlocks * profile.sm().count());
    }

    /** Texts lie in device memory from the first question on, one for each code. */
    private long text(Map<Integer, Long> known, int code, Function<CudaError, String> textOf) {
        return known.computeIfAbsent(code, wanted -> write(textOf, wanted));
    }

    private long write(Function<CudaError, String> textOf, int code) {
        String text = "unrecognized error code";
        for (CudaError error : CudaError.values()) {
            if (error.code(settings.cuda()) == code) {
                text = textOf.apply(error);
                break;
            }
        }
        byte[] bytes = (text + '\0').getBytes(StandardCharsets.US_ASCII);
        long address = global.allocate(bytes.length);
        if (address != 0) {
            global.write(address, bytes, 0, bytes.length);
        }
        return address;
    }
}
