package io.cdpsim.programs.exec.table;

import io.cdpsim.runtime.version.CudaError;

/** Numbers of the errors that only host calls return. */
public final class ErrorCode {
    public static final int INVALID_VALUE = CudaError.INVALID_VALUE.code();
    public static final int INVALID_PITCH = 12;
    public static final int INVALID_CHANNEL_DESCRIPTOR = 20;
    public static final int INVALID_FILTER_SETTING = 26;
    public static final int INVALID_NORM_SETTING = 27;
    public static final int INVALID_SYMBOL = CudaError.INVALID_SYMBOL.code();
    public static final int INVALID_DEVICE_FUNCTION = CudaError.INVALID_DEVICE_FUNCTION.code();
    public static final int INVALID_DEVICE = CudaError.INVALID_DEVICE.code();
    public static final int INVALID_HANDLE = CudaError.INVALID_RESOURCE_HANDLE.code();
    public static final int NOT_READY = CudaError.NOT_READY.code();
    public static final int INVALID_IMAGE = 200;
    public static final int DEVICE_UNINITIALIZED = 201;
    public static final int NO_BINARY_FOR_DEVICE = 209;
    public static final int PEER_ACCESS_UNSUPPORTED = 217;
    public static final int INVALID_PTX = 218;
    public static final int UNSUPPORTED_PTX_VERSION = 222;
    public static final int ILLEGAL_STATE = 401;
    public static final int SYMBOL_NOT_FOUND = 500;
    public static final int PEER_ACCESS_ALREADY_ENABLED = 704;
    public static final int PEER_ACCESS_NOT_ENABLED = 705;
    public static final int HOST_MEMORY_ALREADY_REGISTERED = 712;
    public static final int HOST_MEMORY_NOT_REGISTERED = 713;
    public static final int NOT_SUPPORTED = CudaError.NOT_SUPPORTED.code();

    private ErrorCode() {}

    public static CallReply.Done reply(int code) {
        return new CallReply.Done(code, new byte[0]);
    }
}
