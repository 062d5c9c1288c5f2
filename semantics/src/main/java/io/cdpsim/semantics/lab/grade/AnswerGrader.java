package io.cdpsim.semantics.lab.grade;

import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.key.Answer;
import io.cdpsim.semantics.lab.key.LabQuestion;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.yaml.NumberParser;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Compares a sheet of answers with the key. */
final class AnswerGrader {
    private static final String PREDICTED = "predicted";
    private static final String MEASURED = "measured";
    private static final String ANSWER = "answer";

    private AnswerGrader() {}

    /**
     * A mark for each question.
     *
     * @param sheet the sheet; empty if none was handed in
     * @throws InvalidInputException if it is no such sheet
     */
    static List<ItemScore> marks(Lab lab, Optional<Path> sheet) {
        List<LabQuestion> questions = lab.key().questions();
        if (sheet.isEmpty()) {
            return questions.stream()
                    .map(each -> ItemScore.none(each.name(), each.points(), "there is no " + Lab.ANSWERS))
                    .toList();
        }
        List<String> known = new ArrayList<>(List.of("lab"));
        questions.forEach(each -> known.add(each.name()));
        YamlNode root = YamlReader.read(sheet.get().toString(), Submission.text(sheet.get()));
        YamlFields fields = YamlFields.of(root, "a sheet of answers", known);
        fields.find("lab").ifPresent(each -> {
            if (YamlFields.whole(each, 1, Integer.MAX_VALUE) != lab.number()) {
                throw each.place().problem("these are answers to another lab, expected those to lab " + lab.number());
            }
        });
        return questions.stream().map(each -> mark(each, fields)).toList();
    }

    private static ItemScore mark(LabQuestion question, YamlFields sheet) {
        Optional<YamlNode> given = sheet.find(question.name());
        if (given.isEmpty()) {
            return missing(question);
        }
        if (question.answer() instanceof Answer.Choice choice) {
            YamlFields fields = YamlFields.of(given.get(), "an answer", List.of(ANSWER));
            String word = fields.find(ANSWER).map(AnswerGrader::text).orElse("");
            return word.isEmpty() ? missing(question) : word(question, choice, word, fields);
        }
        Answer.Measured right = (Answer.Measured) question.answer();
        YamlFields fields = YamlFields.of(given.get(), "an answer", List.of(PREDICTED, MEASURED));
        Optional<Double> measured = number(fields, MEASURED, right.unit());
        Optional<Double> predicted = number(fields, PREDICTED, right.unit());
        if (measured.isEmpty()) {
            return missing(question);
        }
        if (!right.takes(measured.get())) {
            String by = right.tolerance() == 0
                    ? "the number is not the one that the run shows"
                    : "more than " + Math.round(100 * right.tolerance()) + "% beside what the run shows";
            return ItemScore.none(question.name(), question.points(), by + "; " + question.hint());
        }
        if (predicted.isEmpty()) {
            return ItemScore.none(
                    question.name(),
                    question.points(),
                    "right, but without a prediction; write what you expected, whatever it was");
        }
        return ItemScore.full(question.name(), question.points());
    }

    private static ItemScore word(LabQuestion question, Answer.Choice choice, String word, YamlFields fields) {
        String given = word.toLowerCase(Locale.ROOT);
        if (!choice.offered().contains(given)) {
            throw fields.place()
                    .problem("found '" + word + "', expected one of " + String.join(", ", choice.offered()));
        }
        return given.equals(choice.word())
                ? ItemScore.full(question.name(), question.points())
                : ItemScore.none(question.name(), question.points(), "not so; " + question.hint());
    }

    private static ItemScore missing(LabQuestion question) {
        return ItemScore.none(question.name(), question.points(), "not answered");
    }

    /** A number, behind which its unit may stand. */
    private static Optional<Double> number(YamlFields fields, String key, String unit) {
        Optional<YamlNode> node = fields.find(key);
        String text = node.map(AnswerGrader::text).orElse("");
        if (node.isEmpty() || text.isEmpty()) {
            return Optional.empty();
        }
        String bare = !unit.isEmpty() && text.endsWith(unit)
                ? text.substring(0, text.length() - unit.length()).strip()
                : text;
        return Optional.of(NumberParser.parse(bare)
                .orElseThrow(() -> node.get()
                        .place()
                        .problem("found '" + text + "', expected a number" + (unit.isEmpty() ? "" : " of " + unit)))
                .doubleValue());
    }

    private static String text(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar
                ? scalar.text().strip()
                : YamlFields.text(node, "a word or a number").text();
    }
}
