package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.programs.ptx.MemoryElements;
import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.NumberParser;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses the arguments of launches. */
final class ArgumentReader {
    private static final Pattern ADDRESS = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?:\\s*\\+\\s*([0-9]{1,12}))?");
    private static final List<String> NAMES = List.of("variable", "kernel", "graph", "bytes");

    private ArgumentReader() {}

    static LaunchArgument argument(YamlNode node) {
        if (node instanceof YamlNode.Sequence structure) {
            return new LaunchArgument.Bytes(node.place(), structure(structure));
        }
        if (node instanceof YamlNode.Mapping) {
            return described(node);
        }
        String text = YamlFields.text(node, "a buffer, a number, or such as {f32: 1.5}")
                .text();
        Optional<Number> number = NumberParser.parse(text);
        return number.isPresent() ? new LaunchArgument.Value(node.place(), number.get()) : address(node);
    }

    /** A buffer, or an element of one: {@code a} or {@code a + 4}. */
    static LaunchArgument.Address address(YamlNode node) {
        String text = YamlFields.text(node, "the name of a buffer").text();
        Matcher address = ADDRESS.matcher(text);
        if (!address.matches()) {
            throw node.place()
                    .problem("found '" + text
                            + "', expected a buffer such as a, an element's address such as a + 4, or a" + " number");
        }
        String element = address.group(2);
        return new LaunchArgument.Address(
                new PositionedName(node.place(), address.group(1)), element == null ? 0 : Long.parseLong(element));
    }

    private static LaunchArgument described(YamlNode node) {
        List<String> keys = Stream.concat(
                        NAMES.stream(), MemoryElements.TYPES.stream().map(MemoryElements::word))
                .toList();
        YamlNode.Entry entry = YamlFields.of(node, "an argument", keys).oneOf(keys);
        YamlNode value = entry.value();
        return switch (entry.key()) {
            case "variable" -> new LaunchArgument.Variable(name(value, "the name of a variable"));
            case "kernel" -> new LaunchArgument.Code(name(value, "the name of a kernel"));
            case "graph" -> new LaunchArgument.GraphHandle(name(value, "the name of a graph"));
            case "bytes" -> new LaunchArgument.Bytes(entry.place(), bytes(value));
            default -> typed(entry);
        };
    }

    static PositionedName name(YamlNode node, String expected) {
        return new PositionedName(node.place(), YamlFields.text(node, expected).text());
    }

    private static LaunchArgument typed(YamlNode.Entry entry) {
        ValueType type = MemoryElements.type(entry.key()).orElseThrow();
        Number number = NumberParser.of(entry.value());
        bits(entry.value().place(), type, number);
        return new LaunchArgument.Typed(entry.place(), type, number);
    }

    private static byte[] bytes(YamlNode node) {
        List<YamlNode> items = PlanReader.list(node, "a list of bytes");
        byte[] bytes = new byte[items.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) YamlFields.whole(items.get(i), -128, 255);
        }
        return bytes;
    }

    /** The members of a structure, each at the next multiple of its size, padded to a multiple of the largest, as in C. */
    private static byte[] structure(YamlNode.Sequence members) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int largest = 1;
        for (YamlNode member : members.items()) {
            List<String> keys =
                    MemoryElements.TYPES.stream().map(MemoryElements::word).toList();
            YamlNode.Entry entry =
                    YamlFields.of(member, "a member such as {f32: 1.5}", keys).oneOf(keys);
            ValueType type = MemoryElements.type(entry.key()).orElseThrow();
            largest = Math.max(largest, type.bytes());
            pad(bytes, type.bytes());
            for (YamlNode each :
                    entry.value() instanceof YamlNode.Sequence array ? array.items() : List.of(entry.value())) {
                byte[] element = new byte[type.bytes()];
                MemoryElements.put(element, 0, type, bits(each.place(), type, NumberParser.of(each)));
                bytes.writeBytes(element);
            }
        }
        pad(bytes, largest);
        return bytes.toByteArray();
    }

    private static void pad(ByteArrayOutputStream bytes, int alignment) {
        while (bytes.size() % alignment != 0) {
            bytes.write(0);
        }
    }

    private static long bits(FilePosition place, ValueType type, Number number) {
        try {
            return MemoryElements.bits(type, number);
        } catch (IllegalArgumentException e) {
            throw place.problem(String.valueOf(e.getMessage()));
        }
    }

    static List<LaunchArgument> arguments(YamlNode node) {
        List<LaunchArgument> arguments = new ArrayList<>();
        PlanReader.list(node, "a list of arguments").forEach(each -> arguments.add(argument(each)));
        return arguments;
    }
}
