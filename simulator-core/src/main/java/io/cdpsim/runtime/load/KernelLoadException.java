package io.cdpsim.runtime.load;

import io.cdpsim.runtime.version.CudaError;

/** A kernel that the device, or this version of CUDA, cannot run at all: found when it is loaded, before any thread runs. */
public final class KernelLoadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Which step of a real build would have found it. */
    public enum Stage {
        /** The compiler refuses the source. */
        COMPILE,
        /** The linker, or a stub in the place of what was not linked, refuses the program. */
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

    /** Which step of a real build would have found it. */
    public Stage stage() {
        return stage;
    }

    /** What a program sees that loads or launches the kernel all the same. */
    public CudaError error() {
        return error;
    }
}
