package io.cdpsim.kernel.verification;

/** A kernel that cannot run as it was written: found when it is built. The message names the kernel, the place and what is wrong there. */
public final class KernelVerificationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String kernelName;
    private final int instruction;

    /**
     * What is wrong in a kernel.
     *
     * @param kernelName the kernel
     * @param instruction index of the instruction at fault; the number of instructions so far while the kernel is being written
     * @param place what the instruction is and where it comes from, empty if there is nothing to say
     * @param why what is wrong, and what would be right
     */
    public KernelVerificationException(String kernelName, int instruction, String place, String why) {
        super("kernel " + kernelName + ", instruction " + instruction + (place.isEmpty() ? "" : " (" + place + ")")
                + ": " + why);
        this.kernelName = kernelName;
        this.instruction = instruction;
    }

    /** Name of the kernel. */
    public String kernelName() {
        return kernelName;
    }

    /** Index of the instruction at fault. */
    public int instruction() {
        return instruction;
    }
}
