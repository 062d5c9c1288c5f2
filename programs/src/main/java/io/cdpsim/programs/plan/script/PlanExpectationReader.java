package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.expression.Formula;
import io.cdpsim.programs.plan.expression.FormulaException;
import io.cdpsim.workloads.yaml.NumberParser;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import java.util.List;
import java.util.Optional;

/** Parses the expectations of a plan. */
final class PlanExpectationReader {
    private static final List<String> KINDS = List.of("buffer", "variable", "output", "error");
    private static final List<String> KEYS =
            List.of("buffer", "variable", "output", "error", "equals", "tolerance", "type");

    private final DataFileResolver data;

    /** @param data resolves names of files */
    PlanExpectationReader(DataFileResolver data) {
        this.data = data;
    }

    PlanExpectation expectation(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "an expectation", KEYS);
        YamlNode.Entry entry = fields.oneOf(KINDS);
        return switch (entry.key()) {
            case "buffer" ->
                new PlanExpectation.OfBuffer(
                        entry.place(),
                        ArgumentReader.name(
                                only(fields, entry, List.of("equals", "tolerance")), "the name of a buffer"),
                        wanted(fields.get("equals")),
                        tolerance(fields));
            case "variable" -> {
                Optional<ValueType> type = fields.find("type").map(BufferReader::type);
                yield new PlanExpectation.OfVariable(
                        entry.place(),
                        ArgumentReader.name(
                                only(fields, entry, List.of("equals", "tolerance", "type")), "the name of a variable"),
                        type,
                        wanted(fields.get("equals")),
                        tolerance(fields));
            }
            case "error" ->
                new PlanExpectation.LeftError(entry.place(), StepReader.error(only(fields, entry, List.of())));
            default -> output(entry.place(), only(fields, entry, List.of()));
        };
    }

    /** The value of an entry that permits only some other keys. */
    private static YamlNode only(YamlFields fields, YamlNode.Entry entry, List<String> others) {
        for (YamlNode.Entry each : fields.entries()) {
            if (!each.key().equals(entry.key()) && !others.contains(each.key())) {
                throw each.place().problem("'" + each.key() + "' has no effect beside '" + entry.key() + "'");
            }
        }
        return entry.value();
    }

    private static double tolerance(YamlFields fields) {
        double tolerance = fields.find("tolerance")
                .map(each -> NumberParser.of(each).doubleValue())
                .orElse(0.0);
        if (!(tolerance >= 0)) {
            throw fields.get("tolerance").place().problem("found " + tolerance + ", expected 0 or more");
        }
        return tolerance;
    }

    private ExpectedElements wanted(YamlNode node) {
        if (node instanceof YamlNode.Sequence) {
            return new ExpectedElements.Listed(node.place(), BufferReader.numbers(node));
        }
        if (node instanceof YamlNode.Mapping) {
            YamlNode file =
                    YamlFields.of(node, "what is expected", List.of("file")).get("file");
            DataFileResolver.DataFile found = data.file(file);
            return found.isText()
                    ? new ExpectedElements.Listed(file.place(), found.numbers())
                    : new ExpectedElements.Bytes(file.place(), found.bytes());
        }
        String text =
                YamlFields.text(node, "a formula, a buffer, a list or a file").text();
        Optional<Number> number = NumberParser.parse(text);
        try {
            // Numbers that no formula can contain, such as nan.
            return new ExpectedElements.Computed(
                    node.place(),
                    number.filter(each -> each instanceof Double).isPresent()
                            ? Formula.constant(number.get().doubleValue())
                            : Formula.parse(text));
        } catch (FormulaException e) {
            throw node.place().problem(String.valueOf(e.getMessage()));
        }
    }

    private static PlanExpectation output(io.cdpsim.workloads.yaml.FilePosition place, YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar) {
            return new PlanExpectation.Output(place, scalar.text(), true);
        }
        YamlFields fields = YamlFields.of(node, "an output", List.of("contains"));
        return new PlanExpectation.Output(
                place, YamlFields.text(fields.get("contains"), "a text").text(), false);
    }
}
