package io.cdpsim.gpu.spin;

import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.kernel.execution.LaneState;

/** A warp that may spin. */
public interface SpinningWarp {
    /** Its loop, and what that has read. */
    SpinState spin();

    /** One of its lanes has done something that others can notice. */
    void disturbed();

    /** Whether the reads of the current iteration of its loop are recorded. */
    boolean collects();

    /** Registers, predicates and position of the lanes. */
    LaneState state();

    /** The memories private to its threads and its block. */
    SharedAndLocalMemory memory();

    /** Whether it is parked. */
    boolean isSpinning();

    /** It is parked until a word that its loop reads changes. */
    void spins();

    /** Its wait has ended. */
    void goesOn();
}
