package io.cdpsim.runtime.version;

/** Signals the failure of a host runtime call. */
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final CudaError error;

    public CudaException(CudaError error, String message) {
        super(message + ": " + error.cudaName());
        this.error = error;
    }

    /** The error that the call returned. */
    public CudaError error() {
        return error;
    }
}
