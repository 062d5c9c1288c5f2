package io.cdpsim.runtime.load;

import io.cdpsim.runtime.version.CudaError;

/** Signals a kernel that the device or the CUDA version cannot run. The loader throws it before any thread runs. */
public final class KernelLoadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The step of a real build that would report the error. */
    public enum Stage {
        /** The compiler refuses the source. */
        COMPILE,
        /** The linker, or a stub for a missing library, refuses the program. */
        LINK,
        /** The driver refuses to load the function. */
        LOAD
    }

    private final Stage stage;
    private final CudaError error;

    KernelLoadException(Stage stage, CudaError error, String message) {
        super(message);
        this.stage = stage;
        this.error = error;
    }

    /** The step of a real build that would report the error. */
    public Stage stage() {
        return stage;
    }

    /** The error of a program that loads or launches the kernel anyway. */
    public CudaError error() {
        return error;
    }
}
