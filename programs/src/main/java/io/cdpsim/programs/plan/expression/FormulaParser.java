package io.cdpsim.programs.plan.expression;

import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.yaml.NumberParser;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parses formulas: numbers, {@code i}, buffers with or without an index, functions, {@code + - * / %} and parentheses. */
final class FormulaParser {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_LENGTH = 4096;

    private final String text;
    private int at;
    private int depth;

    FormulaParser(String text) {
        this.text = text;
    }

    Formula formula() {
        if (text.length() > MAX_LENGTH) {
            throw new FormulaException("a formula of more than " + MAX_LENGTH + " characters");
        }
        Formula formula = sum();
        if (peek() != 0) {
            throw unexpected("an operator or the end");
        }
        return formula;
    }

    private Formula sum() {
        deeper();
        Formula left = product();
        while (true) {
            if (taken('+')) {
                left = operation(FormulaOperation.ADD, left, product());
            } else if (taken('-')) {
                left = operation(FormulaOperation.SUBTRACT, left, product());
            } else {
                depth--;
                return left;
            }
        }
    }

    private Formula product() {
        Formula left = signed();
        while (true) {
            if (taken('*')) {
                left = operation(FormulaOperation.MULTIPLY, left, signed());
            } else if (taken('/')) {
                left = operation(FormulaOperation.DIVIDE, left, signed());
            } else if (taken('%')) {
                left = operation(FormulaOperation.REMAINDER, left, signed());
            } else {
                return left;
            }
        }
    }

    private int operations;

    private Formula operation(FormulaOperation operator, Formula left, Formula right) {
        // A chain nests to the left, so its length must be bounded as the depth is.
        if (++operations > 8 * MAX_DEPTH) {
            throw new FormulaException("a formula of more than " + 8 * MAX_DEPTH + " operations");
        }
        return Formula.operation(operator, left, right);
    }

    private Formula signed() {
        if (taken('-')) {
            deeper();
            Formula negative = Formula.negative(signed());
            depth--;
            return negative;
        }
        return value();
    }

    private Formula value() {
        char c = peek();
        if (taken('(')) {
            Formula inner = sum();
            expect(')');
            return inner;
        }
        if (isDigit(c) || c == '.') {
            return number();
        }
        if (isLetter(c)) {
            return named(name());
        }
        throw unexpected("a number, a name or '('");
    }

    private Formula number() {
        int start = at;
        boolean hexadecimal = text.startsWith("0x", at) || text.startsWith("0X", at);
        while (at < text.length()
                && (isDigit(text.charAt(at)) || isLetter(text.charAt(at)) || text.charAt(at) == '.')) {
            char c = text.charAt(at++);
            boolean exponent = !hexadecimal && (c == 'e' || c == 'E');
            if (exponent && at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
                at++;
            }
        }
        String word = text.substring(start, at);
        Number number = NumberParser.parse(word)
                .orElseThrow(() -> new FormulaException("found '" + word + "', expected a number"));
        if (number instanceof BigInteger whole) {
            if (whole.bitLength() > Long.SIZE) {
                throw new FormulaException("'" + word + "' takes more than 64 bits");
            }
            return Formula.constant(whole.longValue());
        }
        return Formula.constant(number.doubleValue());
    }

    private Formula named(String name) {
        if (peek() == '(') {
            return call(name);
        }
        boolean first = isFirst(name);
        if (taken('[')) {
            Formula index = sum();
            expect(']');
            return Formula.element(name, first, index);
        }
        return name.equals("i") && !first ? Formula.index() : Formula.element(name, first, Formula.index());
    }

    /** Whether {@code .first} follows the name of a buffer. */
    private boolean isFirst(String name) {
        if (!taken('.')) {
            return false;
        }
        String what = isLetter(peek()) ? name() : "";
        if (!what.equals("first")) {
            throw new FormulaException("found '" + name + "." + what + "', expected '" + name + ".first', what " + name
                    + " held at first");
        }
        return true;
    }

    private Formula sumOfBuffer() {
        if (!isLetter(peek())) {
            throw unexpected("the name of a buffer");
        }
        String buffer = name();
        boolean first = isFirst(buffer);
        if (!taken(',')) {
            expect(')');
            return Formula.sum(buffer, first);
        }
        Formula from = sum();
        expect(',');
        Formula to = sum();
        expect(')');
        return Formula.sum(buffer, first, from, to);
    }

    private Formula call(String name) {
        expect('(');
        if (name.equals("sum")) {
            return sumOfBuffer();
        }
        if (!FormulaOperation.functions().contains(name)) {
            List<String> known = new ArrayList<>(FormulaOperation.functions());
            known.add("sum");
            throw new FormulaException("unknown function '" + name + "'"
                    + SimilarName.of(name, known)
                            .map(near -> "; did you mean '" + near + "'?")
                            .orElse(", expected one of " + String.join(", ", known)));
        }
        FormulaOperation function = FormulaOperation.valueOf(name.toUpperCase(Locale.ROOT));
        Formula first = sum();
        Formula second = Formula.constant(0L);
        if (function.arguments() > 1) {
            expect(',');
            second = sum();
        }
        expect(')');
        return Formula.operation(function, first, second);
    }

    private void deeper() {
        if (++depth > MAX_DEPTH) {
            throw new FormulaException("a formula nested deeper than " + MAX_DEPTH + " levels");
        }
    }

    private String name() {
        int start = at;
        while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
            at++;
        }
        return text.substring(start, at);
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private boolean taken(char c) {
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char c) {
        if (!taken(c)) {
            throw unexpected("'" + c + "'");
        }
    }

    /** The next nonblank character; 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private FormulaException unexpected(String expected) {
        String found = peek() == 0 ? "the end" : "'" + text.charAt(at) + "'";
        return new FormulaException(
                "found " + found + " at character " + (at + 1) + " of '" + text + "', expected " + expected);
    }
}
