package io.cdpsim.runtime.version;

/** A call of the host runtime failed. */
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final CudaError error;

    public CudaException(CudaError error, String message) {
        super(message + ": " + error.cudaName());
        this.error = error;
    }

    /** What the call returned. */
    public CudaError error() {
        return error;
    }
}
