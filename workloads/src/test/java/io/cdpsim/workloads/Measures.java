package io.cdpsim.workloads;

import java.util.NoSuchElementException;

/** Looks into the measures of a result. */
public final class Measures {
    private Measures() {}

    public static long count(RunResult result, String name) {
        return ((Measure.Count) measure(result, name)).value();
    }

    public static double quantity(RunResult result, String name) {
        return ((Measure.Quantity) measure(result, name)).value();
    }

    public static String text(RunResult result, String name) {
        return ((Measure.Text) measure(result, name)).value();
    }

    private static Measure measure(RunResult result, String name) {
        return result.measures().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(name + " in " + result.measures()));
    }

    /** The result without the only field that differs from run to run. */
    public static String withoutWallTime(RunResult result) {
        return result.toString().replaceFirst("wallMillis=[^,]*", "");
    }
}
