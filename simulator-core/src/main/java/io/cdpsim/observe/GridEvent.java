package io.cdpsim.observe;

/** A step in the life of a grid. Grids are named by their number, unique in a run, on all devices, and counted from 1 in the order of launching. */
public sealed interface GridEvent extends RunEvent {
    @Override
    default EventKind kind() {
        return EventKind.GRID;
    }

    /**
     * A launch was accepted.
     *
     * @param parent the grid that launched it; 0 for the host
     * @param kernel what it runs
     * @param launch how it was launched
     * @param stream the stream of the host, counted from 0, or the stream of device code, counted from 1; -1 for the two special streams
     * @param depth nesting depth; 0 for a grid of the host
     * @param blocks number of blocks
     * @param threadsPerBlock threads of each
     */
    record Posted(
            long timeCycles,
            int device,
            long grid,
            long parent,
            String kernel,
            LaunchKind launch,
            int stream,
            int depth,
            long blocks,
            int threadsPerBlock)
            implements GridEvent {}

    /**
     * A launch failed; the grid never runs.
     *
     * @param parent the grid that launched
     * @param kernel what it would have run
     * @param errorCode CUDA's number of the error
     */
    record LaunchFailed(long timeCycles, int device, long parent, String kernel, int errorCode) implements GridEvent {}

    /** The grid has come to the block scheduler. */
    record Queued(long timeCycles, int device, long grid) implements GridEvent {}

    /** The grid is on the device: its blocks are placed as soon as there is room on an SM. */
    record Admitted(long timeCycles, int device, long grid) implements GridEvent {}

    /** The grid's first block got an SM. */
    record Started(long timeCycles, int device, long grid) implements GridEvent {}

    /** All threads of the grid have exited. */
    record BodyEnded(long timeCycles, int device, long grid) implements GridEvent {}

    /** The grid and all that it launched are complete (rule NEST-1). */
    record Completed(long timeCycles, int device, long grid) implements GridEvent {}
}
