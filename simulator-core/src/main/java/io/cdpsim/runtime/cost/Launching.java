package io.cdpsim.runtime.cost;

/** Whether a grid launches others, as far as the device knows when its threads have ended. */
enum Launching {
    /** Its kernel cannot launch. */
    CANNOT,
    /** Its kernel could have launched. */
    DID_NOT,
    /** It has launched grids. */
    DID
}
