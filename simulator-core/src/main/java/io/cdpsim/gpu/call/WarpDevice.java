package io.cdpsim.gpu.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Instruction;

/** The interface of a unit that runs instructions of warps to its device. */
public interface WarpDevice {
    /** The handler of device runtime calls. */
    DeviceCalls calls();

    /** Whether device code has faulted, after which the device runs nothing more. */
    boolean isFaulted();

    /** Resumes a warp at a cycle, or now if that is past. */
    void schedule(Warp warp, long time);

    /** Reschedules a waiting warp at an earlier cycle. */
    void hasten(Warp warp, long time);

    /**
     * Device code faults: the device runs nothing more.
     *
     * @param lane the lane that faults
     * @param what what the lane does, ready to print after the place
     */
    default void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what) {
        fault(kind, warp, in, lane, what, "");
    }

    /**
     * Device code faults: the device runs nothing more.
     *
     * @param lane the lane that faults
     * @param what what the lane does, ready to print after the place
     * @param output what the driver writes to standard error
     */
    void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what, String output);
}
