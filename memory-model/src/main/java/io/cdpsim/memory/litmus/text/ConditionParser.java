package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.IntegerComparison;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.List;

/** Reads conditions: {@code (P1:r0 == 1 /\ ~(x != 2 \/ P0:r1 < P1:r1))}. */
final class ConditionParser {
    /** Deepest nesting of parentheses and negations, which the Java stack holds. */
    private static final int DEEPEST = 200;

    private final LitmusTokens tokens;
    private final VariableTable variables;
    private final ThreadNames names;
    private int depth;

    /** Reads conditions on a test's variables and on the registers of its threads. */
    ConditionParser(LitmusTokens tokens, VariableTable variables, ThreadNames names) {
        this.tokens = tokens;
        this.variables = variables;
        this.names = names;
    }

    Condition condition() {
        List<Condition> parts = new ArrayList<>();
        parts.add(conjunction());
        while (takesOr()) {
            parts.add(conjunction());
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.Any(parts);
    }

    private boolean takesOr() {
        if (tokens.peek().is("|") && tokens.peekSecond().is("|")) {
            tokens.next();
            return tokens.take("|");
        }
        return tokens.take("\\/") || tokens.takeKeyword("or");
    }

    private Condition conjunction() {
        List<Condition> parts = new ArrayList<>();
        parts.add(factor());
        while (tokens.take("/\\") || tokens.take("&&") || tokens.takeKeyword("and")) {
            parts.add(factor());
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.All(parts);
    }

    private Condition factor() {
        if (++depth > DEEPEST) {
            throw tokens.error(
                    tokens.peek(),
                    "parentheses and negations nest deeper than " + DEEPEST + " here; flatten the condition");
        }
        Condition factor = nested();
        depth--;
        return factor;
    }

    private Condition nested() {
        if (tokens.take("~") || tokens.take("!") || tokens.takeKeyword("not")) {
            return new Condition.Not(factor());
        }
        if (tokens.take("(")) {
            if (tokens.take(")")) {
                return Condition.always();
            }
            Condition inner = condition();
            tokens.expect(")", "after a condition");
            return inner;
        }
        if (tokens.takeKeyword("true")) {
            return Condition.always();
        }
        if (tokens.takeKeyword("false")) {
            return new Condition.Not(Condition.always());
        }
        Condition.Term left = term();
        LitmusToken sign = tokens.next();
        IntegerComparison comparison = IntegerComparison.signed(sign.text())
                .orElseThrow(
                        () -> tokens.error(sign, "found " + sign.shown() + ", expected a comparison: == != < <= > >="));
        return new Condition.Compare(comparison, left, term());
    }

    Condition.Term term() {
        LitmusToken first = tokens.peek();
        if (first.kind() == LitmusToken.Kind.NUMBER) {
            long number = tokens.number("a value");
            return tokens.take(":") ? ofThread(first, "P" + number) : new Condition.Value(number);
        }
        if (tokens.take("&")) {
            return new Condition.Address(variable());
        }
        if (tokens.take("[")) {
            Condition.Term memory = new Condition.Memory("", variable());
            tokens.expect("]", "after a variable");
            return memory;
        }
        if (first.isWord() && tokens.peekSecond().is(":")) {
            tokens.next();
            tokens.next();
            return ofThread(first, first.text());
        }
        return new Condition.Memory("", variable());
    }

    /** A register, or the thread's own variable of that name. */
    private Condition.Term ofThread(LitmusToken place, String thread) {
        names.checkThread(thread).ifPresent(problem -> {
            throw tokens.error(place, problem);
        });
        LitmusToken named = tokens.peek();
        String name = tokens.word("the name of a register");
        var variable = variables.find(name);
        if (variable.isPresent()) {
            AddressSpace space = variables.get(variable.getAsInt()).space();
            if (space == AddressSpace.SHARED || space == AddressSpace.LOCAL) {
                return new Condition.Memory(thread, variable.getAsInt());
            }
        }
        String register = InitialStateParser.withoutPercent(name);
        names.checkRegister(thread, register).ifPresent(problem -> {
            throw tokens.error(named, problem);
        });
        return new Condition.Register(thread, register);
    }

    private int variable() {
        LitmusToken name = tokens.peek();
        return variables
                .find(tokens.word("a register as P0:r0, a variable or a number"))
                .orElseThrow(() -> tokens.error(
                        name,
                        "'" + name.text()
                                + "' is not a variable of this test; write a register with its thread, as in P0:"
                                + name.text()));
    }
}
