package io.cdpsim.kernel.call;

/** What {@code cudaFuncGetAttributes} reports of a kernel. */
public enum FunctionAttribute {
    /** Static shared memory of a block, bytes. */
    SHARED_BYTES(0),
    /** Local memory of a thread, bytes. */
    LOCAL_BYTES(1),
    /** Most threads of a block: the launch bounds, or else the limit from its registers. */
    MAX_THREADS_PER_BLOCK(2),
    /** Registers of a thread. */
    REGISTERS(3),
    /** Compute capability of the code: ten times the major plus the minor number. */
    BINARY_VERSION(4),
    /** Most dynamic shared memory that a launch may request, bytes. */
    MAX_DYNAMIC_SHARED_BYTES(5);

    private static final FunctionAttribute[] BY_NUMBER = values();

    private final int number;

    FunctionAttribute(int number) {
        this.number = number;
    }

    /** The attribute that a call passes as a number. */
    public static FunctionAttribute ofNumber(long number) {
        return BY_NUMBER[(int) number];
    }

    /** How the attribute is passed in a call. */
    public int number() {
        return number;
    }
}
