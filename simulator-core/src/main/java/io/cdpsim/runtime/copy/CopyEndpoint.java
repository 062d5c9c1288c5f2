package io.cdpsim.runtime.copy;

/** The source or destination of a copy. */
public sealed interface CopyEndpoint {
    /**
     * Memory of the machine: global or constant memory of a device, or pinned memory of the host.
     *
     * @param address address of the first row
     * @param pitchBytes distance between rows, bytes
     */
    record InMemory(long address, long pitchBytes) implements CopyEndpoint {}

    /**
     * Pageable memory of the program, which devices cannot access. It is read and written when the copy executes in its stream.
     *
     * @param bytes the memory
     * @param at index of the first byte of the first row
     * @param pitchBytes distance between rows, bytes
     */
    // The array is the program's memory itself; endpoints are never compared.
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
