package io.cdpsim.runtime.launch;

/** A program posted more work than the settings of the simulated machine allow. */
public final class LaunchBombException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LaunchBombException(long posted) {
        super("launch bomb: " + posted
                + " grids and copies are posted and not complete, which is all that may be at once; launch fewer grids,"
                + " or set a smaller pool of pending launches");
    }
}
