package io.cdpsim.gpu.stepping;

import io.cdpsim.kernel.code.Instruction;

/** Notifies a listener of the instructions of one device. */
public final class StepNotifier {
    private final StepListener listener;
    private final int device;

    /** @param device the ordinal of the device */
    public StepNotifier(StepListener listener, int device) {
        this.listener = listener;
        this.device = device;
    }

    /** See {@link StepListener#executes}. */
    public void executes(SteppedWarp warp, Instruction instruction, int lanes, long cycle) {
        listener.executes(device, warp, instruction, lanes, cycle);
    }

    /** See {@link StepListener#executed}. */
    public void executed(SteppedWarp warp, boolean isEnded) {
        listener.executed(warp, isEnded);
    }
}
