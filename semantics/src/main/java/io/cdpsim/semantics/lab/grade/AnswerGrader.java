package io.cdpsim.semantics.lab.grade;

import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.grade.Grade.Score;
import io.cdpsim.semantics.lab.key.GradingKey.Derivation;
import io.cdpsim.semantics.lab.key.GradingKey.ExpectedAnswer;
import io.cdpsim.semantics.lab.key.GradingKey.Question;
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
import java.util.regex.Pattern;

/** Compares an answer sheet with the key. */
final class AnswerGrader {
    private static final String PREDICTED = "predicted";
    private static final String MEASURED = "measured";
    private static final String ANSWER = "answer";
    private static final Pattern ABOUT = Pattern.compile(
            "^(?:(?:about|around|circa|roughly|approximately|approx\\.?|ca\\.?)\\s+|[~=]\\s*)",
            Pattern.CASE_INSENSITIVE);

    private AnswerGrader() {}

    /**
     * The score of each question. A malformed answer loses the points of its question alone.
     *
     * @param sheet the answer sheet; empty if there is none
     * @param student whose questions the answers are for
     * @param measurements runs the commands of questions whose numbers differ
     * @throws InvalidInputException if the sheet is not YAML, answers another lab or has an unknown question
     */
    static List<Score> scores(Lab lab, Optional<Path> sheet, Student student, Measurements measurements) {
        List<Question> questions = lab.key().questions();
        if (sheet.isEmpty()) {
            return questions.stream()
                    .map(each -> Score.none(each.name(), each.points(), "there is no " + Lab.ANSWERS))
                    .toList();
        }
        List<String> known = new ArrayList<>(List.of("lab", Lab.SEED));
        questions.forEach(each -> known.add(each.name()));
        YamlNode root = YamlReader.read(sheet.get().toString(), Submission.text(sheet.get()));
        YamlFields fields = YamlFields.of(root, "an answer sheet", known);
        fields.find("lab").ifPresent(each -> {
            if (YamlFields.whole(each, 1, Integer.MAX_VALUE) != lab.number()) {
                throw each.place().problem("found answers to another lab, expected answers to lab " + lab.number());
            }
        });
        String sheetOf = fields.find(Lab.SEED).map(AnswerGrader::text).orElse("");
        if (!sheetOf.isEmpty() && !student.name().isEmpty() && !sheetOf.equals(student.name())) {
            return questions.stream()
                    .map(each -> Score.none(
                            each.name(),
                            each.points(),
                            "the sheet has the questions of '" + sheetOf + "', expected those of '" + student.name()
                                    + "'"))
                    .toList();
        }
        String name = sheetOf.isEmpty() && student.isPersonal() ? student.name() : sheetOf;
        return questions.stream()
                .map(each -> scoreOrReason(personal(lab, each, name, measurements), fields))
                .toList();
    }

    /**
     * The student whose sheet is graded.
     *
     * @param name the name that the questions were drawn from; empty for that in the sheet
     * @param isPersonal whether a sheet without a name has the questions of this student, and not the original ones
     */
    record Student(String name, boolean isPersonal) {}

    /** The question with the answer that its commands show with the parameters for a name. */
    private static Question personal(Lab lab, Question question, String name, Measurements measurements) {
        if (name.isEmpty()
                || question.derivation().isEmpty()
                || !(question.answer() instanceof ExpectedAnswer.Measurement original)) {
            return question;
        }
        Derivation derivation = question.derivation().get().personal(lab.key(), name);
        if (derivation.equals(question.derivation().get())) {
            return question;
        }
        double value = derivation.apply(
                derivation.fields().stream().map(measurements::value).toList());
        return new Question(
                question.name(),
                question.points(),
                new ExpectedAnswer.Measurement(value, original.tolerance(), original.unit()),
                question.hint(),
                Optional.of(derivation));
    }

    private static Score scoreOrReason(Question question, YamlFields sheet) {
        try {
            return score(question, sheet);
        } catch (InvalidInputException e) {
            return Score.none(question.name(), question.points(), "cannot be read: " + e.getMessage());
        }
    }

    private static Score score(Question question, YamlFields sheet) {
        Optional<YamlNode> given = sheet.find(question.name());
        if (given.isEmpty()) {
            return missing(question);
        }
        if (question.answer() instanceof ExpectedAnswer.Choice choice) {
            YamlFields fields = YamlFields.of(given.get(), "an answer", List.of(ANSWER));
            String word = fields.find(ANSWER).map(AnswerGrader::text).orElse("");
            return word.isEmpty() ? missing(question) : word(question, choice, word, fields);
        }
        ExpectedAnswer.Measurement correct = (ExpectedAnswer.Measurement) question.answer();
        YamlFields fields = YamlFields.of(given.get(), "an answer", List.of(PREDICTED, MEASURED));
        Optional<Double> measured = number(fields, MEASURED, correct.unit());
        Optional<Double> predicted = number(fields, PREDICTED, correct.unit());
        if (measured.isEmpty()) {
            return missing(question);
        }
        if (!correct.accepts(measured.get())) {
            String reason = correct.tolerance() == 0
                    ? "the number differs from the run"
                    : "more than " + Math.round(100 * correct.tolerance()) + "% off the number of the run";
            return Score.none(question.name(), question.points(), reason + "; " + question.hint());
        }
        if (predicted.isEmpty()) {
            return Score.none(
                    question.name(), question.points(), "correct, but the prediction is missing; write any prediction");
        }
        return Score.full(question.name(), question.points());
    }

    private static Score word(Question question, ExpectedAnswer.Choice choice, String word, YamlFields fields) {
        String given = word.toLowerCase(Locale.ROOT);
        if (!choice.choices().contains(given)) {
            throw fields.place()
                    .problem("found '" + word + "', expected one of " + String.join(", ", choice.choices()));
        }
        return given.equals(choice.word())
                ? Score.full(question.name(), question.points())
                : Score.none(question.name(), question.points(), "wrong; " + question.hint());
    }

    private static Score missing(Question question) {
        return Score.none(question.name(), question.points(), "not answered");
    }

    /** A number, optionally after a word such as "about" and with its unit. */
    private static Optional<Double> number(YamlFields fields, String key, String unit) {
        Optional<YamlNode> node = fields.find(key);
        String text = node.map(AnswerGrader::text).orElse("");
        if (node.isEmpty() || text.isEmpty()) {
            return Optional.empty();
        }
        String number = ABOUT.matcher(text).replaceFirst("");
        String bare = !unit.isEmpty() && number.endsWith(unit)
                ? number.substring(0, number.length() - unit.length()).strip()
                : number;
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
