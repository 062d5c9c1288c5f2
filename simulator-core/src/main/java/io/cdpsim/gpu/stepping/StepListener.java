package io.cdpsim.gpu.stepping;

import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.visibility.VisibilityChecker;
import org.jspecify.annotations.Nullable;

/**
 * Receives each instruction of each warp, before and after it is executed. A listener must not change the simulation. With one, the results of an
 * instruction are in the registers when it has been executed; times are the same.
 */
public interface StepListener {
    /**
     * A device starts, or starts again after a reset.
     *
     * @param device its ordinal
     * @param data its memories
     * @param checker the visibility checker of the run, if there is one
     */
    void starts(int device, DeviceData data, @Nullable VisibilityChecker checker);

    /**
     * A warp is about to execute an instruction, which its program counter denotes.
     *
     * @param device the ordinal of its device
     * @param lanes the lanes that take part
     * @param cycle the cycle of issue
     */
    void executes(int device, SteppedWarp warp, Instruction instruction, int lanes, long cycle);

    /**
     * The instruction is done: its results are in registers and memory.
     *
     * @param isEnded whether all threads of the warp have exited, or the device has faulted
     */
    void executed(SteppedWarp warp, boolean isEnded);
}
