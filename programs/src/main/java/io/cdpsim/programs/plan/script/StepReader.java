package io.cdpsim.programs.plan.script;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.programs.plan.script.Plan.PlanLimit;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.NumberParser;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Parses the steps of a plan. */
final class StepReader {
    private static final List<String> STEPS =
            List.of("launch", "graph", "copy", "fill", "set", "read", "synchronize", "limit", "repeat");
    private static final List<String> KEYS =
            Stream.concat(STEPS.stream(), Stream.of("expect_error")).toList();
    private static final List<String> GRID = List.of("kernel", "grid", "block", "shared", "arguments");
    private static final long MOST_BYTES = 1L << 40;
    private static final int MOST_STEPS = 100_000;

    private StepReader() {}

    /** The steps of an item; several if it repeats some. */
    static List<PlanStep> steps(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "a step", KEYS);
        YamlNode.Entry entry = fields.oneOf(STEPS);
        Optional<CudaError> error = fields.find("expect_error").map(StepReader::error);
        return switch (entry.key()) {
            case "launch" -> List.of(launch(entry, error));
            case "graph" -> List.of(graph(entry, error));
            case "copy" -> List.of(copy(entry, error));
            case "fill" -> List.of(fill(entry, error));
            case "set" -> List.of(set(entry, error));
            case "read" -> List.of(read(entry, error));
            case "synchronize" -> List.of(synchronize(entry, error));
            case "repeat" -> repeated(entry);
            default -> List.copyOf(limits(entry.value(), error));
        };
    }

    private static List<PlanStep> repeated(YamlNode.Entry entry) {
        YamlFields fields = YamlFields.of(entry.value(), "a repetition", List.of("times", "steps"));
        long times = YamlFields.whole(fields.get("times"), 1, MOST_STEPS);
        List<PlanStep> once = new ArrayList<>();
        PlanReader.list(fields.get("steps"), "a list of steps").forEach(each -> once.addAll(steps(each)));
        if (once.size() * times > MOST_STEPS) {
            throw entry.place().problem("more than " + MOST_STEPS + " steps");
        }
        List<PlanStep> all = new ArrayList<>();
        for (long i = 0; i < times; i++) {
            all.addAll(once);
        }
        return all;
    }

    private static PlanStep launch(YamlNode.Entry entry, Optional<CudaError> error) {
        YamlFields fields = YamlFields.of(
                entry.value(),
                "a launch",
                Stream.concat(GRID.stream(), Stream.of("stream")).toList());
        return launch(fields, entry.place(), error, stream(fields));
    }

    private static PlanStep graph(YamlNode.Entry entry, Optional<CudaError> error) {
        YamlFields fields =
                YamlFields.of(entry.value(), "a graph", List.of("name", "nodes", "device", "launch", "stream"));
        List<PlanStep.GraphNodeSpec> nodes = new ArrayList<>();
        for (YamlNode each : PlanReader.list(fields.get("nodes"), "a list of nodes")) {
            nodes.add(node(each, nodes.size()));
        }
        boolean isForDevice = truth(fields, "device", false);
        boolean isLaunched = truth(fields, "launch", true);
        if (!isForDevice && !isLaunched) {
            throw entry.place()
                    .problem("only device code could launch this graph; add device: true, or launch it here");
        }
        return new PlanStep.LaunchGraph(
                entry.place(),
                error,
                fields.find("name").map(each -> ArgumentReader.name(each, "the name of a graph")),
                nodes,
                isForDevice,
                isLaunched,
                stream(fields));
    }

    private static boolean truth(YamlFields fields, String key, boolean otherwise) {
        if (!fields.has(key)) {
            return otherwise;
        }
        String text = YamlFields.text(fields.get(key), "true or false").text();
        if (!text.equals("true") && !text.equals("false")) {
            throw fields.get(key).place().problem("found '" + text + "', expected true or false");
        }
        return text.equals("true");
    }

    private static PlanStep.GraphNodeSpec node(YamlNode node, int number) {
        YamlFields fields = YamlFields.of(
                node, "a node", Stream.concat(GRID.stream(), Stream.of("after")).toList());
        List<Integer> after = new ArrayList<>();
        if (fields.has("after")) {
            if (number == 0) {
                throw fields.get("after").place().problem("the first node has no earlier node; leave 'after' out");
            }
            for (YamlNode each : PlanReader.list(fields.get("after"), "a list of earlier nodes, from 0")) {
                after.add((int) YamlFields.whole(each, 0, number - 1L));
            }
        }
        return new PlanStep.GraphNodeSpec(launch(fields, node.place(), Optional.empty(), Optional.empty()), after);
    }

    private static PlanStep.Launch launch(
            YamlFields fields, FilePosition place, Optional<CudaError> error, Optional<PositionedName> stream) {
        long[] grid = extent(fields.get("grid"));
        long[] block = extent(fields.get("block"));
        return new PlanStep.Launch(
                place,
                error,
                ArgumentReader.name(fields.get("kernel"), "the name of a kernel"),
                new LaunchShape(
                        grid[0],
                        grid[1],
                        grid[2],
                        block[0],
                        block[1],
                        block[2],
                        fields.whole("shared", 0, Integer.MAX_VALUE, 0)),
                stream,
                fields.find("arguments").map(ArgumentReader::arguments).orElse(List.of()));
    }

    /** One to three extents, x first. */
    private static long[] extent(YamlNode node) {
        List<YamlNode> given = node instanceof YamlNode.Sequence list ? list.items() : List.of(node);
        if (given.isEmpty() || given.size() > 3) {
            throw node.place().problem("found " + given.size() + " lengths, expected x, or [x, y], or [x, y, z]");
        }
        long[] extent = {1, 1, 1};
        for (int i = 0; i < given.size(); i++) {
            extent[i] = YamlFields.whole(given.get(i), 0, Integer.MAX_VALUE);
        }
        return extent;
    }

    private static Optional<PositionedName> stream(YamlFields fields) {
        return fields.find("stream").map(each -> ArgumentReader.name(each, "the name of a stream"));
    }

    private static Optional<Long> bytes(YamlFields fields) {
        return fields.find("bytes").map(each -> YamlFields.whole(each, 0, MOST_BYTES));
    }

    private static PlanStep copy(YamlNode.Entry entry, Optional<CudaError> error) {
        YamlFields fields = YamlFields.of(entry.value(), "a copy", List.of("from", "to", "bytes", "stream"));
        return new PlanStep.Copy(
                entry.place(),
                error,
                ArgumentReader.address(fields.get("from")),
                ArgumentReader.address(fields.get("to")),
                bytes(fields),
                stream(fields));
    }

    private static PlanStep fill(YamlNode.Entry entry, Optional<CudaError> error) {
        YamlFields fields = YamlFields.of(entry.value(), "a fill", List.of("buffer", "value", "bytes", "stream"));
        return new PlanStep.Fill(
                entry.place(),
                error,
                ArgumentReader.address(fields.get("buffer")),
                (int) fields.whole("value", -128, 255, 0),
                bytes(fields),
                stream(fields));
    }

    private static PlanStep set(YamlNode.Entry entry, Optional<CudaError> error) {
        YamlFields fields = YamlFields.of(entry.value(), "a set", List.of("variable", "type", "values"));
        List<LaunchArgument.Value> values = new ArrayList<>();
        for (YamlNode each : PlanReader.list(fields.get("values"), "a list of numbers")) {
            values.add(new LaunchArgument.Value(each.place(), NumberParser.of(each)));
        }
        return new PlanStep.SetVariable(
                entry.place(),
                error,
                ArgumentReader.name(fields.get("variable"), "the name of a variable"),
                fields.find("type").map(BufferReader::type),
                values);
    }

    private static PlanStep read(YamlNode.Entry entry, Optional<CudaError> error) {
        YamlFields fields = YamlFields.of(entry.value(), "a read", List.of("variable", "into"));
        return new PlanStep.ReadVariable(
                entry.place(),
                error,
                ArgumentReader.name(fields.get("variable"), "the name of a variable"),
                ArgumentReader.address(fields.get("into")));
    }

    private static PlanStep synchronize(YamlNode.Entry entry, Optional<CudaError> error) {
        if (entry.value() instanceof YamlNode.Scalar scalar && scalar.text().equals("device")) {
            return new PlanStep.Synchronize(entry.place(), error, Optional.empty());
        }
        YamlFields fields = YamlFields.of(entry.value(), "a synchronisation", List.of("stream", "expect_error"));
        Optional<CudaError> inner = fields.find("expect_error").map(StepReader::error);
        return new PlanStep.Synchronize(entry.place(), inner.isPresent() ? inner : error, stream(fields));
    }

    /** Limits by their names. */
    static List<PlanStep.SetLimit> limits(YamlNode node, Optional<CudaError> error) {
        List<PlanStep.SetLimit> limits = new ArrayList<>();
        for (YamlNode.Entry each :
                YamlFields.of(node, "limits", PlanLimit.words()).entries()) {
            limits.add(new PlanStep.SetLimit(
                    each.place(), error, PlanLimit.of(each.key()), YamlFields.whole(each.value(), 0, MOST_BYTES)));
        }
        return limits;
    }

    /** An error by its name or its number. */
    static CudaError error(YamlNode node) {
        String text =
                YamlFields.text(node, "an error such as cudaErrorLaunchFailure").text();
        return Arrays.stream(CudaError.values())
                .filter(each -> each.isCalled(text))
                .findFirst()
                .orElseThrow(() -> node.place()
                        .problem("unknown error '" + text + "'"
                                + Optional.of(YamlFields.didYouMean(
                                                text,
                                                Arrays.stream(CudaError.values())
                                                        .map(CudaError::cudaName)
                                                        .toList()))
                                        .filter(each -> each.startsWith(";"))
                                        .orElse("; 'cdpsim errors' lists them")));
    }
}
