package io.cdpsim.workloads.yaml;

import java.util.List;

/** A node of a YAML document. */
public sealed interface YamlNode {
    /** Its position. */
    FilePosition place();

    /** Its kind, for messages. */
    String kind();

    /**
     * A scalar: a text, a number or a boolean.
     *
     * @param place its position
     * @param text as written, without quotes; empty for a missing value
     */
    record Scalar(FilePosition place, String text) implements YamlNode {
        @Override
        public String kind() {
            return text.isEmpty() ? "nothing" : "'" + text + "'";
        }
    }

    /**
     * A list.
     *
     * @param place its position
     * @param items in order
     */
    record Sequence(FilePosition place, List<YamlNode> items) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /**
     * A mapping.
     *
     * @param place its position
     * @param entries in order, each key once
     */
    record Mapping(FilePosition place, List<Entry> entries) implements YamlNode {
        public Mapping {
            entries = List.copyOf(entries);
        }

        @Override
        public String kind() {
            return "a mapping";
        }
    }

    /**
     * A key and its value.
     *
     * @param place the position of the key
     * @param key the key
     * @param value the value
     */
    record Entry(FilePosition place, String key, YamlNode value) {}
}
