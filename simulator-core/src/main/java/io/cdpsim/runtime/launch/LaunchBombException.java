package io.cdpsim.runtime.launch;

/** A program posted more work than the settings of the simulated machine allow. */
public final class LaunchBombException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LaunchBombException(long posted) {
        super("launch bomb: " + posted
                + " grids and copies are posted and not complete, which is all that a simulated GPU holds at once (Java:"
                + " MachineSettings.withPostedWork); launch fewer grids, or let a full pool refuse them, as with CUDA 5 or"
                + " where limits.virtualized_launches is above 0");
    }
}
