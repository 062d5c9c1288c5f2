package io.cdpsim.profile;

/**
 * A time that grows linearly with a number of items, such as lanes, grids or pool slots.
 *
 * @param fixedCycles time that does not depend on the number, cycles
 * @param cyclesPerItem time for each item, cycles
 */
public record LinearCycles(int fixedCycles, double cyclesPerItem) {
    /** No time at all. */
    public static final LinearCycles ZERO = new LinearCycles(0, 0);

    /**
     * The time for a number of items, to the nearest cycle.
     *
     * @param items number of items, at least 0
     */
    public long cycles(long items) {
        return fixedCycles + Math.round(cyclesPerItem * items);
    }
}
