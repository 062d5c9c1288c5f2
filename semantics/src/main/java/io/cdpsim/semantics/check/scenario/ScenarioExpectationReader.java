package io.cdpsim.semantics.check.scenario;

import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.check.expectation.BrokenRulesExpectation;
import io.cdpsim.semantics.check.expectation.ErrorExpectation;
import io.cdpsim.semantics.check.expectation.ExitCodeExpectation;
import io.cdpsim.semantics.check.expectation.Expectation;
import io.cdpsim.semantics.check.expectation.ExpectedRange;
import io.cdpsim.semantics.check.expectation.GridCountExpectation;
import io.cdpsim.semantics.check.expectation.GridOrderExpectation;
import io.cdpsim.semantics.check.expectation.KeptRulesExpectation;
import io.cdpsim.semantics.check.expectation.OutcomeExpectation;
import io.cdpsim.semantics.check.expectation.OutputExpectation;
import io.cdpsim.semantics.check.expectation.ResultExpectation;
import io.cdpsim.semantics.check.expectation.TimeExpectation;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads the expectations of a scenario. */
final class ScenarioExpectationReader {
    private static final List<String> OF_RUNS = List.of(
            "exit", "output", "result", "results", "errors", "races", "warnings", "keeps", "orders", "counts", "time");
    private static final List<String> ERROR_NAMES =
            Arrays.stream(CudaError.values()).map(CudaError::cudaName).toList();
    private static final String NONE = "none";
    private static final Pattern RULE = Pattern.compile("[A-Z]+-[0-9]+|[A-Z]+-[a-z]+|M-[0-9]+");
    private static final Pattern GROUP = Pattern.compile("[A-Z]+-([0-9]+|\\*)");
    private static final Pattern NUMBERS = Pattern.compile(
            "(-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(\\.\\.(-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)?)?");
    private static final Pattern TIME = Pattern.compile("(.*[0-9.]) ?(ns|us|ms|s)");

    private ScenarioExpectationReader() {}

    static List<Expectation> ofRuns(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "the expectations of a scenario", OF_RUNS);
        List<Expectation> expectations = new ArrayList<>();
        for (YamlNode.Entry each : fields.entries()) {
            expectations.addAll(expectations(each));
        }
        return expectations;
    }

    private static List<? extends Expectation> expectations(YamlNode.Entry entry) {
        FilePosition place = entry.place();
        YamlNode value = entry.value();
        return switch (entry.key()) {
            case "exit" -> List.of(new ExitCodeExpectation(place, (int) YamlFields.whole(value, 0, 255)));
            case "output" -> List.of(output(place, value));
            case "result" -> List.of(new OutcomeExpectation(place, result(value)));
            case "results" ->
                entries(value, "values of results by their names").stream()
                        .map(each -> resultExpectation(each))
                        .toList();
            case "errors" -> List.of(new ErrorExpectation(place, errors(value)));
            case "races" ->
                List.of(new BrokenRulesExpectation(place, BrokenRulesExpectation.Kind.RACES, broken(value)));
            case "warnings" ->
                List.of(new BrokenRulesExpectation(place, BrokenRulesExpectation.Kind.WARNINGS, broken(value)));
            case "keeps" -> List.of(new KeptRulesExpectation(place, kept(value)));
            case "orders" ->
                ScenarioReader.items(value, "a list of orders such as 'b after a'").stream()
                        .map(each -> order(each))
                        .toList();
            case "counts" ->
                entries(value, "numbers of grids by the kernel's name").stream()
                        .map(each -> new GridCountExpectation(each.place(), each.key(), range(each.value())))
                        .toList();
            default -> List.of(new TimeExpectation(place, time(value)));
        };
    }

    static List<LitmusExpectation> ofLitmus(YamlNode node) {
        List<LitmusExpectation> expectations = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (LitmusExpectation.Question each : LitmusExpectation.Question.values()) {
            keys.add(each.key());
        }
        for (YamlNode.Entry each :
                YamlFields.of(node, "the expectations of a litmus test", keys).entries()) {
            for (LitmusExpectation.Question question : LitmusExpectation.Question.values()) {
                if (question.key().equals(each.key())) {
                    expectations.add(new LitmusExpectation(each.place(), question, answer(question, each.value())));
                }
            }
        }
        return expectations;
    }

    private static String answer(LitmusExpectation.Question question, YamlNode node) {
        return switch (question) {
            case VERDICT -> oneOf(node, List.of("Ok", "No"));
            case OBSERVATION -> oneOf(node, List.of("Never", "Sometimes", "Always"));
            case RACES ->
                node instanceof YamlNode.Scalar scalar && scalar.text().equals(NONE)
                        ? NONE
                        : String.valueOf(YamlFields.whole(node, 1, Integer.MAX_VALUE));
            case STATES ->
                LitmusExpectation.text(ScenarioReader.items(node, "a list of final states").stream()
                        .map(each -> YamlFields.text(each, "a final state").text())
                        .toList());
        };
    }

    private static String oneOf(YamlNode node, List<String> words) {
        YamlNode.Scalar text = YamlFields.text(node, "one of " + String.join(", ", words));
        if (!words.contains(text.text())) {
            throw text.place().problem("found '" + text.text() + "'" + YamlFields.didYouMean(text.text(), words));
        }
        return text.text();
    }

    private static List<YamlNode.Entry> entries(YamlNode node, String expected) {
        if (node instanceof YamlNode.Mapping mapping) {
            return mapping.entries();
        }
        throw node.place().problem("found " + node.kind() + ", expected " + expected);
    }

    private static OutputExpectation output(FilePosition place, YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar) {
            return new OutputExpectation(place, OutputExpectation.Comparison.EQUALS, scalar.text());
        }
        YamlFields fields = YamlFields.of(node, "an output", List.of("contains", "matches"));
        YamlNode.Entry entry = fields.oneOf(List.of("contains", "matches"));
        YamlNode.Scalar text = YamlFields.text(entry.value(), "a text");
        if (entry.key().equals("contains")) {
            return new OutputExpectation(place, OutputExpectation.Comparison.CONTAINS, text.text());
        }
        try {
            Pattern.compile(text.text());
        } catch (PatternSyntaxException e) {
            throw text.place()
                    .problem("found '" + text.text() + "', expected a regular expression: " + e.getDescription());
        }
        return new OutputExpectation(place, OutputExpectation.Comparison.MATCHES, text.text());
    }

    private static OutcomeExpectation.Outcome result(YamlNode node) {
        OptionValueType<OutcomeExpectation.Outcome> results =
                OptionValueType.choice(OutcomeExpectation.Outcome.values());
        return results.read(oneOf(node, results.choices()));
    }

    private static ResultExpectation resultExpectation(YamlNode.Entry entry) {
        YamlNode.Scalar text = YamlFields.text(entry.value(), "a number, a range such as 3..5, or a text");
        boolean isNumber = NUMBERS.matcher(text.text()).matches();
        return new ResultExpectation(
                entry.place(), entry.key(), isNumber ? Optional.of(range(text)) : Optional.empty(), text.text());
    }

    /** A number or a range of numbers: {@code 4}, {@code 3..5}, {@code 1..}. */
    private static ExpectedRange range(YamlNode node) {
        String expected = "a number, or a range such as 3..5 or 1..";
        YamlNode.Scalar text = YamlFields.text(node, expected);
        Matcher numbers = NUMBERS.matcher(text.text());
        if (!numbers.matches()) {
            throw text.place().problem("found '" + text.text() + "', expected " + expected);
        }
        double least = Double.parseDouble(numbers.group(1));
        if (numbers.group(2) == null) {
            return ExpectedRange.exactly(least);
        }
        double most = numbers.group(3) == null ? Double.POSITIVE_INFINITY : Double.parseDouble(numbers.group(3));
        if (most < least) {
            throw text.place().problem("found '" + text.text() + "', whose end is less than its start");
        }
        return new ExpectedRange(least, most);
    }

    private static ExpectedRange time(YamlNode node) {
        String expected = "a time such as '50 us', or a range such as '40..60 us'";
        YamlNode.Scalar text = YamlFields.text(node, expected);
        Matcher time = TIME.matcher(text.text());
        if (!time.matches()) {
            throw text.place().problem("found '" + text.text() + "', expected " + expected);
        }
        double micros = switch (time.group(2)) {
            case "ns" -> 1e-3;
            case "us" -> 1;
            case "ms" -> 1e3;
            default -> 1e6;
        };
        ExpectedRange range = range(new YamlNode.Scalar(text.place(), time.group(1)));
        return new ExpectedRange(range.least() * micros, range.most() * micros);
    }

    private static boolean isNone(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && scalar.text().equals(NONE);
    }

    private static Set<String> errors(YamlNode node) {
        Set<String> names = new LinkedHashSet<>();
        if (!isNone(node)) {
            for (YamlNode each : ScenarioReader.items(node, "'none', or a list of errors")) {
                YamlNode.Scalar text = YamlFields.text(each, "the name of an error");
                names.add(errorName(text));
            }
        }
        return names;
    }

    private static String errorName(YamlNode.Scalar name) {
        if (!ERROR_NAMES.contains(name.text())) {
            String suggestion = YamlFields.didYouMean(name.text(), ERROR_NAMES);
            throw name.place()
                    .problem("found '" + name.text() + "', which is not a known CUDA error"
                            + (suggestion.contains("did you mean") ? suggestion : "; 'cdpsim errors' lists them"));
        }
        return name.text();
    }

    private static List<BrokenRulesExpectation.BrokenRule> broken(YamlNode node) {
        List<BrokenRulesExpectation.BrokenRule> broken = new ArrayList<>();
        if (!isNone(node)) {
            for (YamlNode each : ScenarioReader.items(node, "'none', or a list of rules")) {
                YamlNode.Scalar text = YamlFields.text(each, "a rule such as MEM-12, or MEM-12 at prog.cu:6");
                String[] parts = text.text().split(" at ", 2);
                if (!RULE.matcher(parts[0]).matches()) {
                    throw text.place()
                            .problem("found '" + text.text()
                                    + "', expected a rule such as MEM-12, or MEM-12 at prog.cu:6");
                }
                broken.add(new BrokenRulesExpectation.BrokenRule(parts[0], parts.length > 1 ? parts[1].strip() : ""));
            }
        }
        return broken;
    }

    private static List<String> kept(YamlNode node) {
        List<String> rules = new ArrayList<>();
        for (YamlNode each : ScenarioReader.items(node, "a list of rules")) {
            YamlNode.Scalar text = YamlFields.text(each, "a rule");
            if (!GROUP.matcher(text.text()).matches()) {
                throw text.place()
                        .problem("found '" + text.text()
                                + "', expected a rule such as MEM-12, or a group such as MEM-*");
            }
            rules.add(text.text());
        }
        return rules;
    }

    private static GridOrderExpectation order(YamlNode node) {
        YamlNode.Scalar text = YamlFields.text(node, "an order such as 'b after a'");
        // Names of template instances contain spaces.
        boolean isAfter = text.text().contains(" after ");
        String[] kernels = text.text().strip().split(isAfter ? "\\s+after\\s+" : "\\s+before\\s+", -1);
        if (kernels.length != 2 || kernels[0].isEmpty() || kernels[1].isEmpty()) {
            throw text.place()
                    .problem("found '" + text.text() + "', expected an order such as 'b after a' or 'a before b'");
        }
        return isAfter
                ? new GridOrderExpectation(text.place(), kernels[1], kernels[0])
                : new GridOrderExpectation(text.place(), kernels[0], kernels[1]);
    }
}
