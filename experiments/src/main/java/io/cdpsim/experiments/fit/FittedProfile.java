package io.cdpsim.experiments.fit;

import com.google.common.base.Splitter;
import io.cdpsim.experiments.fit.ParameterFit.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A fitted profile, as a file. */
public final class FittedProfile {
    private static final int INDENT = 2;

    private FittedProfile() {}

    /**
     * The text of the file.
     *
     * @param base the name of the profile that it extends
     * @param description of the GPU
     * @param known fields known without a fit, each {@code path=value}
     * @param steps the steps of the fit
     */
    public static String text(String base, String description, List<String> known, List<ParameterFit> steps) {
        Map<String, Object> sections = new LinkedHashMap<>();
        for (String each : known) {
            int equals = each.indexOf('=');
            put(sections, each.substring(0, equals), each.substring(equals + 1), "measured: device properties");
        }
        for (ParameterFit each : steps) {
            String rows = each.step().rows().stream().map(Object::toString).collect(Collectors.joining("; "));
            for (int i = 0; i < each.step().fields().size(); i++) {
                if (each.outcome() == Outcome.FITTED) {
                    put(
                            sections,
                            each.step().fields().get(i),
                            each.after().get(i),
                            "fitted: " + rows + within(each.uncertainty()));
                } else if (each.outcome() == Outcome.AGREES) {
                    put(sections, each.step().fields().get(i), each.after().get(i), "measured: agrees with " + rows);
                }
            }
        }
        StringBuilder text = new StringBuilder();
        text.append("# Made by 'cdpsim fit' from measured rows. What is not here is as in ")
                .append(base)
                .append(": no row speaks of it.\nextends: ")
                .append(base)
                .append("\ndescription: ")
                .append(quoted(description))
                .append('\n');
        sections.forEach((name, node) -> append(text, name, node, 0));
        return text.toString();
    }

    private static String within(OptionalDouble uncertainty) {
        return uncertainty.isPresent()
                ? String.format(Locale.ROOT, "; within %.1f%%", 100 * uncertainty.getAsDouble())
                : "";
    }

    private record Leaf(String value, String source) {}

    @SuppressWarnings("unchecked") // sections contain only sections and leaves
    private static void put(Map<String, Object> sections, String path, String value, String source) {
        List<String> parts = new ArrayList<>(Splitter.on('.').splitToList(path));
        String name = parts.remove(parts.size() - 1);
        Map<String, Object> section = sections;
        for (String part : parts) {
            section = (Map<String, Object>) section.computeIfAbsent(part, any -> new LinkedHashMap<String, Object>());
        }
        section.put(name, new Leaf(value, source));
    }

    private static void append(StringBuilder text, String name, Object node, int depth) {
        text.append(" ".repeat(INDENT * depth)).append(name).append(':');
        if (node instanceof Leaf leaf) {
            text.append(" {value: ")
                    .append(leaf.value())
                    .append(", source: ")
                    .append(quoted(leaf.source()))
                    .append("}\n");
        } else {
            text.append('\n');
            ((Map<?, ?>) node).forEach((inner, value) -> append(text, String.valueOf(inner), value, depth + 1));
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
