package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.Directive;
import io.cdpsim.ptx.syntax.Initializer;
import io.cdpsim.ptx.syntax.Linkage;
import io.cdpsim.ptx.syntax.Space;
import io.cdpsim.ptx.syntax.Statement.RegisterNames;
import io.cdpsim.ptx.syntax.Statement.Registers;
import io.cdpsim.ptx.syntax.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads declarations of variables and registers. */
final class DeclarationParser {
    private static final Map<String, Space> SPACES = Map.of(
            "const", Space.CONST,
            "global", Space.GLOBAL,
            "local", Space.LOCAL,
            "param", Space.PARAM,
            "shared", Space.SHARED,
            "tex", Space.TEX);

    private final Lexer lexer;
    private final ConstantParser constants;
    private final TypeParser types;
    private final InitializerParser initializers;

    DeclarationParser(Lexer lexer, ConstantParser constants, TypeParser types) {
        this.lexer = lexer;
        this.constants = constants;
        this.types = types;
        this.initializers = new InitializerParser(lexer, constants);
    }

    /** Whether the current directive starts the declaration of a variable. */
    boolean startsVariable() {
        return lexer.is(Lexer.DIRECTIVE) && (lexer.isDirective("align") || SPACES.containsKey(lexer.name()));
    }

    /** Parses the variables of a declaration after its linkage, up to its semicolon. */
    void variables(Linkage linkage, Consumer<Variable> taker) {
        Space space = null;
        List<Directive> attributes = new ArrayList<>();
        TypeParser.Shape shape = new TypeParser.Shape();
        while (lexer.is(Lexer.DIRECTIVE)) {
            Space named = space(lexer.name());
            if (named != null && space == null) {
                space = named;
                lexer.next();
            } else if (lexer.isDirective("attribute")) {
                types.attributes(attributes);
            } else {
                types.takeInto(shape);
            }
        }
        if (space == null) {
            throw lexer.expected("a state space such as .global before the variable's name");
        }
        if (shape.type == null) {
            throw lexer.expected("a type such as .u32 before the variable's name");
        }
        do {
            int at = lexer.start();
            String name = lexer.expectName("the variable's name");
            List<Long> dimensions = types.dimensions();
            Initializer initializer = lexer.take('=') ? initializers.initializer() : null;
            taker.accept(new Variable(
                    linkage,
                    space,
                    shape.align,
                    shape.vector,
                    shape.type,
                    name,
                    dimensions,
                    initializer,
                    attributes,
                    at));
        } while (lexer.take(','));
        lexer.expect(';', "at the end of the declaration");
    }

    static @Nullable Space space(String directive) {
        return SPACES.get(directive);
    }

    /** Registers, from {@code .reg} on, with the semicolon. */
    Registers registers() {
        int at = lexer.start();
        lexer.next();
        TypeParser.Shape shape = new TypeParser.Shape();
        while (lexer.is(Lexer.DIRECTIVE)) {
            types.takeInto(shape);
        }
        if (shape.type == null) {
            throw lexer.expected("a type such as .b32 before the registers' names");
        }
        List<RegisterNames> names = new ArrayList<>(1);
        do {
            int nameAt = lexer.start();
            String name = lexer.expectName("the name of registers");
            int count = RegisterNames.ONE;
            if (lexer.take('<')) {
                count = (int) constants.count("the number of registers", 0, Integer.MAX_VALUE);
                lexer.expect('>', "after the number of registers");
            }
            names.add(new RegisterNames(name, count, nameAt));
        } while (lexer.take(','));
        lexer.expect(';', "at the end of the declaration");
        return new Registers(shape.type, shape.vector, names, at);
    }
}
