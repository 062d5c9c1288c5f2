package io.cdpsim.cli.option;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The GPU to simulate: {@code --profile} and {@code --set}. */
public final class ProfileOptions {
    /** The option that names a profile. */
    public static final String NAME = "--profile";

    @Option(
            names = ProfileOptions.NAME,
            paramLabel = "NAME|FILE",
            defaultValue = "h200",
            completionCandidates = CompletionCandidates.ProfileNames.class,
            description = "GPU to simulate: a built-in profile ('cdpsim profiles list') or a .yaml file."
                    + " Default: ${DEFAULT-VALUE}.")
    private String name = "h200";

    @Mixin
    private Overrides overrides;

    /** The profile's name or file as given. */
    public String name() {
        return name;
    }

    /** The changed fields, each {@code path=value}. */
    public List<String> changes() {
        return overrides.list();
    }

    /**
     * Loads the profile with its changed fields.
     *
     * @throws io.cdpsim.profile.read.ProfileException if there is none or a field is wrong
     */
    public GpuProfile load() {
        return load(name);
    }

    /**
     * Loads another profile with the changed fields.
     *
     * @param otherName a built-in profile, or a file
     * @throws io.cdpsim.profile.read.ProfileException if there is none or a field is wrong
     */
    public GpuProfile load(String otherName) {
        return Profiles.load(otherName, overrides.list());
    }

    /** Changes of the profile's fields: {@code --set}. */
    public static final class Overrides {
        @Option(
                names = "--set",
                paramLabel = "FIELD=VALUE",
                completionCandidates = CompletionCandidates.ProfileFieldNames.class,
                description =
                        "Change a field of the profile, for example sm.count=16 or l2.latency='300 cycles'. May be"
                                + " repeated.")
        private List<String> overrides = new ArrayList<>();

        /** The changes in the order in which they were given, each {@code path=value}. */
        public List<String> list() {
            return List.copyOf(overrides);
        }
    }
}
