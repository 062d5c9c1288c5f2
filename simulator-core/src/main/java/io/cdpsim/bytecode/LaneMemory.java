package io.cdpsim.bytecode;

import io.cdpsim.kernel.code.ValueType;

/**
 * Memory as the code of one lane loads and stores it. Spaces and widths are numbers that are constant in that code, so that the JVM removes the choice
 * between them.
 */
public interface LaneMemory {
    /** Global memory by generic addresses. */
    int GLOBAL = 0;

    /** The shared memory of the lane's block. */
    int SHARED = 1;

    /** The lane's local memory. */
    int LOCAL = 2;

    /** The constant memory. */
    int CONSTANT = 3;

    /** The parameters of the lane's kernel; a place is an offset. */
    int PARAMETER = 4;

    /** A byte, sign-extended in a register. */
    int SIGNED_BYTE = 0;

    /** A byte, zero-extended. */
    int BYTE = 1;

    /** Two bytes, sign-extended. */
    int SIGNED_SHORT = 2;

    /** Two bytes, zero-extended. */
    int SHORT = 3;

    /** Four bytes. */
    int WORD = 4;

    /** Eight bytes. */
    int DOUBLE_WORD = 5;

    /** How a value of a type is loaded and stored. */
    static int width(ValueType type) {
        return switch (type) {
            case S8 -> SIGNED_BYTE;
            case U8 -> BYTE;
            case S16, F16, BF16 -> SIGNED_SHORT;
            case U16 -> SHORT;
            case S32, U32, F32, F16X2, BF16X2 -> WORD;
            case S64, U64, F64 -> DOUBLE_WORD;
        };
    }

    /**
     * The place of an access to global or constant memory.
     *
     * @param named the address, which may be an offset where the access names a space
     * @param space the space that it names
     * @param bytes what it loads or stores
     * @param isStore whether it stores
     * @return the place in its space; -1 for an access that is to be run by the device's own units, among them each that faults
     */
    long place(long named, int space, int bytes, boolean isStore);

    /**
     * A value of global or constant memory or a parameter, in register representation.
     *
     * @param place from {@link #place}, or behind it within the access
     */
    long load(long place, int space, int width);

    /** The value of a special register, by its ordinal: one that is the same for all lanes. */
    long special(int register);

    /** The values of a special register for each lane, by its ordinal: one that is the same throughout the lane's life. */
    long[] positions(int register);

    /** The bytes of the shared memory of the block. */
    byte[] shared();

    /** The local memory of all lanes, in lane order. */
    byte[] local();

    /** Local memory of each lane, bytes. */
    int localBytes();

    /**
     * Finds the page of global memory where an access can be done in its array, which then is {@link #page}. Until the lanes have run, an access to the
     * same page may use the array without asking again.
     *
     * @param address an address
     * @param bytes what it loads or stores, from there on
     * @param isStore whether it stores
     * @return bytes of the page that are allocated, from its start on; -1 if the access is to be run by {@link #place} and {@link #load} or {@link #store}
     */
    int findPage(long address, int bytes, boolean isStore);

    /** Whether accesses to arrays of pages are to be reported to {@link #follow}. Does not change while lanes run. */
    boolean areFollowed();

    /** A lane accesses the array of a page at an address. */
    void follow(long address, boolean isStore);

    /** The bytes of the page that was found last. */
    byte[] page();

    /** Lanes have changed memory by accesses to arrays. */
    void hasStored();

    /**
     * Stores a value in global memory.
     *
     * @param place from {@link #place}, or behind it within the access
     */
    void store(long place, int width, long value);
}
