package io.cdpsim.memory.consistency.model;

import io.cdpsim.memory.consistency.model.ModelLexer.Token;
import io.cdpsim.memory.consistency.model.ModelStatement.Axiom;
import io.cdpsim.memory.consistency.model.ModelTerm.Change;
import io.cdpsim.memory.consistency.model.ModelTerm.Operator;
import io.cdpsim.memory.litmus.LitmusException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a model: resolves its names and checks what is a set and what a relation. */
final class ModelParser {
    private static final Set<String> KEYWORDS = Set.of(
            "let",
            "rec",
            "and",
            "as",
            "acyclic",
            "irreflexive",
            "empty",
            "orient",
            "over",
            "from",
            "flag",
            "domain",
            "range",
            "emptyset");

    /** The operators between two operands, those that bind least first. */
    private static final List<String> BINARY = List.of("|", ";", "\\", "&", "*");

    private static final String STATEMENTS = "let, orient, acyclic, irreflexive, empty or flag";

    private static final int SLOT_BITS = 16;

    /** Most terms of a model, and most open brackets: parsing and evaluation go as deep. */
    private static final int MOST_TERMS = 2000;

    private static final int DEEPEST = 200;

    private final String file;
    private final List<Token> tokens;
    private final Map<String, ModelTerm> names = new HashMap<>();
    private final Map<String, Integer> definedAt = new HashMap<>();
    private final List<ModelStatement> statements = new ArrayList<>();
    private final List<List<ModelTerm>> recursions = new ArrayList<>();
    private int at;
    private int terms;
    private int orders;
    private int coherence = -1;
    private int depth;

    /** A term with its first token. */
    private record Parsed(ModelTerm term, Token place) {}

    ModelParser(String file, String text) {
        this.file = file;
        this.tokens = new ModelLexer(file, text).tokens();
        for (BaseRelation each : BaseRelation.values()) {
            Change change = each == BaseRelation.READS_FROM ? Change.GROWS : Change.NONE;
            names.put(
                    each.label(),
                    new ModelTerm(
                            terms++,
                            Operator.BASE,
                            List.of(),
                            each.index(),
                            each.isSet(),
                            each.stage(),
                            change,
                            Change.NONE));
        }
    }

    MemoryModel model() {
        String title = file;
        if (peek().kind() == Token.Kind.STRING) {
            title = take().text();
        }
        while (peek().kind() != Token.Kind.END) {
            statement();
        }
        if (coherence < 0) {
            throw error(peek(), "the model has no order 'co', which decides final values; add orient co over ...");
        }
        return new MemoryModel(file, title, statements, terms, orders, coherence, recursions);
    }

    private void statement() {
        Token first = take();
        switch (first.text()) {
            case "let" -> definitions();
            case "orient" -> order();
            case "acyclic", "irreflexive", "empty" -> axiom(first);
            case "flag" -> race();
            default ->
                throw error(
                        first,
                        "expected a statement, found " + shown(first) + "; a statement starts with " + STATEMENTS);
        }
    }

    private void definitions() {
        if (!accept("rec")) {
            do {
                Token name = newName();
                expect("=");
                define(name, expression().term());
            } while (accept("and"));
            return;
        }
        int group = recursions.size();
        recursions.add(List.of());
        List<Token> defined = new ArrayList<>();
        List<ModelTerm> bodies = new ArrayList<>();
        // The names of a group are known in all its bodies, so that the text is read twice: first for the names alone.
        int start = at;
        for (Token name : recursiveNames()) {
            requireNew(name);
            define(name, leaf(Operator.RECURSIVE, slot(group, defined.size()), Change.GROWS, Change.GROWS));
            defined.add(name);
        }
        at = start;
        do {
            newName(defined);
            expect("=");
            Parsed body = expression();
            relation(body, "a recursive definition is a relation");
            if (!body.term().recursion().isKept()) {
                throw error(
                        body.place(),
                        "a recursive definition shrinks as it grows, so that it has no least fixpoint; use its names"
                                + " neither behind \\ nor below ~");
            }
            bodies.add(body.term());
        } while (accept("and"));
        recursions.set(group, List.copyOf(bodies));
        int stage = bodies.stream().mapToInt(ModelTerm::stage).max().orElse(0);
        Change change = bodies.stream().map(ModelTerm::change).reduce(Change.NONE, Change::and);
        for (int i = 0; i < bodies.size(); i++) {
            ModelTerm term = new ModelTerm(
                    terms++, Operator.FIXPOINT, bodies, slot(group, i), false, stage, change, Change.NONE);
            names.put(defined.get(i).text(), term);
        }
    }

    /** The number of a definition of a group among all recursive definitions. */
    static int slot(int group, int index) {
        return group << SLOT_BITS | index;
    }

    /** The group of a recursive definition. */
    static int group(int slot) {
        return slot >> SLOT_BITS;
    }

    /** The names of a group of recursive definitions: what stands before each {@code =} of the statement. */
    private List<Token> recursiveNames() {
        List<Token> found = new ArrayList<>();
        found.add(newName());
        for (int i = at; i < tokens.size() && !startsStatement(tokens.get(i)); i++) {
            if (tokens.get(i).is("and")) {
                at = i + 1;
                found.add(newName());
            }
        }
        return found;
    }

    private static boolean startsStatement(Token token) {
        return token.kind() == Token.Kind.NAME
                && Set.of("let", "orient", "acyclic", "irreflexive", "empty", "flag")
                        .contains(token.text());
    }

    private void order() {
        Token name = newName();
        expect("over");
        Parsed over = expression();
        relation(over, "an order is over pairs");
        ModelTerm from = accept("from") ? relation(expression(), "an order contains pairs") : empty(false);
        int index = orders++;
        define(
                name,
                new ModelTerm(
                        terms++,
                        Operator.ORDER,
                        List.of(),
                        index,
                        false,
                        ModelTerm.OF_READS + 1 + index,
                        Change.GROWS,
                        Change.NONE));
        if (name.text().equals("co")) {
            coherence = index;
        }
        statements.add(new ModelStatement.Order(index, name.text(), over.term(), from));
    }

    private void axiom(Token keyword) {
        Axiom.Kind kind = Axiom.Kind.valueOf(keyword.text().toUpperCase(Locale.ROOT));
        Parsed parsed = expression();
        if (kind != Axiom.Kind.EMPTY) {
            relation(parsed, keyword.text() + " asks about a relation");
        }
        String name = accept("as") ? name().text() : "line " + keyword.line();
        statements.add(new Axiom(kind, parsed.term(), name));
    }

    private void race() {
        expect("~");
        expect("empty");
        Parsed parsed = expression();
        relation(parsed, "races are pairs");
        expect("as");
        Token name = name();
        if (!name.text().equals("race")) {
            throw error(name, "the only flag is 'race'; write flag ~empty ... as race");
        }
        statements.add(new ModelStatement.Race(parsed.term()));
    }

    private Parsed expression() {
        return binary(0);
    }

    private Parsed binary(int level) {
        if (level == BINARY.size()) {
            return unary();
        }
        Parsed left = binary(level + 1);
        while (peek().is(BINARY.get(level))) {
            Token sign = take();
            left = new Parsed(joined(sign, left, binary(level + 1)), left.place());
        }
        return left;
    }

    private ModelTerm joined(Token sign, Parsed left, Parsed right) {
        boolean sets = left.term().isSet();
        switch (sign.text()) {
            case ";" -> {
                relation(left, "';' joins two relations");
                relation(right, "';' joins two relations");
                return term(Operator.SEQUENCE, false, left.term(), right.term());
            }
            case "*" -> {
                set(left, "'*' pairs two sets");
                set(right, "'*' pairs two sets");
                return term(Operator.PRODUCT, false, left.term(), right.term());
            }
            default -> {
                if (sets != right.term().isSet()) {
                    throw error(
                            sign,
                            "'" + sign.text() + "' takes two sets or two relations, and the "
                                    + (sets ? "left" : "right") + " operand is a set; write it in brackets, as in [W]");
                }
                Operator operator = switch (sign.text()) {
                    case "|" -> Operator.UNION;
                    case "&" -> Operator.INTERSECTION;
                    default -> Operator.DIFFERENCE;
                };
                return term(operator, sets, left.term(), right.term());
            }
        }
    }

    private Parsed unary() {
        if (++depth > DEEPEST) {
            throw error(peek(), "more than " + DEEPEST + " brackets or ~ within each other; name a part with let");
        }
        Parsed parsed = peek().is("~") ? complement() : postfix();
        depth--;
        return parsed;
    }

    private Parsed complement() {
        Token sign = take();
        Parsed operand = unary();
        return new Parsed(term(Operator.COMPLEMENT, operand.term().isSet(), operand.term()), sign);
    }

    private Parsed postfix() {
        Parsed operand = primary();
        while (true) {
            Token sign = peek();
            Operator operator = switch (sign.kind() == Token.Kind.SIGN ? sign.text() : "") {
                case "^-1" -> Operator.INVERSE;
                case "^+", "+" -> Operator.TRANSITIVE;
                case "^*" -> Operator.REFLEXIVE_TRANSITIVE;
                case "^?", "?" -> Operator.REFLEXIVE;
                case "*" -> startsOperand(tokens.get(at + 1)) ? Operator.PRODUCT : Operator.REFLEXIVE_TRANSITIVE;
                default -> Operator.PRODUCT;
            };
            if (operator == Operator.PRODUCT) {
                return operand;
            }
            take();
            relation(operand, "'" + sign.text() + "' is of a relation");
            operand = new Parsed(term(operator, false, operand.term()), operand.place());
        }
    }

    private static boolean startsOperand(Token token) {
        return token.kind() == Token.Kind.NAME
                ? !KEYWORDS.contains(token.text())
                        || Set.of("domain", "range", "emptyset").contains(token.text())
                : token.is("(") || token.is("[") || token.is("~") || token.is("0");
    }

    private Parsed primary() {
        Token token = take();
        if (token.is("(")) {
            Parsed inner = expression();
            expect(")");
            return new Parsed(inner.term(), token);
        }
        if (token.is("[")) {
            Parsed inner = expression();
            set(inner, "[ ] encloses a set");
            expect("]");
            return new Parsed(term(Operator.IDENTITY, false, inner.term()), token);
        }
        if (token.is("0") || token.is("emptyset")) {
            return new Parsed(empty(token.is("emptyset")), token);
        }
        if (token.is("domain") || token.is("range")) {
            expect("(");
            Parsed inner = expression();
            relation(inner, token.text() + " is of a relation");
            expect(")");
            return new Parsed(term(token.is("domain") ? Operator.DOMAIN : Operator.RANGE, true, inner.term()), token);
        }
        if (token.kind() != Token.Kind.NAME || KEYWORDS.contains(token.text())) {
            throw error(token, "expected a set or a relation, found " + shown(token) + "; write a name, [set], ( or ~");
        }
        ModelTerm known = names.get(token.text());
        if (known == null) {
            throw error(
                    token,
                    "'" + token.text() + "' is not defined here; define it above with let, or take one of "
                            + Arrays.stream(BaseRelation.values())
                                    .map(BaseRelation::label)
                                    .collect(Collectors.joining(" ")));
        }
        return new Parsed(known, token);
    }

    private ModelTerm term(Operator operator, boolean isSet, ModelTerm... operands) {
        if (terms > MOST_TERMS) {
            throw error(peek(), "more than " + MOST_TERMS + " operators; shorten the model");
        }
        List<ModelTerm> list = List.of(operands);
        int stage = list.stream().mapToInt(ModelTerm::stage).max().orElse(0);
        Change change = operands[0].change();
        Change recursion = operands[0].recursion();
        if (operator == Operator.COMPLEMENT) {
            change = change.inverted();
            recursion = recursion.inverted();
        } else if (operands.length == 2) {
            boolean inverts = operator == Operator.DIFFERENCE;
            Change other = operands[1].change();
            Change otherRecursion = operands[1].recursion();
            change = change.and(inverts ? other.inverted() : other);
            recursion = recursion.and(inverts ? otherRecursion.inverted() : otherRecursion);
        }
        return new ModelTerm(terms++, operator, list, -1, isSet, stage, change, recursion);
    }

    private ModelTerm leaf(Operator operator, int base, Change change, Change recursion) {
        return new ModelTerm(terms++, operator, List.of(), base, false, ModelTerm.OF_PROGRAM, change, recursion);
    }

    private ModelTerm empty(boolean isSet) {
        return new ModelTerm(
                terms++, Operator.EMPTY, List.of(), -1, isSet, ModelTerm.OF_PROGRAM, Change.NONE, Change.NONE);
    }

    private ModelTerm relation(Parsed parsed, String why) {
        if (parsed.term().isSet()) {
            throw error(parsed.place(), why + ", and this is a set; write it in brackets, as in [W]");
        }
        return parsed.term();
    }

    private void set(Parsed parsed, String why) {
        if (!parsed.term().isSet()) {
            throw error(parsed.place(), why + ", and this is a relation; write a set, such as W or domain(...)");
        }
    }

    private void define(Token name, ModelTerm term) {
        names.put(name.text(), term);
        definedAt.put(name.text(), name.line());
    }

    /** A name that is defined here for the first time. */
    private Token newName() {
        return newName(List.of());
    }

    private Token newName(List<Token> group) {
        Token name = name();
        if (!group.contains(name)) {
            requireNew(name);
        }
        return name;
    }

    private void requireNew(Token name) {
        if (names.containsKey(name.text())) {
            Integer line = definedAt.get(name.text());
            throw error(
                    name,
                    "'" + name.text() + "' is " + (line == null ? "given by the execution" : "defined in line " + line)
                            + "; take another name");
        }
    }

    private Token name() {
        Token token = take();
        if (token.kind() != Token.Kind.NAME || KEYWORDS.contains(token.text())) {
            throw error(
                    token,
                    "expected a name, found " + shown(token)
                            + "; a name starts with a letter and is none of the language's words");
        }
        return token;
    }

    private void expect(String text) {
        Token token = take();
        if (!token.is(text)) {
            throw error(token, "expected '" + text + "', found " + shown(token));
        }
    }

    private boolean accept(String text) {
        boolean found = peek().is(text);
        at += found ? 1 : 0;
        return found;
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token take() {
        Token token = tokens.get(at);
        at += token.kind() == Token.Kind.END ? 0 : 1;
        return token;
    }

    private static String shown(Token token) {
        return token.kind() == Token.Kind.END ? "the end of the file" : "'" + token.text() + "'";
    }

    private LitmusException error(Token token, String what) {
        return new LitmusException(file, token.line(), token.column(), what);
    }
}
