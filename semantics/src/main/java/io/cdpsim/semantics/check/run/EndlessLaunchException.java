package io.cdpsim.semantics.check.run;

import java.util.Locale;

/** A chain of grids, each launched by the one before, that is too long to end. */
final class EndlessLaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String kernel;
    private final String launcher;

    /**
     * A chain whose last launch is of a kernel.
     *
     * @param launcher the kernel that launches it; empty if it is not known
     */
    EndlessLaunchException(String kernel, String launcher) {
        super(String.format(
                Locale.ROOT,
                "kernel %s is launched in a chain without end: %,d launches, each by the grid before",
                kernel,
                GridRecorder.MAX_CHAIN));
        this.kernel = kernel;
        this.launcher = launcher;
    }

    /** The launched kernel. */
    String kernel() {
        return kernel;
    }

    /** The launching kernel; that of the launched grid if it is not known. */
    String launcher() {
        return launcher.isEmpty() ? kernel : launcher;
    }
}
