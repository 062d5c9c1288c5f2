package io.cdpsim.runtime.host;

/** Where the rows of a copy lie on one of its sides. */
public sealed interface CopyEndpoint {
    /**
     * In memory of the machine: of a device, its constants, or pinned memory of the host.
     *
     * @param address of the first row
     * @param pitchBytes from the start of a row to that of the next
     */
    record InMemory(long address, long pitchBytes) implements CopyEndpoint {}

    /**
     * In memory of the program that no device reaches. It is read and written when the copy's turn comes in its stream.
     *
     * @param bytes the memory
     * @param at where the first row begins
     * @param pitchBytes from the start of a row to that of the next
     */
    // The array is the program's memory itself; nobody compares sides.
    @SuppressWarnings("ArrayRecordComponent")
    record Pageable(byte[] bytes, int at, int pitchBytes) implements CopyEndpoint {}

    /** One row in memory of the machine. */
    static CopyEndpoint memory(long address) {
        return new InMemory(address, 0);
    }

    /** One row that is a whole array. */
    static CopyEndpoint pageable(byte[] bytes) {
        return new Pageable(bytes, 0, 0);
    }
}
