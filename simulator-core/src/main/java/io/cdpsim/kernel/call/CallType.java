package io.cdpsim.kernel.call;

/** The C type of an argument or a result of a call, by its size. */
public enum CallType {
    INT(4),
    UNSIGNED(4),
    /** An enumeration, such as {@code cudaError_t}. */
    ENUMERATION(4),
    /** {@code size_t}. */
    SIZE(8),
    POINTER(8),
    /** {@code cudaStream_t}. */
    STREAM(8),
    /** {@code cudaEvent_t}. */
    EVENT(8);

    private final int bytes;

    CallType(int bytes) {
        this.bytes = bytes;
    }

    /** Its size in bytes, 4 or 8. */
    public int bytes() {
        return bytes;
    }
}
