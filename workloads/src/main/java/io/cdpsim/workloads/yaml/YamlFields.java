package io.cdpsim.workloads.yaml;

import io.cdpsim.spelling.SimilarName;
import java.util.List;
import java.util.Optional;

/** The values of a mapping with known keys. */
public final class YamlFields {
    private final YamlNode.Mapping mapping;
    private final String what;

    private YamlFields(YamlNode.Mapping mapping, String what) {
        this.mapping = mapping;
        this.what = what;
    }

    /**
     * Creates the fields of a mapping.
     *
     * @param what the described object, such as {@code a launch}
     * @param known the permitted keys
     * @throws io.cdpsim.workloads.InvalidInputException if it is not a mapping, or has another key
     */
    public static YamlFields of(YamlNode node, String what, List<String> known) {
        YamlNode.Mapping mapping = mapping(node, what, known);
        for (YamlNode.Entry each : mapping.entries()) {
            if (!known.contains(each.key())) {
                throw each.place()
                        .problem("unknown key '" + each.key() + "' of " + what + didYouMean(each.key(), known));
            }
        }
        return new YamlFields(mapping, what);
    }

    private static YamlNode.Mapping mapping(YamlNode node, String what, List<String> known) {
        if (node instanceof YamlNode.Mapping mapping) {
            return mapping;
        }
        if (node instanceof YamlNode.Scalar scalar && scalar.text().isEmpty()) {
            return new YamlNode.Mapping(node.place(), List.of());
        }
        throw node.place()
                .problem("found " + node.kind() + ", expected " + what + ", which has " + String.join(", ", known));
    }

    /** The end of a message about an unknown name: the nearest name, or all. */
    public static String didYouMean(String found, List<String> known) {
        return SimilarName.of(found, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(known.isEmpty() ? "; there is none" : ", expected one of " + String.join(", ", known));
    }

    /** The position of the mapping. */
    public FilePosition place() {
        return mapping.place();
    }

    /** The entries. */
    public List<YamlNode.Entry> entries() {
        return mapping.entries();
    }

    /** Whether a key is present. */
    public boolean has(String key) {
        return find(key).isPresent();
    }

    /** The value of a key, if it is present. */
    public Optional<YamlNode> find(String key) {
        return mapping.entries().stream()
                .filter(each -> each.key().equals(key))
                .map(YamlNode.Entry::value)
                .findFirst();
    }

    /** The value of a key. @throws io.cdpsim.workloads.InvalidInputException if it is missing */
    public YamlNode get(String key) {
        return find(key).orElseThrow(() -> place().problem(what + " lacks '" + key + "'"));
    }

    /** The single present entry of these keys. @throws io.cdpsim.workloads.InvalidInputException if none or several are present */
    public YamlNode.Entry oneOf(List<String> keys) {
        List<YamlNode.Entry> found = mapping.entries().stream()
                .filter(each -> keys.contains(each.key()))
                .toList();
        if (found.isEmpty()) {
            throw place().problem(what + " lacks one of " + String.join(", ", keys));
        }
        if (found.size() > 1) {
            throw found.get(1)
                    .place()
                    .problem("found '" + found.get(1).key() + "' beside '"
                            + found.get(0).key() + "', expected one of them");
        }
        return found.get(0);
    }

    /** A nonempty text. */
    public static YamlNode.Scalar text(YamlNode node, String expected) {
        if (node instanceof YamlNode.Scalar scalar && !scalar.text().isEmpty()) {
            return scalar;
        }
        throw node.place().problem("found " + node.kind() + ", expected " + expected);
    }

    /** A whole number in a range, inclusive. */
    public static long whole(YamlNode node, long least, long most) {
        String expected = "a whole number from " + least + " to " + most;
        String text = text(node, expected).text();
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, as one out of range.
        }
        throw node.place().problem("found '" + text + "', expected " + expected);
    }

    /** The same with a default. */
    public long whole(String key, long least, long most, long otherwise) {
        return find(key).map(each -> whole(each, least, most)).orElse(otherwise);
    }
}
