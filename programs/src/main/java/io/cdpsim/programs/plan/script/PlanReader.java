package io.cdpsim.programs.plan.script;

import io.cdpsim.programs.plan.script.Plan.BufferDefinition;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a launch plan. docs/use/ptx.md describes the format. */
public final class PlanReader {
    private static final List<String> SECTIONS = List.of("profile", "limits", "buffers", "steps", "expect");

    private PlanReader() {}

    /**
     * Reads a file.
     *
     * @throws InvalidInputException if it cannot be read or is not a plan; the message names file, line and column
     */
    public static Plan read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + file + ": " + FileErrors.reason(e));
        }
        Path folder = file.toAbsolutePath().getParent();
        return read(file.toString(), text, folder == null ? file : folder);
    }

    /**
     * Reads a text.
     *
     * @param name its name in messages
     * @param folder the folder that its file names are relative to
     */
    public static Plan read(String name, String text, Path folder) {
        DataFileResolver data = new DataFileResolver(folder);
        YamlFields fields = YamlFields.of(YamlReader.read(name, text), "a plan", SECTIONS);
        Optional<PositionedName> profile = fields.find("profile")
                .map(each -> YamlFields.text(each, "the name of a profile, or a file"))
                .map(each -> new PositionedName(each.place(), each.text()));
        List<PlanStep.SetLimit> limits = fields.find("limits")
                .map(each -> StepReader.limits(each, Optional.empty()))
                .orElse(List.of());
        Map<String, BufferDefinition> buffers = new LinkedHashMap<>();
        fields.find("buffers").ifPresent(each -> {
            BufferReader reader = new BufferReader(data);
            for (YamlNode.Entry entry : mapping(each, "buffers by their names").entries()) {
                buffers.put(entry.key(), reader.buffer(entry));
            }
        });
        List<PlanStep> steps = new ArrayList<>();
        fields.find("steps").ifPresent(each -> {
            for (YamlNode step : list(each, "a list of steps")) {
                steps.addAll(StepReader.steps(step));
            }
        });
        if (steps.isEmpty()) {
            throw fields.place().problem("a plan lacks 'steps' with a launch");
        }
        List<PlanExpectation> expectations = new ArrayList<>();
        fields.find("expect").ifPresent(each -> {
            PlanExpectationReader reader = new PlanExpectationReader(data);
            list(each, "a list of expectations").forEach(item -> expectations.add(reader.expectation(item)));
        });
        return new Plan(profile, limits, List.copyOf(buffers.values()), steps, expectations, data.named());
    }

    private static YamlNode.Mapping mapping(YamlNode node, String expected) {
        if (node instanceof YamlNode.Mapping mapping) {
            return mapping;
        }
        if (node instanceof YamlNode.Scalar scalar && scalar.text().isEmpty()) {
            return new YamlNode.Mapping(node.place(), List.of());
        }
        throw node.place().problem("found " + node.kind() + ", expected " + expected);
    }

    static List<YamlNode> list(YamlNode node, String expected) {
        if (node instanceof YamlNode.Sequence sequence) {
            return sequence.items();
        }
        if (node instanceof YamlNode.Scalar scalar && scalar.text().isEmpty()) {
            return List.of();
        }
        throw node.place().problem("found " + node.kind() + ", expected " + expected);
    }
}
