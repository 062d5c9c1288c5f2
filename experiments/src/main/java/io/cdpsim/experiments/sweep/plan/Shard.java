package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.experiments.sweep.plan.Sweep.SweepPoint;
import io.cdpsim.workloads.InvalidInputException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the points of a sweep: every {@code of}th point, so that slow points are spread evenly.
 *
 * @param number number of the part, from 1
 * @param of number of parts
 */
public record Shard(int number, int of) {
    /** All points. */
    public static final Shard WHOLE = new Shard(1, 1);

    private static final String AUTO = "auto";
    private static final Pattern FORM = Pattern.compile("(auto|[0-9]{1,9})(?:/([0-9]{1,9}))?");

    /** Checks the number. @throws InvalidInputException if there is no such part */
    public Shard {
        if (number < 1 || of < 1 || number > of) {
            throw wrong(number + "/" + of);
        }
    }

    /**
     * Parses {@code 3/16}; {@code auto}, for the task of a job array that the environment names; or {@code auto/16}, where the environment does not
     * contain the number of tasks.
     *
     * @param environment the environment of the process
     * @throws InvalidInputException if the text has another form, there is no such part, or the environment names no task
     */
    public static Shard parse(String text, Map<String, String> environment) {
        Matcher m = FORM.matcher(text);
        if (!m.matches() || (m.group(2) == null && !m.group(1).equals(AUTO))) {
            throw wrong(text);
        }
        if (!m.group(1).equals(AUTO)) {
            return new Shard(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)));
        }
        if (m.group(2) == null) {
            return JobArrayTask.shard(environment, OptionalInt.empty());
        }
        int parts = Integer.parseInt(m.group(2));
        if (parts == 0) {
            throw wrong(text);
        }
        return JobArrayTask.shard(environment, OptionalInt.of(parts));
    }

    private static InvalidInputException wrong(String found) {
        return new InvalidInputException("shard: found '" + found
                + "', expected PART/PARTS, from 1/PARTS to PARTS/PARTS, such as 3/16, or auto or"
                + " auto/PARTS in a task of a job array");
    }

    /** Whether a point belongs to it. */
    public boolean holds(SweepPoint point) {
        return (point.number() - 1) % of == number - 1;
    }

    /** Whether it holds all points. */
    public boolean isWhole() {
        return of == 1;
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }
}
