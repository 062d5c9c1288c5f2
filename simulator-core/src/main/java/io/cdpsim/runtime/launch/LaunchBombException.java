package io.cdpsim.runtime.launch;

/** A program posted more work than the simulator's memory budget allows. */
public final class LaunchBombException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LaunchBombException(long pending, long budgetBytes) {
        super(
                "launch bomb: " + pending + " pieces of work are posted and not complete, and the memory budget of "
                        + (budgetBytes >> 20)
                        + " MiB for them is spent; launch fewer grids, set a smaller pending limit, or give Java a larger heap (-Xmx)");
    }
}
