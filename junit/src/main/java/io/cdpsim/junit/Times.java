package io.cdpsim.junit;

/**
 * A range of the number of times that something happens.
 *
 * @param least the least number
 * @param most the greatest number
 */
public record Times(long least, long most) {
    /** Checks the order. @throws IllegalArgumentException if the least is negative or above the most */
    public Times {
        if (least < 0 || least > most) {
            throw new IllegalArgumentException("between " + least + " and " + most + " times is never");
        }
    }

    /** Exactly this number. */
    public static Times times(long count) {
        return new Times(count, count);
    }

    /** Once. */
    public static Times once() {
        return times(1);
    }

    /** This number or more. */
    public static Times atLeast(long count) {
        return new Times(count, Long.MAX_VALUE);
    }

    /** This number or less. */
    public static Times atMost(long count) {
        return new Times(0, count);
    }

    boolean holds(long count) {
        return least <= count && count <= most;
    }

    @Override
    public String toString() {
        if (least == most) {
            return least == 1 ? "once" : least + " times";
        }
        return most == Long.MAX_VALUE
                ? "at least " + least + " times"
                : least == 0 ? "at most " + most + " times" : least + " to " + most + " times";
    }
}
