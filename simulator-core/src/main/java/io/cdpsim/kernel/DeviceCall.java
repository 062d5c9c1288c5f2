package io.cdpsim.kernel;

/** The calls of the device runtime that device code can make (rules API-1, API-2). */
public enum DeviceCall {
    /** Arguments: grid x, y, z, block x, y, z, dynamic shared bytes, stream, then the kernel's parameters. Result: error code. */
    LAUNCH,
    /** {@code cudaStreamCreateWithFlags}. Argument: flags. Results: error code, stream. */
    STREAM_CREATE,
    /** Argument: stream. Result: error code. */
    STREAM_DESTROY,
    /** {@code cudaEventCreateWithFlags}. Argument: flags. Results: error code, event. */
    EVENT_CREATE,
    /** Argument: event. Result: error code. */
    EVENT_DESTROY,
    /** Arguments: event, stream. Result: error code. */
    EVENT_RECORD,
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
    /** Argument: bytes. Result: address or 0. */
    MALLOC,
    /** Argument: address. */
    FREE,
    /** Result: ordinal of the device. */
    GET_DEVICE,
    /** Argument: limit. Results: error code, value. */
    GET_LIMIT,
    /** {@code cudaDeviceGetCacheConfig}. Result: the preference's number. */
    GET_CACHE_CONFIG
}
