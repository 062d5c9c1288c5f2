package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.expression.Formula;
import io.cdpsim.programs.plan.expression.FormulaException;
import io.cdpsim.programs.plan.script.Plan.BufferDefinition;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.programs.ptx.MemoryElements;
import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.NumberParser;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses the buffers of a plan. */
final class BufferReader {
    /** The pattern of buffer names: a word that formulas can contain. */
    static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final List<String> CONTENTS = List.of("fill", "values", "file", "text", "random");
    private static final List<String> KEYS = List.of("type", "count", "fill", "values", "file", "text", "random", "on");
    private static final List<String> PLACES = List.of("device", "host");
    private static final long MOST_ELEMENTS = 1L << 40;
    private static final long MOST_FILLED_BYTES = 1L << 28;

    private final DataFileResolver data;

    /** @param data resolves names of files */
    BufferReader(DataFileResolver data) {
        this.data = data;
    }

    BufferDefinition buffer(YamlNode.Entry entry) {
        String name = entry.key();
        if (!NAME.matcher(name).matches() || name.equals("i")) {
            throw entry.place()
                    .problem(
                            "found '" + name + "', expected a name of letters, digits and '_' that is not 'i', which is"
                                    + " the index in formulas");
        }
        YamlFields fields = YamlFields.of(entry.value(), "buffer " + name, KEYS);
        Optional<YamlNode.Entry> given = fields.entries().stream().anyMatch(each -> CONTENTS.contains(each.key()))
                ? Optional.of(fields.oneOf(CONTENTS))
                : Optional.empty();
        ValueType type = fields.find("type")
                .map(BufferReader::type)
                .orElseGet(() -> given.filter(each -> each.key().equals("text"))
                        .map(each -> ValueType.U8)
                        .orElseThrow(
                                () -> fields.place().problem("buffer " + name + " lacks 'type', such as f32 or s32")));
        BufferContents contents = given.map(each -> contents(each, type)).orElseGet(BufferContents.Zero::new);
        long count = count(name, fields, contents);
        if (!(contents instanceof BufferContents.Zero) && count > MOST_FILLED_BYTES / type.bytes()) {
            throw fields.place()
                    .problem("buffer " + name + " has more than " + MOST_FILLED_BYTES + " bytes to fill; leave out "
                            + given.map(YamlNode.Entry::key).orElse("fill") + ", and it holds zeros");
        }
        boolean onHost = fields.find("on").map(BufferReader::isHost).orElse(false);
        return new BufferDefinition(new PositionedName(entry.place(), name), type, count, onHost, contents);
    }

    private static boolean isHost(YamlNode node) {
        String where = YamlFields.text(node, "device or host").text();
        if (!PLACES.contains(where)) {
            throw node.place().problem("found '" + where + "'" + YamlFields.didYouMean(where, PLACES));
        }
        return where.equals("host");
    }

    private static long count(String name, YamlFields fields, BufferContents contents) {
        if (contents instanceof BufferContents.Listed listed) {
            long least = Math.max(1, listed.bits().length);
            return fields.whole("count", least, MOST_ELEMENTS, least);
        }
        return fields.find("count")
                .map(each -> YamlFields.whole(each, 1, MOST_ELEMENTS))
                .orElseThrow(() -> fields.place().problem("buffer " + name + " lacks 'count'"));
    }

    /** The type that a node names. */
    static ValueType type(YamlNode node) {
        List<String> words =
                MemoryElements.TYPES.stream().map(MemoryElements::word).toList();
        String word = YamlFields.text(node, "a type, one of " + String.join(", ", words))
                .text();
        return MemoryElements.type(word)
                .orElseThrow(
                        () -> node.place().problem("unknown type '" + word + "'" + YamlFields.didYouMean(word, words)));
    }

    private BufferContents contents(YamlNode.Entry entry, ValueType type) {
        return switch (entry.key()) {
            case "values" -> listed(numbers(entry.value()), type, entry.value().place());
            case "file" -> file(entry.value(), type);
            case "text" -> text(entry.value(), type);
            case "random" -> random(entry.value(), type);
            default -> fill(entry.value());
        };
    }

    private static BufferContents fill(YamlNode node) {
        String text =
                YamlFields.text(node, "zero, iota, a number or a formula in i").text();
        if (text.equals("zero") || text.equals("0")) {
            return new BufferContents.Zero();
        }
        try {
            return new BufferContents.Computed(Formula.parse(text.equals("iota") ? "i" : text));
        } catch (FormulaException e) {
            throw node.place()
                    .problem(e.getMessage() + "; a buffer is filled with zero, iota, a number or a formula in i");
        }
    }

    private BufferContents file(YamlNode node, ValueType type) {
        DataFileResolver.DataFile file = data.file(node);
        return file.isText()
                ? listed(file.numbers(), type, node.place())
                : new BufferContents.Listed(elements(file.bytes(), type, node.place()));
    }

    private static BufferContents text(YamlNode node, ValueType type) {
        if (!(node instanceof YamlNode.Scalar scalar) || type.bytes() != 1) {
            throw node.place()
                    .problem("found " + node.kind() + " for elements of " + type.bytes()
                            + " bytes, expected a text, whose elements are u8 or s8");
        }
        byte[] utf8 = scalar.text().getBytes(StandardCharsets.UTF_8);
        // A text ends with a zero, as in C.
        byte[] bytes = new byte[utf8.length + 1];
        System.arraycopy(utf8, 0, bytes, 0, utf8.length);
        return new BufferContents.Listed(elements(bytes, type, node.place()));
    }

    private static BufferContents random(YamlNode node, ValueType type) {
        YamlFields fields = YamlFields.of(node, "random", List.of("seed", "from", "to"));
        long seed = fields.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
        double from = fields.find("from")
                .map(each -> NumberParser.of(each).doubleValue())
                .orElse(0.0);
        double to = fields.find("to")
                .map(each -> NumberParser.of(each).doubleValue())
                .orElse(type.isFloat() ? 1.0 : Math.min(0x1p31, Math.scalb(1.0, 8 * type.bytes() - 1)));
        if (!(from < to) || Double.isInfinite(from) || Double.isInfinite(to)) {
            throw node.place().problem("found numbers from " + from + " to " + to + ", expected the smaller first");
        }
        if (!type.isFloat()) {
            double least = -Math.scalb(1.0, 8 * type.bytes() - 1);
            double most = Math.min(0x1p62, Math.scalb(1.0, 8 * type.bytes()));
            if (from < Math.max(least, -0x1p62) || to > most) {
                throw node.place()
                        .problem(
                                "numbers from " + from + " to " + to + " do not fit into " + MemoryElements.word(type));
            }
        }
        return new BufferContents.Random(seed, from, to);
    }

    /** The numbers of a list. */
    static List<Number> numbers(YamlNode node) {
        List<Number> numbers = new ArrayList<>();
        for (YamlNode each : PlanReader.list(node, "a list of numbers")) {
            numbers.add(NumberParser.of(each));
        }
        return numbers;
    }

    private static BufferContents listed(List<Number> numbers, ValueType type, FilePosition place) {
        long[] bits = new long[numbers.size()];
        for (int i = 0; i < bits.length; i++) {
            try {
                bits[i] = MemoryElements.bits(type, numbers.get(i));
            } catch (IllegalArgumentException e) {
                throw place.problem("element " + i + ": " + e.getMessage());
            }
        }
        return new BufferContents.Listed(bits);
    }

    private static long[] elements(byte[] bytes, ValueType type, FilePosition place) {
        if (bytes.length % type.bytes() != 0) {
            throw place.problem(
                    bytes.length + " bytes are not a whole number of elements of " + type.bytes() + " bytes");
        }
        long[] elements = new long[bytes.length / type.bytes()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = MemoryElements.get(bytes, i * type.bytes(), type);
        }
        return elements;
    }
}
