package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a result was made from, so that it can be made again.
 *
 * @param version the version of CDPSim
 * @param command the command line
 * @param profileHash a hash of all fields of the profile, with changes
 * @param inputsHash a hash of the contents of all files that the run reads; of nothing, if it reads none
 */
public record RunOrigin(String version, String command, String profileHash, String inputsHash) {
    /**
     * The origin of one run.
     *
     * @param profile the profile as the user named it
     * @param set changed fields of the profile, each {@code path=value}
     */
    public static RunOrigin of(
            String version, String command, Workload workload, OptionValues options, String profile, List<String> set) {
        TreeSet<Path> files = new TreeSet<>(workload.furtherFiles(options));
        for (Map.Entry<String, String> each : options.texts().entrySet()) {
            Optional<WorkloadOption<?>> option = workload.option(each.getKey());
            option.ifPresent(found -> files.addAll(found.type().files(each.getValue())));
        }
        return new RunOrigin(version, command, profileHash(profile, set), IdentityReader.filesHash(files));
    }

    /** The hash of a profile with changed fields. */
    static String profileHash(String profile, List<String> set) {
        return IdentityReader.hash(Profiles.document(profile, set));
    }
}
