package io.cdpsim.profile;

/**
 * The buffer of {@code printf} in device code, a ring of records of one size (rule PRNT-1).
 *
 * @param defaultBytes default size, bytes
 * @param minBytes smallest size; a smaller limit reads back as this, bytes
 * @param granuleBytes a limit is rounded up to a multiple of this, bytes; 0 if it is not rounded
 * @param recordBytes what the output of one thread by one call occupies, whatever its length, bytes
 * @param drainNanos interval at which the host empties the buffer while it waits for the device, ns; 0 if it does not
 */
public record PrintfFifoSpec(long defaultBytes, long minBytes, int granuleBytes, int recordBytes, double drainNanos) {
    /** No buffer. */
    public static final PrintfFifoSpec NONE = new PrintfFifoSpec(0, 0, 0, 0, 0);
}
