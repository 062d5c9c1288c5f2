package io.cdpsim.profile.read;

import io.cdpsim.spelling.SimilarName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a profile with its bases and overrides merged, and the record of which were asked for.
 *
 * <p>Asking is what makes a field known: after everything was asked for, a field that nobody wanted is an unknown one. So problems
 * are kept until {@link #finish}, where a misspelt field is reported before the missing one it leaves behind.
 */
final class ProfileFields {
    private final String origin;
    private final Map<String, FieldValue> values = new LinkedHashMap<>();
    private final Map<String, Place> sections = new LinkedHashMap<>();

    /** How many files and overrides were there when a field was written last. */
    private final Map<String, Integer> written = new HashMap<>();

    private int layers;
    private final Set<String> asked = new LinkedHashSet<>();
    private final List<String> problems = new ArrayList<>();

    ProfileFields(String origin) {
        this.origin = origin;
    }

    /** Lays a file over what is there. */
    void add(ProfileFile file) {
        layers++;
        values.putAll(file.fields());
        file.fields().keySet().forEach(path -> written.put(path, layers));
        sections.putAll(file.sections());
    }

    /** Marks what is there so far as taken over from another profile. */
    void markInheritedFrom(String profile) {
        for (Map.Entry<String, FieldValue> entry : values.entrySet()) {
            entry.setValue(entry.getValue().inheritedFrom(profile));
        }
    }

    /** Lays {@code path=value} over what is there; a list is written {@code [a, b]}. */
    void override(String text) {
        int equals = text.indexOf('=');
        String path = equals < 0 ? "" : text.substring(0, equals).strip();
        String value = equals < 0 ? "" : text.substring(equals + 1).strip();
        if (path.isEmpty() || value.isEmpty()) {
            throw new ProfileException("override '" + text + "': expected field=value, for example 'sm.count=16'");
        }
        boolean list = value.startsWith("[") && value.endsWith("]");
        List<String> items =
                list ? List.of(value.substring(1, value.length() - 1).strip().split("\\s*,\\s*")) : List.of(value);
        written.put(path, ++layers);
        values.put(path, new FieldValue(path, items, list, new Place("override '" + text + "'", 0), "override"));
    }

    /** The section of that name; {@code optional} fields that are missing read as 0. */
    SectionReader section(String name, boolean optional) {
        return new SectionReader(this, name, optional);
    }

    /** The fields outside any section. */
    SectionReader top() {
        return new SectionReader(this, "", false);
    }

    @Nullable
    FieldValue ask(String path) {
        asked.add(path);
        return values.get(path);
    }

    /** Whether a field was written by the same file as another one or a later one, or by a later override. */
    boolean writtenLast(String path, String other) {
        return written.getOrDefault(path, 0) >= written.getOrDefault(other, 0);
    }

    boolean has(String path) {
        return values.containsKey(path);
    }

    void problem(FieldValue value, String expected) {
        String text = value.text();
        String found = text.isEmpty() ? "nothing" : "'" + text + "'";
        problems.add(value.place() + ": " + value.path() + ": found " + found + ", expected " + expected);
    }

    void missing(String path, String expected) {
        int dot = path.lastIndexOf('.');
        Place section = dot < 0 ? null : sections.get(path.substring(0, dot));
        problems.add((section == null ? origin : section.toString()) + ": " + path + ": missing, expected " + expected);
    }

    /**
     * The fields that were asked for and are there, in the order of asking.
     *
     * @throws ProfileException for the first problem met
     */
    List<ProfileField> finish() {
        for (FieldValue value : values.values()) {
            if (!asked.contains(value.path())) {
                throw new ProfileException(unknown(value));
            }
        }
        if (!problems.isEmpty()) {
            throw new ProfileException(problems.get(0));
        }
        List<ProfileField> fields = new ArrayList<>();
        for (String path : asked) {
            FieldValue value = values.get(path);
            if (value != null) {
                Place place = value.place();
                fields.add(new ProfileField(path, value.text(), value.source(), place.origin(), place.line()));
            }
        }
        return List.copyOf(fields);
    }

    private String unknown(FieldValue value) {
        String path = value.path();
        for (String known : asked) {
            if (known.startsWith(path + ".")) {
                return value.place() + ": " + path + ": found "
                        + (value.text().isEmpty() ? "nothing" : "'" + value.text() + "'")
                        + ", expected a section with fields such as '" + known + "'";
            }
            if (path.startsWith(known + ".")) {
                return value.place() + ": " + known + ": found field '" + path.substring(known.length() + 1)
                        + "' under it, expected one value";
            }
        }
        String mend = SimilarName.of(path, asked)
                .map(name -> "did you mean '" + name + "'?")
                .orElse("'profiles show' lists the fields");
        return value.place() + ": unknown field '" + path + "'; " + mend;
    }

    /**
     * One field as it was written.
     *
     * @param path section and name, joined by dots
     * @param items the value, or the values of a list
     * @param list whether it was written as a list
     * @param place where it stands
     * @param source where the value is from; empty if nothing says
     */
    record FieldValue(String path, List<String> items, boolean list, Place place, String source) {
        FieldValue {
            items = List.copyOf(items);
        }

        String text() {
            return list ? "[" + String.join(", ", items) + "]" : items.get(0);
        }

        FieldValue inheritedFrom(String profile) {
            return new FieldValue(
                    path,
                    items,
                    list,
                    place,
                    source.isEmpty() ? "" : "as ".concat(profile).concat(": ").concat(source));
        }
    }
}
