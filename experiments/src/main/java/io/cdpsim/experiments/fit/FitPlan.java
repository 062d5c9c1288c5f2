package io.cdpsim.experiments.fit;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The parameters to fit and the rows of each, in order: the resource {@code plan.txt}. */
public final class FitPlan {
    private FitPlan() {}

    /** The steps that ship with the program. */
    public static List<FitPlanEntry> shipped() {
        try {
            return of(Resources.readLines(Resources.getResource(FitPlan.class, "plan.txt"), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses steps, one per line; {@code #} starts a comment line. */
    static List<FitPlanEntry> of(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(FitPlanEntry::parse)
                .toList();
    }
}
