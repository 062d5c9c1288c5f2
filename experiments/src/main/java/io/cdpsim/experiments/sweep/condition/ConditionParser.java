package io.cdpsim.experiments.sweep.condition;

import io.cdpsim.experiments.sweep.condition.ConditionTerm.Binary;
import io.cdpsim.experiments.sweep.condition.ConditionTerm.Constant;
import io.cdpsim.experiments.sweep.condition.ConditionTerm.Minus;
import io.cdpsim.experiments.sweep.condition.ConditionTerm.Name;
import io.cdpsim.experiments.sweep.condition.ConditionTerm.Not;
import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.InvalidInputException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses conditions by recursive descent. */
final class ConditionParser {
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*(?:-[A-Za-z0-9_.]+)*");

    /** Operators from the weakest binding to the strongest; a longer one before its own start. */
    private static final List<List<String>> LEVELS = List.of(
            List.of("||"),
            List.of("&&"),
            List.of("==", "!="),
            List.of("<=", ">=", "<", ">"),
            List.of("+", "-"),
            List.of("*", "/", "%"));

    private final String text;
    private final Set<String> names;
    private int at;

    ConditionParser(String text, Set<String> names) {
        this.text = text;
        this.names = names;
    }

    ConditionTerm condition() {
        ConditionTerm term = level(0);
        skipBlanks();
        if (at < text.length()) {
            throw problem("expected an operator");
        }
        if (term instanceof Constant) {
            throw problem("expected a condition on a name of the sweep, such as 'threshold < 64'");
        }
        return term;
    }

    private ConditionTerm level(int level) {
        if (level == LEVELS.size()) {
            return operand();
        }
        ConditionTerm left = level(level + 1);
        while (true) {
            String operator = operator(LEVELS.get(level));
            if (operator.isEmpty()) {
                return left;
            }
            ConditionTerm right = level(level + 1);
            if (left instanceof Constant a && right instanceof Constant b) {
                throw unknown(a.constant() instanceof String ? a : b);
            }
            left = new Binary(operator, left, right);
        }
    }

    private String operator(List<String> operators) {
        skipBlanks();
        for (String each : operators) {
            if (text.startsWith(each, at)) {
                at += each.length();
                return each;
            }
        }
        return "";
    }

    private ConditionTerm operand() {
        skipBlanks();
        if (at == text.length()) {
            throw problem("expected a name or a value");
        }
        char c = text.charAt(at);
        if (c == '!' && !text.startsWith("!=", at)) {
            at++;
            return new Not(operand());
        }
        if (c == '-') {
            at++;
            return new Minus(operand());
        }
        if (c == '(') {
            at++;
            ConditionTerm inside = level(0);
            if (operator(List.of(")")).isEmpty()) {
                throw problem("expected ')'");
            }
            return inside;
        }
        if (c == '"' || c == '\'') {
            int end = text.indexOf(c, at + 1);
            if (end < 0) {
                throw problem("expected a closing " + c);
            }
            String word = text.substring(at + 1, end);
            at = end + 1;
            return new Constant(word);
        }
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (number.lookingAt()) {
            at = number.end();
            return new Constant(Double.valueOf(number.group()));
        }
        Matcher word = WORD.matcher(text).region(at, text.length());
        if (!word.lookingAt()) {
            throw problem("expected a name or a value");
        }
        at = word.end();
        return names.contains(word.group())
                ? new Name(word.group())
                : names.contains("-D" + word.group()) ? new Name("-D" + word.group()) : new Constant(word.group());
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private InvalidInputException unknown(Constant constant) {
        return new InvalidInputException("--where '" + text + "': found '" + constant.constant()
                + "', expected a name of the sweep, one of " + String.join(", ", names)
                + SimilarName.of(String.valueOf(constant.constant()), names)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse(""));
    }

    private InvalidInputException problem(String expected) {
        return new InvalidInputException("--where '" + text + "', column " + (at + 1) + ": found "
                + (at < text.length() ? "'" + text.charAt(at) + "'" : "the end") + ", " + expected);
    }
}
