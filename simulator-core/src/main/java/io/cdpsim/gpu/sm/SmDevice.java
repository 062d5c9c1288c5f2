package io.cdpsim.gpu.sm;

import io.cdpsim.kernel.code.Instruction;

/** What an SM asks of the device that it is part of. */
public interface SmDevice {
    /** Who answers the calls of device code. */
    DeviceCalls calls();

    /** Whether device code has faulted, after which nothing goes on. */
    boolean isFaulted();

    /** Calls {@link Sm#goOn} at a cycle, which is not past. */
    void wake(Sm sm, long cycle);

    /** Lets a warp go on at a cycle, or now if that is past. */
    void schedule(Warp warp, long time);

    /** All threads of a warp have exited. */
    void warpEnded(Warp warp, long time);

    /**
     * Device code faults: nothing goes on any more on the device.
     *
     * @param lane the lane that faults
     * @param what what it does, ready to print behind the place
     */
    void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what);
}
