package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The profiles of a sweep, and the units of their fields. */
final class SweepProfiles {
    private static final String NUMBER = "[+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?";
    private static final Pattern BARE = Pattern.compile(NUMBER);
    private static final Pattern QUANTITY = Pattern.compile(NUMBER + "\\s*([A-Za-z][A-Za-z/]*)");

    private final Map<String, ProfileDocument> documents = new LinkedHashMap<>();
    private final Set<String> fields = new LinkedHashSet<>();

    /**
     * Reads them.
     *
     * @throws ProfileException if a name is unknown, or a file is invalid
     */
    SweepProfiles(List<String> names) {
        for (String each : names) {
            ProfileDocument document = Profiles.document(each, List.of());
            documents.put(each, document);
            document.fields().forEach(field -> fields.add(field.path()));
        }
    }

    /** The profiles by the names in the sweep. */
    Map<String, ProfileDocument> documents() {
        return documents;
    }

    /** The paths of all fields of the profiles. */
    Set<String> fields() {
        return fields;
    }

    /**
     * The overrides that give a field a value. A number without a unit gets the unit that the profiles use.
     *
     * @throws InvalidInputException if the profiles use several units
     */
    String override(String path, String value) {
        if (!BARE.matcher(value.strip()).matches()) {
            return path + "=" + value;
        }
        Set<String> units = new TreeSet<>();
        for (ProfileDocument each : documents.values()) {
            each.fields().stream()
                    .filter(field -> field.path().equals(path))
                    .map(ProfileField::value)
                    .map(QUANTITY::matcher)
                    .filter(Matcher::matches)
                    .forEach(quantity -> units.add(quantity.group(1)));
        }
        if (units.size() > 1) {
            throw new InvalidInputException(path + ": found '" + value + "', which in these profiles may be "
                    + String.join(" or ", units) + "; give the unit");
        }
        return path + "=" + value
                + units.stream().map(unit -> " " + unit).findFirst().orElse("");
    }

    /** Why no profile accepts the overrides; empty if one does. */
    Optional<ProfileException> refusal(List<String> overrides) {
        ProfileException first = null;
        for (String each : documents.keySet()) {
            try {
                Profiles.load(each, overrides);
                return Optional.empty();
            } catch (ProfileException e) {
                first = first == null ? e : first;
            }
        }
        return Optional.ofNullable(first);
    }
}
