package io.cdpsim.workloads.sweep.plan;

import io.cdpsim.workloads.WorkloadException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a sweep: every {@code of}th point, so that each part has its share of the slow ones.
 *
 * @param number which part, from 1
 * @param of how many parts there are
 */
public record Shard(int number, int of) {
    /** The whole sweep. */
    public static final Shard WHOLE = new Shard(1, 1);

    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

    /**
     * Checks the numbers.
     *
     * @throws WorkloadException if there is no such part
     */
    public Shard {
        if (number < 1 || of < 1 || number > of) {
            throw wrong(number + "/" + of);
        }
    }

    /**
     * Reads {@code 3/16}.
     *
     * @throws WorkloadException if it is not of that form, or there is no such part
     */
    public static Shard parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw wrong(text);
        }
        return new Shard(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)));
    }

    private static WorkloadException wrong(String found) {
        return new WorkloadException(
                "shard: found '" + found + "', expected PART/PARTS, from 1/PARTS to PARTS/PARTS, such as 3/16");
    }

    /** Whether a point belongs to it. */
    public boolean holds(SweepPoint point) {
        return (point.number() - 1) % of == number - 1;
    }

    /** Whether it is the whole sweep. */
    public boolean isWhole() {
        return of == 1;
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }
}
