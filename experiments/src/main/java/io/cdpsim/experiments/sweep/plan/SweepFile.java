package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads a sweep from a YAML file: {@code workload}, {@code vary} (values by name: a list, or the text after {@code --vary NAME=}), {@code fixed} (a
 * value by name), {@code repeat}, {@code sample}, {@code metric} (a regular expression by name) and {@code where}. Its file names are relative to the working directory.
 */
public final class SweepFile {
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_COUNT = 999_999_999;
    private static final List<String> FIELDS =
            List.of("workload", "fixed", "vary", "repeat", "sample", "metric", "where");

    private SweepFile() {}

    /**
     * Reads a file.
     *
     * @throws InvalidInputException if it is not a sweep; the message names the line and the expected content
     */
    public static SweepSpecification read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidInputException(file + ": has more than " + MAX_BYTES + " bytes, expected a sweep");
            }
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + FileErrors.reason(e));
        }
        return parse(file.toString(), FileErrors.textOf(file, "a sweep as YAML"));
    }

    /**
     * Parses the text of a file.
     *
     * @param file its name, for messages
     * @throws InvalidInputException as {@link #read}
     */
    static SweepSpecification parse(String file, String text) {
        YamlFields fields = YamlFields.of(
                YamlReader.read(file, text), "a sweep (options belong below 'fixed:' or 'vary:')", FIELDS);
        String workload = scalar(fields.get("workload"), "the name of a workload");
        Map<String, String> fixed = new LinkedHashMap<>();
        for (YamlNode.Entry each : entries(fields, "fixed", "a value by name")) {
            // A list is the value of a field that is one
            fixed.put(
                    each.key(),
                    each.value() instanceof YamlNode.Sequence list
                            ? "[" + String.join(", ", items(list, each.key())) + "]"
                            : scalar(each.value(), "one value of '" + each.key() + "'"));
        }
        List<SweepAxis> axes = new ArrayList<>();
        for (YamlNode.Entry each : entries(fields, "vary", "values by name")) {
            axes.add(axis(each));
        }
        int repeat = (int) fields.whole("repeat", 1, MAX_COUNT, 1);
        OptionalInt sample = fields.has("sample")
                ? OptionalInt.of((int) YamlFields.whole(fields.get("sample"), 1, MAX_COUNT))
                : OptionalInt.empty();
        Map<String, String> metrics = new LinkedHashMap<>();
        for (YamlNode.Entry each : entries(fields, "metric", "a regular expression by name")) {
            metrics.put(each.key(), scalar(each.value(), "a regular expression for '" + each.key() + "'"));
        }
        Optional<String> where =
                fields.find("where").map(each -> scalar(each, "a condition, as in 'threshold < pool'"));
        try {
            return new SweepSpecification(workload, fixed, axes, repeat, sample, metrics, where);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(file + ": " + e.getMessage());
        }
    }

    private static SweepAxis axis(YamlNode.Entry entry) {
        String name = entry.key();
        List<String> items = entry.value() instanceof YamlNode.Sequence list ? items(list, name) : List.of();
        String text = entry.value() instanceof YamlNode.Sequence
                ? ""
                : scalar(entry.value(), "values of '" + name + "', as in [16, 32] or 16..4096:x2");
        try {
            return text.isEmpty() ? SweepAxis.of(name, items) : SweepAxis.parse(name + "=" + text);
        } catch (InvalidInputException e) {
            throw entry.place().problem(String.valueOf(e.getMessage()));
        }
    }

    private static List<YamlNode.Entry> entries(YamlFields fields, String key, String expected) {
        if (fields.find(key).isEmpty()) {
            return List.of();
        }
        YamlNode node = fields.get(key);
        if (node instanceof YamlNode.Mapping mapping) {
            return mapping.entries();
        }
        throw node.place().problem("found " + node.kind() + ", expected " + expected + " below '" + key + ":'");
    }

    private static List<String> items(YamlNode.Sequence list, String name) {
        return list.items().stream()
                .map(each -> scalar(each, "plain values of '" + name + "'; quote a list that is one value"))
                .toList();
    }

    private static String scalar(YamlNode node, String expected) {
        String hint =
                node instanceof YamlNode.Mapping ? " (a field of the profile is one name with dots: l2.latency)" : "";
        return YamlFields.text(node, expected + hint).text().strip();
    }
}
