package io.cdpsim.semantics.lab.key;

import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.lab.key.GradingKey.Derivation;
import io.cdpsim.semantics.lab.key.GradingKey.ExpectedAnswer;
import io.cdpsim.semantics.lab.key.GradingKey.JsonField;
import io.cdpsim.semantics.lab.key.ProgramTask.Criterion;
import io.cdpsim.workloads.yaml.NumberParser;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads grading keys from YAML. */
public final class GradingKeyReader {
    private static final int MOST = 1_000_000;
    private static final List<Long> SEEDS = List.of(1L, 2L);
    private static final long EVENTS = 300_000;
    private static final List<String> KEY = List.of("title", "minutes", "files", "parameters", "program", "questions");
    private static final List<String> PROGRAM = List.of("profile", "seeds", "events", "launches", "breaks", "criteria");
    private static final List<String> CRITERION =
            List.of("points", "hint", "is", "except", "kernels", "kernel", "least", "most");
    private static final List<String> QUESTION =
            List.of("name", "points", "number", "tolerance", "unit", "word", "offered", "hint", "read", "as");

    private GradingKeyReader() {}

    /**
     * Reads a key.
     *
     * @param file the file name in messages
     * @throws io.cdpsim.workloads.InvalidInputException if the text is malformed
     */
    public static GradingKey read(String file, String text) {
        YamlFields fields = YamlFields.of(YamlReader.read(file, text), "a key", KEY);
        return new GradingKey(
                word(fields, "title"),
                (int) YamlFields.whole(fields.get("minutes"), 1, 60),
                words(fields.get("files")),
                fields.find("parameters").map(GradingKeyReader::items).orElse(List.of()).stream()
                        .map(GradingKeyReader::parameter)
                        .toList(),
                program(fields.get("program")),
                items(fields.get("questions")).stream()
                        .map(GradingKeyReader::question)
                        .toList());
    }

    private static LabParameter parameter(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "a parameter", List.of("texts", "values"));
        return new LabParameter(words(fields.get("texts")), words(fields.get("values")));
    }

    private static ProgramTask program(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "a program", PROGRAM);
        List<Long> seeds = fields.find("seeds")
                .map(each -> items(each).stream()
                        .map(seed -> YamlFields.whole(seed, 0, Long.MAX_VALUE))
                        .toList())
                .orElse(SEEDS);
        return new ProgramTask(
                word(fields, "profile"),
                List.of(LaunchPolicy.values()),
                seeds,
                fields.whole("events", 1, Long.MAX_VALUE, EVENTS),
                fields.find("launches").map(GradingKeyReader::items).orElse(List.of()).stream()
                        .map(GradingKeyReader::required)
                        .toList(),
                fields.find("breaks").map(GradingKeyReader::items).orElse(List.of()).stream()
                        .map(GradingKeyReader::planEdit)
                        .toList(),
                items(fields.get("criteria")).stream()
                        .map(GradingKeyReader::criterion)
                        .toList());
    }

    private static ProgramTask.RequiredLaunch required(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "a launch", List.of("kernel", "by", "least"));
        return new ProgramTask.RequiredLaunch(
                word(fields, "kernel"),
                fields.find("by").map(GradingKeyReader::text).orElse(""),
                (int) fields.whole("least", 1, MOST, 1));
    }

    private static ProgramTask.PlanEdit planEdit(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "a change of the plan", List.of("text", "replacement", "remark"));
        return new ProgramTask.PlanEdit(word(fields, "text"), word(fields, "replacement"), word(fields, "remark"));
    }

    private static Criterion criterion(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "a criterion", CRITERION);
        int points = (int) YamlFields.whole(fields.get("points"), 1, 100);
        String hint = word(fields, "hint");
        YamlNode.Scalar kind = YamlFields.text(fields.get("is"), "a kind of criterion");
        return switch (kind.text()) {
            case "result" -> new Criterion.Result(points, hint);
            case "clean" ->
                new Criterion.Clean(
                        points,
                        hint,
                        Set.copyOf(fields.find("except")
                                .map(GradingKeyReader::words)
                                .orElse(List.of())));
            case "grids" ->
                new Criterion.Grids(
                        points,
                        hint,
                        words(fields.get("kernels")),
                        fields.whole("least", 0, MOST, 0),
                        fields.whole("most", 0, MOST, MOST));
            case "overlap" ->
                new Criterion.Overlap(
                        points, hint, word(fields, "kernel"), (int) YamlFields.whole(fields.get("least"), 1, MOST));
            case "time" ->
                new Criterion.Time(
                        points,
                        hint,
                        word(fields, "kernel"),
                        NumberParser.of(fields.get("most")).doubleValue());
            default ->
                throw kind.place()
                        .problem("found '" + kind.text() + "', expected result, clean, grids, overlap or time");
        };
    }

    private static GradingKey.Question question(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "a question", QUESTION);
        ExpectedAnswer answer = fields.has("number")
                ? new ExpectedAnswer.Measurement(
                        NumberParser.of(fields.get("number")).doubleValue(),
                        fields.find("tolerance")
                                .map(each -> NumberParser.of(each).doubleValue())
                                .orElse(0.0),
                        fields.find("unit").map(each -> text(each)).orElse(""))
                : new ExpectedAnswer.Choice(word(fields, "word"), words(fields.get("offered")));
        return new GradingKey.Question(
                word(fields, "name"),
                (int) YamlFields.whole(fields.get("points"), 1, 100),
                answer,
                word(fields, "hint"),
                fields.find("read").map(each -> derivation(each, fields)));
    }

    private static Derivation derivation(YamlNode node, YamlFields question) {
        List<JsonField> fields = new ArrayList<>();
        for (YamlNode each : items(node)) {
            YamlFields field = YamlFields.of(each, "a field of a command's output", List.of("command", "field"));
            fields.add(new JsonField(word(field, "command"), word(field, "field")));
        }
        Optional<YamlNode> operation = question.find("as");
        return new Derivation(
                operation
                        .map(each -> Derivation.Operation.valueOf(text(each).toUpperCase(Locale.ROOT)))
                        .orElse(Derivation.Operation.VALUE),
                fields);
    }

    private static String word(YamlFields fields, String key) {
        return text(fields.get(key));
    }

    private static String text(YamlNode node) {
        return YamlFields.text(node, "a text").text();
    }

    private static List<String> words(YamlNode node) {
        return items(node).stream().map(GradingKeyReader::text).toList();
    }

    private static List<YamlNode> items(YamlNode node) {
        if (node instanceof YamlNode.Sequence sequence) {
            return sequence.items();
        }
        throw node.place().problem("found " + node.kind() + ", expected a list");
    }
}
