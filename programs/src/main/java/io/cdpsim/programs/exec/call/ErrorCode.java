package io.cdpsim.programs.exec.call;

import io.cdpsim.runtime.version.CudaError;

/** Numbers of the errors that only host calls return. */
final class ErrorCode {
    static final int INVALID_VALUE = CudaError.INVALID_VALUE.code();
    static final int INVALID_PITCH = 12;
    static final int INVALID_SYMBOL = CudaError.INVALID_SYMBOL.code();
    static final int INVALID_DEVICE_FUNCTION = CudaError.INVALID_DEVICE_FUNCTION.code();
    static final int INVALID_DEVICE = CudaError.INVALID_DEVICE.code();
    static final int INVALID_HANDLE = CudaError.INVALID_RESOURCE_HANDLE.code();
    static final int NOT_READY = CudaError.NOT_READY.code();
    static final int NO_BINARY_FOR_DEVICE = 209;
    static final int PEER_ACCESS_UNSUPPORTED = 217;
    static final int INVALID_PTX = 218;
    static final int ILLEGAL_STATE = 401;
    static final int SYMBOL_NOT_FOUND = 500;
    static final int PEER_ACCESS_ALREADY_ENABLED = 704;
    static final int PEER_ACCESS_NOT_ENABLED = 705;
    static final int HOST_MEMORY_ALREADY_REGISTERED = 712;
    static final int HOST_MEMORY_NOT_REGISTERED = 713;
    static final int NOT_SUPPORTED = CudaError.NOT_SUPPORTED.code();

    private ErrorCode() {}

    static CallReply.Done reply(int code) {
        return new CallReply.Done(code, new byte[0]);
    }
}
