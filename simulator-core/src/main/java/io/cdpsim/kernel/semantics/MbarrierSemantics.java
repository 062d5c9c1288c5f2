package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Modifiers.MbarrierOperation;

/**
 * The 64 bits of an mbarrier object, which PTX leaves to the implementation: bits 0 to 19 pending arrivals, 20 to 39 expected arrivals,
 * 40 to 61 pending bytes (signed), 63 the parity of the phase. The state that an arrival returns is the word before it.
 *
 * <p>PTX ISA, parallel synchronization and communication: size, contents and phases of the mbarrier object.
 */
public final class MbarrierSemantics {
    /** Most arrivals that a phase can expect (PTX ISA: 2^20 - 1). */
    public static final int MOST_ARRIVALS = (1 << 20) - 1;

    /** Shift and width of the pending arrivals, for {@code mbarrier.pending_count}. */
    public static final int COUNT_BITS = 20;

    private static final int EXPECTED_SHIFT = COUNT_BITS;
    private static final int BYTES_SHIFT = 2 * COUNT_BITS;
    private static final int BYTES_BITS = 22;
    private static final long PARITY = Long.MIN_VALUE;

    private MbarrierSemantics() {}

    /** The word of an object in its first phase, which a count of arrivals completes. */
    public static long initial(int count) {
        return word(count, count, 0, 0);
    }

    private static long word(long pending, long expected, long bytes, long parity) {
        long mask = MOST_ARRIVALS;
        return (pending & mask)
                | (expected & mask) << EXPECTED_SHIFT
                | (bytes & (1L << BYTES_BITS) - 1) << BYTES_SHIFT
                | (parity & PARITY);
    }

    /** Arrivals that the current phase still needs. */
    public static int pending(long word) {
        return (int) word & MOST_ARRIVALS;
    }

    /** Arrivals that each later phase needs. */
    public static int expected(long word) {
        return (int) (word >>> EXPECTED_SHIFT) & MOST_ARRIVALS;
    }

    /** Bytes that the current phase still needs. */
    public static int bytes(long word) {
        return (int) ((word << (64 - BYTES_SHIFT - BYTES_BITS)) >> (64 - BYTES_BITS));
    }

    /** The parity of the current phase, 0 or 1. */
    public static int parity(long word) {
        return (int) (word >>> 63);
    }

    /** Whether an operation has completed the phase. */
    public static boolean completes(long before, long after) {
        return parity(before) != parity(after);
    }

    /** The word after an operation, in the next phase where that completes the current one. */
    public static long after(MbarrierOperation operation, long word, int count) {
        long pending = pending(word);
        long expected = expected(word);
        long bytes = bytes(word);
        switch (operation) {
            case INIT -> {
                return initial(count);
            }
            case INVALIDATE -> {
                return 0;
            }
            case EXPECT_TX -> {
                return word(pending, expected, bytes + count, word);
            }
            case COMPLETE_TX -> bytes -= count;
            case ARRIVE -> pending -= count;
            case ARRIVE_EXPECT_TX -> {
                pending--;
                bytes += count;
            }
            case ARRIVE_DROP -> {
                pending -= count;
                expected -= count;
            }
            case ARRIVE_DROP_EXPECT_TX -> {
                pending--;
                expected--;
                bytes += count;
            }
        }
        return pending == 0 && bytes == 0 ? word(expected, expected, 0, ~word) : word(pending, expected, bytes, word);
    }

    /** Whether an operation arrives more often than the current phase expects, which is undefined. */
    public static boolean exceeds(MbarrierOperation operation, long word, int count) {
        return switch (operation) {
            case ARRIVE, ARRIVE_DROP -> count < 0 || count > pending(word);
            case ARRIVE_EXPECT_TX, ARRIVE_DROP_EXPECT_TX -> pending(word) == 0;
            default -> false;
        };
    }
}
