package io.cdpsim.experiments.fit;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Which parameter is taken from which rows, in the order in which they are fitted: the resource {@code plan.txt}. */
public final class FitPlan {
    private FitPlan() {}

    /** The steps that come with the program. */
    public static List<FitPlanEntry> shipped() {
        try {
            return of(Resources.readLines(Resources.getResource(FitPlan.class, "plan.txt"), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Steps, one a line; lines that begin with # say nothing. */
    static List<FitPlanEntry> of(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(FitPlanEntry::parse)
                .toList();
    }
}
