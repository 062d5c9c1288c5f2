package io.cdpsim.gpu;

/**
 * A fault of device code, which ends the whole launch tree and reaches the host (rule ERR-4).
 *
 * @param kind what happened
 * @param message kernel, block, thread, instruction and address, ready to print
 */
public record DeviceFault(Kind kind, String message) {
    /** The kinds of fault, by the error that the host sees. */
    public enum Kind {
        /** Access outside every allocation. */
        ILLEGAL_ADDRESS,
        /** Address not a multiple of the access size. */
        MISALIGNED_ADDRESS,
        /** A failed device assertion. */
        ASSERT,
        /** A trap instruction. */
        TRAP,
        /** An instruction the runtime does not offer in this version. */
        ILLEGAL_INSTRUCTION
    }
}
