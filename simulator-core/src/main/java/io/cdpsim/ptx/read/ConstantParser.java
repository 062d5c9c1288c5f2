package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.FloatLiteral;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;
import org.jspecify.annotations.Nullable;

/** Reads numbers, and expressions of integers, which it works out: 64 bits, signed unless a number is unsigned. */
final class ConstantParser {
    private static final int MOST_NESTING = 200;
    private static final String NUMBER = "a number";

    private final Lexer lexer;
    private int nesting;

    ConstantParser(Lexer lexer) {
        this.lexer = lexer;
    }

    /** Whether the current token may start a number. */
    boolean starts() {
        return switch (lexer.kind()) {
            case Lexer.INTEGER, Lexer.FLOAT, '-', '+', '~', '!', '(' -> true;
            default -> false;
        };
    }

    /** A integer that is written as such, without a sign. */
    long count(String what, long least, long most) {
        if (!lexer.is(Lexer.INTEGER)) {
            throw lexer.expected(what);
        }
        long value = lexer.integerValue();
        if (value < least || value > most) {
            throw lexer.expected(what + " from " + least + " to " + most);
        }
        lexer.next();
        return value;
    }

    /** A number of either kind. */
    PtxOperand number() {
        if (lexer.is(Lexer.FLOAT)) {
            return decimal(lexer.start(), false);
        }
        // The sign of a decimal is part of it, so that -0.0 keeps its own.
        if ((lexer.is('-') || lexer.is('+')) && lexer.isFloatAt(lexer.afterBlanks(lexer.end()))) {
            int at = lexer.start();
            boolean negative = lexer.is('-');
            lexer.next();
            return decimal(at, negative);
        }
        return integer();
    }

    private FloatLiteral decimal(int at, boolean negative) {
        int width = Numbers.width(lexer);
        long bits = Numbers.floatBits(lexer);
        lexer.next();
        return new FloatLiteral(negative ? bits ^ (1L << (width - 1)) : bits, width, at);
    }

    /** A integer, or an expression of such. */
    IntegerLiteral integer() {
        if (++nesting > MOST_NESTING) {
            throw lexer.error(lexer.start(), "found an expression nested more than " + MOST_NESTING + " deep");
        }
        IntegerLiteral condition = binary(1);
        if (lexer.take('?')) {
            IntegerLiteral then = integer();
            lexer.expect(':', "between the two values of a choice");
            IntegerLiteral otherwise = integer();
            boolean unsigned = then.unsigned() || otherwise.unsigned();
            long value = condition.value() != 0 ? then.value() : otherwise.value();
            condition = new IntegerLiteral(value, unsigned, condition.at());
        }
        nesting--;
        return condition;
    }

    /** Operators that bind at least as tightly as a precedence. */
    private IntegerLiteral binary(int least) {
        IntegerLiteral left = unary();
        for (ConstantOperator operator = operator(least); operator != null; operator = operator(least)) {
            lexer.extend(lexer.start() + operator.length());
            lexer.next();
            int at = lexer.start();
            IntegerLiteral right = binary(operator.precedence() + 1);
            if (operator.divides() && right.value() == 0) {
                throw lexer.error(at, "found a division by zero, expected another divisor");
            }
            left = operator.apply(left, right);
        }
        return left;
    }

    private @Nullable ConstantOperator operator(int least) {
        ConstantOperator operator = ConstantOperator.at(lexer);
        return operator == null || operator.precedence() < least ? null : operator;
    }

    private IntegerLiteral unary() {
        int at = lexer.start();
        int kind = lexer.kind();
        if (kind == Lexer.INTEGER) {
            long value = lexer.integerValue();
            boolean unsigned = value < 0 || lexer.byteAt(lexer.end() - 1) == 'U';
            lexer.next();
            return new IntegerLiteral(value, unsigned, at);
        }
        if (++nesting > MOST_NESTING) {
            throw lexer.error(at, "found an expression nested more than " + MOST_NESTING + " deep");
        }
        IntegerLiteral value = switch (kind) {
            case '-', '+', '~', '!' -> {
                lexer.next();
                IntegerLiteral operand = unary();
                yield signed(kind, operand, at);
            }
            case '(' -> parenthesis(at);
            default -> throw lexer.expected(NUMBER);
        };
        nesting--;
        return value;
    }

    private static IntegerLiteral signed(int sign, IntegerLiteral operand, int at) {
        long value = operand.value();
        return switch (sign) {
            case '-' -> new IntegerLiteral(-value, operand.unsigned(), at);
            case '~' -> new IntegerLiteral(~value, operand.unsigned(), at);
            case '!' -> new IntegerLiteral(value == 0 ? 1 : 0, false, at);
            default -> new IntegerLiteral(value, operand.unsigned(), at);
        };
    }

    private IntegerLiteral parenthesis(int at) {
        lexer.next();
        boolean toSigned = lexer.takeDirective("s64");
        if (toSigned || lexer.takeDirective("u64")) {
            lexer.expect(')', "after the type that a number is cast to");
            return new IntegerLiteral(unary().value(), !toSigned, at);
        }
        IntegerLiteral inner = integer();
        lexer.expect(')', "at the end of the expression");
        return new IntegerLiteral(inner.value(), inner.unsigned(), at);
    }
}
