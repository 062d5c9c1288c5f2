package io.cdpsim.kernel.verification;

/** A kernel that cannot run as written, reported when it is built. The message has the kernel, the place, the fault and its fix. */
public final class KernelVerificationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String kernelName;
    private final int instruction;

    /**
     * A fault of a kernel.
     *
     * @param kernelName the kernel
     * @param instruction index of the instruction at fault; the number of instructions so far while the kernel is being written
     * @param place the instruction and its source location, empty if unknown
     * @param why what is wrong, and the fix
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
