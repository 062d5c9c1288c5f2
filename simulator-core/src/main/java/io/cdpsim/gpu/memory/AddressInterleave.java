package io.cdpsim.gpu.memory;

/**
 * Divides addresses, or other numbers from 0, into chunks of one length.
 *
 * @param length at least 1
 * @param shift binary logarithm of the length if that is whole, as on hardware; otherwise -1
 */
record AddressInterleave(long length, int shift) {
    static AddressInterleave of(long length) {
        return new AddressInterleave(length, Long.bitCount(length) == 1 ? Long.numberOfTrailingZeros(length) : -1);
    }

    /** The number of the chunk that holds an address, from 0. A division takes many times as long as a shift, and every request needs several. */
    long number(long address) {
        return shift >= 0 ? address >> shift : address / length;
    }

    /** The offset of an address in its chunk. */
    long within(long address) {
        return address - number(address) * length;
    }
}
