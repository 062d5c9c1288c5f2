package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.PtxOperand.Name;
import java.util.ArrayList;
import java.util.List;

/** Reads what instructions work on. */
final class OperandParser {
    private boolean signs;
    private static final String SINK = "_";
    private static final String OPERAND =
            "an operand: a name, a number, an address between brackets, or a vector between braces";

    private final Lexer lexer;
    private final ConstantParser constants;
    private final List<PtxOperand> collected = new ArrayList<>();

    OperandParser(Lexer lexer, ConstantParser constants) {
        this.lexer = lexer;
        this.constants = constants;
    }

    /**
     * The operands of an instruction, up to the semicolon, which is not taken.
     *
     * @param takesSigns whether a register may have a sign, as those of {@code vmad}
     * @param call whether parentheses enclose a call's arguments and results; elsewhere they are part of numbers
     */
    List<PtxOperand> operands(boolean call, boolean takesSigns) {
        signs = takesSigns;
        if (lexer.is(';')) {
            return List.of();
        }
        collected.clear();
        do {
            collected.add(call && lexer.is('(') ? group() : operand());
        } while (lexer.take(','));
        return List.copyOf(collected);
    }

    private PtxOperand operand() {
        return switch (lexer.kind()) {
            case '[' -> address();
            case '{' -> texelAndPredicate();
            default -> plain();
        };
    }

    /** A vector, or one and a predicate: what {@code tex} writes. */
    private PtxOperand texelAndPredicate() {
        PtxOperand vector = vector();
        if (!lexer.is('|')) {
            return vector;
        }
        lexer.next();
        return new PtxOperand.Pair(vector, nameOrSink(), vector.at());
    }

    /** An operand that may be an element of a vector: no brackets and no braces. */
    private PtxOperand plain() {
        if (lexer.is(Lexer.WORD)) {
            return named();
        }
        if (lexer.is('!') && CharacterClasses.startsWord(lexer.byteAt(lexer.afterBlanks(lexer.end())))) {
            int at = lexer.start();
            lexer.next();
            return new PtxOperand.Not(name("a predicate"), at);
        }
        if (signs && lexer.is('-') && CharacterClasses.startsWord(lexer.byteAt(lexer.afterBlanks(lexer.end())))) {
            int at = lexer.start();
            lexer.next();
            return new PtxOperand.Minus(name("a register"), at);
        }
        if (constants.starts()) {
            return constants.number();
        }
        throw lexer.expected(OPERAND);
    }

    private PtxOperand named() {
        PtxOperand first = nameOrSink();
        if (lexer.is('|')) {
            lexer.next();
            return new PtxOperand.Pair(first, nameOrSink(), first.at());
        }
        if (!(first instanceof Name name)) {
            return first;
        }
        if (lexer.is('+') || lexer.is('-')) {
            return new PtxOperand.Sum(name, offset(), name.at());
        }
        if (lexer.take('[')) {
            long index = constants.integer().value();
            lexer.expect(']', "after the index of an element");
            return new PtxOperand.Element(name, index, name.at());
        }
        return name;
    }

    private PtxOperand nameOrSink() {
        if (lexer.isWord(SINK)) {
            PtxOperand sink = new PtxOperand.Sink(lexer.start());
            lexer.next();
            return sink;
        }
        return name("a name");
    }

    private Name name(String what) {
        int at = lexer.start();
        String text = lexer.expectName(what);
        String component = "";
        if (lexer.is(Lexer.DIRECTIVE)) {
            component = lexer.name();
            lexer.next();
        }
        return new Name(text, component, at);
    }

    /** The addend of a name. A minus sign belongs to the number that follows. */
    private long offset() {
        if (lexer.is('+')) {
            lexer.next();
        }
        return constants.integer().value();
    }

    private PtxOperand address() {
        int at = lexer.start();
        lexer.next();
        Name base = null;
        long offset = 0;
        if (lexer.is(Lexer.WORD)) {
            base = name("a name");
            if (lexer.is('+') || lexer.is('-')) {
                offset = offset();
            }
        } else if (constants.starts()) {
            offset = constants.integer().value();
        } else {
            throw lexer.expected("the name or the number of an address");
        }
        List<PtxOperand> more = List.of();
        if (lexer.is(',')) {
            more = new ArrayList<>();
            while (lexer.take(',')) {
                more.add(lexer.is('{') ? vector() : plain());
            }
        }
        lexer.expect(']', "at the end of the address");
        return new PtxOperand.Address(base, offset, more, at);
    }

    private PtxOperand vector() {
        int at = lexer.start();
        lexer.next();
        return new PtxOperand.Vector(elements('}', "at the end of the vector"), at);
    }

    private PtxOperand group() {
        int at = lexer.start();
        lexer.next();
        if (lexer.take(')')) {
            return new PtxOperand.Group(List.of(), at);
        }
        return new PtxOperand.Group(elements(')', "at the end of the call's arguments or results"), at);
    }

    private List<PtxOperand> elements(char end, String where) {
        List<PtxOperand> elements = new ArrayList<>(4);
        do {
            elements.add(plain());
        } while (lexer.take(','));
        lexer.expect(end, where);
        return List.copyOf(elements);
    }
}
