package io.cdpsim.kernel;

/** What {@code cudaFuncGetAttributes} tells about a kernel. */
public enum FunctionAttribute {
    /** Static shared memory of a block, bytes. */
    SHARED_BYTES(0),
    /** Local memory of a thread, bytes. */
    LOCAL_BYTES(1),
    /** Most threads that a block may have. */
    MAX_THREADS_PER_BLOCK(2),
    /** Registers of a thread. */
    REGISTERS(3);

    private final int number;

    FunctionAttribute(int number) {
        this.number = number;
    }

    /** How the attribute is passed in a call. */
    public int number() {
        return number;
    }
}
