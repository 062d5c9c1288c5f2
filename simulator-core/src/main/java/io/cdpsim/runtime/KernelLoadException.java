package io.cdpsim.runtime;

/** A kernel that the device, or this version of CUDA, cannot run at all: found when it is loaded, before any thread runs. */
public final class KernelLoadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    KernelLoadException(String message) {
        super(message);
    }
}
