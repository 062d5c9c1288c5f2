package io.cdpsim.experiments.sweep.plan;

import com.google.common.hash.Funnels;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/** Computes the {@link SweepIdentity} of a sweep. */
final class IdentityReader {
    private IdentityReader() {}

    static SweepIdentity of(SweepSpecification question, Workload workload, Map<String, String> inputs) {
        Hasher hasher = Hashing.sha256().newHasher();
        inputs.values().forEach(each -> put(hasher, each));
        return new SweepIdentity(question(question), ProgramHash.of(workload), SweepIdentity.shortened(hasher));
    }

    private static String question(SweepSpecification question) {
        Hasher hasher = Hashing.sha256().newHasher();
        put(hasher, question.workload());
        // The order in which values were given is irrelevant.
        new TreeMap<>(question.fixed()).forEach((name, value) -> {
            put(hasher, name);
            put(hasher, value);
        });
        for (SweepAxis each : question.axes()) {
            hasher.putInt(each.values().size());
            put(hasher, each.name());
            each.values().forEach(value -> put(hasher, value));
        }
        hasher.putInt(question.repeat());
        hasher.putInt(question.sample().orElse(0));
        question.metrics().forEach((name, regex) -> {
            put(hasher, name);
            put(hasher, regex);
        });
        question.where().ifPresent(each -> put(hasher, each));
        return SweepIdentity.shortened(hasher);
    }

    static void put(Hasher hasher, String text) {
        hasher.putInt(text.length()).putString(text, StandardCharsets.UTF_8);
    }

    /**
     * A hash of the content of each input.
     *
     * @param files the existing files
     * @return hashes by display name, in an order that depends only on the names
     */
    static Map<String, String> inputs(SweepProfiles profiles, Collection<Path> files) {
        Map<String, String> inputs = new TreeMap<>();
        for (Map.Entry<String, ProfileDocument> each : profiles.documents().entrySet()) {
            inputs.put("the profile " + each.getKey(), hash(each.getValue()));
        }
        for (Path each : files) {
            inputs.put("the file " + each, hash(each));
        }
        return inputs;
    }

    /** The hash of all fields of a profile. */
    static String hash(ProfileDocument profile) {
        Hasher hasher = Hashing.sha256().newHasher();
        profile.fields().forEach(field -> {
            put(hasher, field.path());
            put(hasher, field.value());
        });
        return SweepIdentity.shortened(hasher);
    }

    /** A hash of what all existing files among these hold. */
    static String filesHash(SortedSet<Path> files) {
        Hasher hasher = Hashing.sha256().newHasher();
        files.stream().filter(Files::isRegularFile).forEach(each -> put(hasher, hash(each)));
        return SweepIdentity.shortened(hasher);
    }

    /** The hash of what a file holds. */
    static String hash(Path file) {
        Hasher hasher = Hashing.sha256().newHasher();
        try (OutputStream stream = Funnels.asOutputStream(hasher)) {
            Files.copy(file, stream);
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + FileErrors.reason(e));
        }
        return SweepIdentity.shortened(hasher);
    }
}
