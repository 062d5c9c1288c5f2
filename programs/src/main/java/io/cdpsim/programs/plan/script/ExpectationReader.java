package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.expression.Formula;
import io.cdpsim.programs.plan.expression.FormulaException;
import io.cdpsim.programs.plan.yaml.Fields;
import io.cdpsim.programs.plan.yaml.Numbers;
import io.cdpsim.programs.plan.yaml.YamlNode;
import java.util.List;
import java.util.Optional;

/** Reads what a plan expects. */
final class ExpectationReader {
    private static final List<String> KINDS = List.of("buffer", "variable", "output", "error");
    private static final List<String> KEYS =
            List.of("buffer", "variable", "output", "error", "equals", "tolerance", "type");

    private final DataFolder data;

    /** @param data where files are looked up */
    ExpectationReader(DataFolder data) {
        this.data = data;
    }

    Expectation expectation(YamlNode node) {
        Fields fields = Fields.of(node, "an expectation", KEYS);
        YamlNode.Entry entry = fields.oneOf(KINDS);
        return switch (entry.key()) {
            case "buffer" ->
                new Expectation.OfBuffer(
                        entry.place(),
                        ArgumentReader.name(
                                only(fields, entry, List.of("equals", "tolerance")), "the name of a buffer"),
                        wanted(fields.get("equals")),
                        tolerance(fields));
            case "variable" -> {
                Optional<ValueType> type = fields.find("type").map(BufferReader::type);
                yield new Expectation.OfVariable(
                        entry.place(),
                        ArgumentReader.name(
                                only(fields, entry, List.of("equals", "tolerance", "type")), "the name of a variable"),
                        type,
                        wanted(fields.get("equals")),
                        tolerance(fields));
            }
            case "error" -> new Expectation.LeftError(entry.place(), StepReader.error(only(fields, entry, List.of())));
            default -> output(entry.place(), only(fields, entry, List.of()));
        };
    }

    /** The value of an entry beside which only some keys mean something. */
    private static YamlNode only(Fields fields, YamlNode.Entry entry, List<String> others) {
        for (YamlNode.Entry each : fields.entries()) {
            if (!each.key().equals(entry.key()) && !others.contains(each.key())) {
                throw each.place().problem("'" + each.key() + "' means nothing beside '" + entry.key() + "'");
            }
        }
        return entry.value();
    }

    private static double tolerance(Fields fields) {
        double tolerance = fields.find("tolerance")
                .map(each -> Numbers.of(each).doubleValue())
                .orElse(0.0);
        if (!(tolerance >= 0)) {
            throw fields.get("tolerance").place().problem("found " + tolerance + ", expected 0 or more");
        }
        return tolerance;
    }

    private Wanted wanted(YamlNode node) {
        if (node instanceof YamlNode.Sequence) {
            return new Wanted.Listed(node.place(), BufferReader.numbers(node));
        }
        if (node instanceof YamlNode.Mapping) {
            YamlNode file = Fields.of(node, "what is expected", List.of("file")).get("file");
            DataFile found = data.file(file);
            return found.isText()
                    ? new Wanted.Listed(file.place(), found.numbers())
                    : new Wanted.Bytes(file.place(), found.bytes());
        }
        String text = Fields.text(node, "a formula, a buffer, a list or a file").text();
        Optional<Number> number = Numbers.parse(text);
        try {
            // Numbers that no formula can hold, such as nan.
            return new Wanted.Computed(
                    node.place(),
                    number.filter(each -> each instanceof Double).isPresent()
                            ? new Formula.Real(number.get().doubleValue())
                            : Formula.parse(text));
        } catch (FormulaException e) {
            throw node.place().problem(String.valueOf(e.getMessage()));
        }
    }

    private static Expectation output(io.cdpsim.programs.plan.yaml.Place place, YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar) {
            return new Expectation.Output(place, scalar.text(), true);
        }
        Fields fields = Fields.of(node, "an output", List.of("contains"));
        return new Expectation.Output(
                place, Fields.text(fields.get("contains"), "a text").text(), false);
    }
}
