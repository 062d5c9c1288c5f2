package io.cdpsim.kernel.call;

import java.util.Locale;

/** The calls of the device runtime that device code can make (rules API-1, API-2). */
public enum DeviceCall {
    // Rules API-1, API-3 and STR-11: what is not in this list, device code cannot call.
    /** Arguments: grid x, y, z, block x, y, z, dynamic shared bytes, stream, then the kernel's parameters. Result: error code. */
    LAUNCH,
    /** {@code cudaStreamCreateWithFlags}. Argument: flags. Results: error code, stream. */
    STREAM_CREATE,
    /** Argument: stream. Result: error code. */
    STREAM_DESTROY,
    // Rule EVT-1: no call waits for an event, asks whether it is reached or measures time with it.
    /** {@code cudaEventCreateWithFlags}. Argument: flags. Results: error code, event. */
    EVENT_CREATE,
    /** Argument: event. Result: error code. */
    EVENT_DESTROY,
    /** Arguments: event, stream. Result: error code. */
    EVENT_RECORD,
    /** Arguments: event, stream, flags. Result: error code. */
    EVENT_RECORD_WITH_FLAGS,
    /** Arguments: stream, event, flags. Result: error code. */
    STREAM_WAIT_EVENT,
    /** Result: error code; resets it (rule ERR-1). */
    GET_LAST_ERROR,
    /** Result: error code; keeps it (rule ERR-1). */
    PEEK_AT_LAST_ERROR,
    /** {@code cudaDeviceSynchronize}, CDP1 only (rule SYNC-1). Result: error code. */
    DEVICE_SYNCHRONIZE,
    /** Arguments: destination, source, bytes, kind, stream. Result: error code. */
    MEMCPY_ASYNC,
    /** Arguments: destination, byte value, bytes, stream. Result: error code. */
    MEMSET_ASYNC,
    /** Arguments: destination, its pitch, source, its pitch, width in bytes, height, kind, stream. Result: error code. */
    MEMCPY_2D_ASYNC,
    /**
     * Arguments: destination, its pitch, its rows a slice, source, its pitch, its rows a slice, width in bytes, height, depth, kind,
     * stream. Result: error code.
     */
    MEMCPY_3D_ASYNC,
    /** Arguments: destination, its pitch, byte value, width in bytes, height, stream. Result: error code. */
    MEMSET_2D_ASYNC,
    /** Arguments: destination, its pitch, its rows a slice, byte value, width in bytes, height, depth, stream. Result: error code. */
    MEMSET_3D_ASYNC,
    /** {@code cudaMalloc}. Argument: bytes. Results: error code, address or 0. */
    CUDA_MALLOC,
    /** {@code cudaFree}. Argument: address. Result: error code. */
    CUDA_FREE,
    /** Argument: bytes. Result: address or 0. */
    MALLOC,
    /** Argument: address. */
    FREE,
    /** Result: ordinal of the device. */
    GET_DEVICE,
    /** Argument: limit. Results: error code, value. */
    GET_LIMIT,
    /** {@code cudaDeviceGetCacheConfig}. Result: the preference's number. */
    GET_CACHE_CONFIG,
    /** Results: error code, number of devices. */
    GET_DEVICE_COUNT,
    /** Results: error code, 1000 times the major plus 10 times the minor version. */
    RUNTIME_GET_VERSION,
    /** Arguments: number of the attribute, device. Results: error code, value. */
    DEVICE_GET_ATTRIBUTE,
    /** Argument: number of a {@link FunctionAttribute}, of the callee. Results: error code, value. */
    FUNC_GET_ATTRIBUTES,
    /** Arguments: threads of a block, dynamic shared bytes; of the callee. Results: error code, blocks. */
    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
    /** As the one before, and flags: 0 or 1. */
    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
    /** Argument: error code. Results: error code of the call, address of a text that ends with a zero byte. */
    GET_ERROR_STRING,
    /** As {@link #GET_ERROR_STRING}, for the name of the code. */
    GET_ERROR_NAME,
    /** {@code cudaDeviceGetSharedMemConfig}. Results: error code, 1 for banks of four bytes, 2 for banks of eight. */
    DEVICE_GET_SHARED_MEM_CONFIG,
    /** Arguments: alignment, bytes. Result: address, 0 where there is no such buffer (rules PARM-1 to PARM-3). */
    GET_PARAMETER_BUFFER,
    /** As {@link #LAUNCH}, with the address of a parameter buffer in the place of the parameters (rule PARM-1). */
    LAUNCH_BUFFER;

    /** Whether this is a launch. */
    public boolean isLaunch() {
        return this == LAUNCH || this == LAUNCH_BUFFER;
    }

    /** Registers that take its results, where the caller wants them. */
    public int results() {
        return switch (this) {
            case STREAM_CREATE,
                    EVENT_CREATE,
                    CUDA_MALLOC,
                    GET_LIMIT,
                    GET_DEVICE_COUNT,
                    RUNTIME_GET_VERSION,
                    DEVICE_GET_ATTRIBUTE,
                    FUNC_GET_ATTRIBUTES,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
                    GET_ERROR_STRING,
                    GET_ERROR_NAME,
                    DEVICE_GET_SHARED_MEM_CONFIG -> 2;
            default -> 1;
        };
    }

    /** The function of CUDA that this is a call of. */
    public String cudaName() {
        return switch (this) {
            case LAUNCH, LAUNCH_BUFFER -> "cudaLaunchDevice";
            case STREAM_CREATE -> "cudaStreamCreateWithFlags";
            case EVENT_CREATE -> "cudaEventCreateWithFlags";
            case GET_LIMIT -> "cudaDeviceGetLimit";
            default -> {
                StringBuilder words = new StringBuilder("cuda");
                for (String word : name().split("_", -1)) {
                    words.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
                }
                yield words.toString();
            }
        };
    }

    /** Whether code that makes this call needs dynamic parallelism; the device's heap is older than that. */
    public boolean needsDynamicParallelism() {
        return this != MALLOC && this != FREE;
    }
}
