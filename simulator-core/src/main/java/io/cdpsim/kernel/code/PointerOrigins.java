package io.cdpsim.kernel.code;

/**
 * The origins of a kernel's addresses, as far as static analysis shows: from the thread's own shared or local memory,
 * or from outside, that is from parameters or from memory. What rule MEM-1 is checked against.
 */
public final class PointerOrigins {
    /** From the thread's own shared or local memory. */
    public static final byte OWN = 1;

    /** From parameters or from memory. */
    public static final byte OUTSIDE = 2;

    /** From the thread's own shared or local memory, whose words can hold addresses of any origin. */
    public static final byte LOADED = 4;

    private final byte[] ofRegister;
    private final byte[] ofConstant;
    private final boolean makesOwn;

    /**
     * What an analysis found.
     *
     * @param ofRegister for each register the sum of {@link #OWN}, {@link #OUTSIDE} and {@link #LOADED}, as far as they hold
     * @param ofConstant the same for each constant
     */
    public PointerOrigins(byte[] ofRegister, byte[] ofConstant) {
        this.ofRegister = ofRegister.clone();
        this.ofConstant = ofConstant.clone();
        makesOwn = anyOwn(ofRegister) || anyOwn(ofConstant);
    }

    /** Whether an operand can be an address in the thread's own shared or local memory, which is invalid in a child (rule MEM-1). */
    public boolean isOwn(int operand) {
        return (of(operand) & OWN) != 0;
    }

    /** Whether an operand can only originate from parameters or memory (rule MEM-1). */
    public boolean isFromOutside(int operand) {
        return of(operand) == OUTSIDE;
    }

    /** Whether the kernel makes an address in its own shared or local memory that it could store and load again. */
    public boolean makesOwn() {
        return makesOwn;
    }

    private static boolean anyOwn(byte[] origins) {
        for (byte origin : origins) {
            if ((origin & OWN) != 0) {
                return true;
            }
        }
        return false;
    }

    private byte of(int operand) {
        if (operand == Instruction.NO_OPERAND) {
            return 0;
        }
        return operand >= 0 ? ofRegister[operand] : ofConstant[~operand];
    }
}
