package io.cdpsim.cli.option;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Fields of the profile to change: {@code --set}. */
public final class ProfileOverrideOptions {
    @Option(
            names = "--set",
            paramLabel = "FIELD=VALUE",
            completionCandidates = ProfileFieldNames.class,
            description = "Change a field of the profile, for example sm.count=16 or l2.latency='300 cycles'. May be"
                    + " repeated.")
    private List<String> overrides = new ArrayList<>();

    /** What was given, in order. */
    public List<String> list() {
        return List.copyOf(overrides);
    }
}
