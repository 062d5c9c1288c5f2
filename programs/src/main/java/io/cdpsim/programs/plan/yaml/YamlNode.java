package io.cdpsim.programs.plan.yaml;

import java.util.List;

/** A piece of YAML. */
public sealed interface YamlNode {
    /** Where it begins. */
    FilePosition place();

    /** What it is, for messages. */
    String kind();

    /**
     * A text, a number, a truth value.
     *
     * @param place where it stands
     * @param text as written, without quotes; empty where nothing stands
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
     * @param place where it begins
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
     * @param place where it begins
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
     * @param place where the key stands
     * @param key the key
     * @param value the value
     */
    record Entry(FilePosition place, String key, YamlNode value) {}
}
