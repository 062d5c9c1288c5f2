package io.cdpsim.runtime.cost;

/** How the device comes from a completed grid of a chain to the next. */
enum HandOver {
    /** Neither of their kernels can launch: in batches. */
    IN_BATCHES,
    /** The kernel of the next can launch: alone. */
    ALONE,
    /** The kernel of the completed grid can launch, too, and has not. */
    BEHIND_CAPABLE,
    /** The completed grid has launched grids. */
    BEHIND_LAUNCHES
}
