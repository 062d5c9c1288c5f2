package io.cdpsim.memory.litmus;

import java.util.function.LongBinaryOperator;

/**
 * A function of the value of an mbarrier object and an operand (PTX ISA, "mbarrier"). The value holds the number of the phase, the count of pending
 * arrivals, the count that a phase starts with, and the count of pending transactions.
 */
public enum MbarrierFunction implements LongBinaryOperator {
    /** The value after a number of arrivals. */
    ARRIVE {
        @Override
        public long applyAsLong(long value, long count) {
            return completed(phase(value), pending(value) - count, expected(value), transactions(value));
        }
    },
    /** The value after an arrival of threads that take no part in later phases. */
    ARRIVE_AND_DROP {
        @Override
        public long applyAsLong(long value, long count) {
            return completed(phase(value), pending(value) - count, expected(value) - count, transactions(value));
        }
    },
    /** The value after more transactions are expected. */
    EXPECT {
        @Override
        public long applyAsLong(long value, long transactions) {
            return of(phase(value), pending(value), expected(value), transactions(value) + transactions);
        }
    },
    /** The value after transactions are expected and one thread arrives. */
    ARRIVE_AND_EXPECT {
        @Override
        public long applyAsLong(long value, long transactions) {
            return ARRIVE.applyAsLong(EXPECT.applyAsLong(value, transactions), 1);
        }
    },
    /** The value after transactions complete. */
    COMPLETE {
        @Override
        public long applyAsLong(long value, long transactions) {
            return completed(phase(value), pending(value), expected(value), transactions(value) - transactions);
        }
    },
    /** 1 if so many arrivals are pending, else 0. */
    ADMITS {
        @Override
        public long applyAsLong(long value, long count) {
            return count >= 1 && pending(value) >= count ? 1 : 0;
        }
    },
    /** The number of the phase, whatever the operand. */
    PHASE {
        @Override
        public long applyAsLong(long value, long ignored) {
            return phase(value);
        }
    },
    /** 1 if the phase of a number is complete, else 0. */
    IS_COMPLETE {
        @Override
        public long applyAsLong(long value, long phase) {
            return phase(value) == phase ? 0 : 1;
        }
    },
    /** 1 if the current or the preceding phase, whichever has this parity, is complete, else 0. */
    IS_PARITY_COMPLETE {
        @Override
        public long applyAsLong(long value, long parity) {
            return (phase(value) & 1) == (parity & 1) ? 0 : 1;
        }
    };

    /** The largest count of arrivals. */
    public static final int MOST_ARRIVALS = (1 << 12) - 1;

    private static final int COUNT_BITS = 12;
    private static final int TRANSACTION_BITS = 20;
    private static final int PHASE_BITS = 16;
    private static final long NO_TRANSACTIONS = 1L << (TRANSACTION_BITS - 1);

    /** The value of an initialised object: phase 0, no arrivals, no transactions. */
    public static long initialized(int arrivals) {
        return of(0, arrivals, arrivals, 0);
    }

    /** A value as text, as in {@code phase 0 pending 2}. */
    public static String shown(long value) {
        return "phase " + phase(value) + " pending " + pending(value)
                + (transactions(value) == 0 ? "" : " transactions " + transactions(value));
    }

    private static long of(long phase, long pending, long expected, long transactions) {
        return field(phase, PHASE_BITS) << (2 * COUNT_BITS + TRANSACTION_BITS)
                | field(pending, COUNT_BITS) << (COUNT_BITS + TRANSACTION_BITS)
                | field(expected, COUNT_BITS) << TRANSACTION_BITS
                | field(transactions + NO_TRANSACTIONS, TRANSACTION_BITS);
    }

    private static long field(long value, int bits) {
        return value & ((1L << bits) - 1);
    }

    /** The value, of the next phase if nothing is pending. */
    private static long completed(long phase, long pending, long expected, long transactions) {
        return pending == 0 && transactions == 0
                ? of(phase + 1, expected, expected, 0)
                : of(phase, pending, expected, transactions);
    }

    private static long phase(long value) {
        return field(value >>> (2 * COUNT_BITS + TRANSACTION_BITS), PHASE_BITS);
    }

    private static long pending(long value) {
        return field(value >>> (COUNT_BITS + TRANSACTION_BITS), COUNT_BITS);
    }

    private static long expected(long value) {
        return field(value >>> TRANSACTION_BITS, COUNT_BITS);
    }

    private static long transactions(long value) {
        return field(value, TRANSACTION_BITS) - NO_TRANSACTIONS;
    }
}
