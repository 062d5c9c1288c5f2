package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.Directive;
import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.Pragma;
import io.cdpsim.ptx.syntax.Space;
import io.cdpsim.ptx.syntax.Statement.CallPrototype;
import java.util.ArrayList;
import java.util.List;

/** Parses the parameters, results and directives of functions, kernels and prototypes. */
final class SignatureParser {
    private final Lexer lexer;
    private final TypeParser types;

    SignatureParser(Lexer lexer, TypeParser types) {
        this.lexer = lexer;
        this.types = types;
    }

    /** Parameters in parentheses; none if there are no parentheses. */
    List<Parameter> parameters() {
        if (!lexer.take('(')) {
            return List.of();
        }
        if (lexer.take(')')) {
            return List.of();
        }
        List<Parameter> parameters = new ArrayList<>();
        do {
            parameters.add(parameter());
        } while (lexer.take(','));
        lexer.expect(')', "or ',' after the parameter");
        return List.copyOf(parameters);
    }

    private Parameter parameter() {
        boolean register = lexer.isDirective("reg");
        if (!register && !lexer.isDirective("param")) {
            throw lexer.expected("a parameter, which starts with .param or .reg");
        }
        lexer.next();
        TypeParser.Shape shape = new TypeParser.Shape();
        Parameter.Pointer pointer = null;
        while (lexer.is(Lexer.DIRECTIVE)) {
            if (pointer == null && lexer.takeDirective("ptr")) {
                pointer = pointer();
            } else {
                types.takeInto(shape);
            }
        }
        if (shape.type == null) {
            throw lexer.expected("a type such as .u64 before the parameter's name");
        }
        int at = lexer.start();
        String name = lexer.expectName("the parameter's name, or _ for none");
        List<Long> dimensions = types.dimensions();
        return new Parameter(
                register ? Space.REG : Space.PARAM,
                shape.align,
                shape.vector,
                shape.type,
                name,
                dimensions,
                pointer,
                at);
    }

    private Parameter.Pointer pointer() {
        Space space = lexer.is(Lexer.DIRECTIVE) ? DeclarationParser.space(lexer.name()) : null;
        if (space != null) {
            lexer.next();
        }
        return new Parameter.Pointer(space, lexer.takeDirective("align") ? types.align() : 0);
    }

    /** The directives between a function's parameters and its body. */
    void directives(List<Directive> directives, List<Pragma> pragmas) {
        while (lexer.is(Lexer.DIRECTIVE)) {
            if (lexer.isDirective("pragma")) {
                pragmas.add(pragma());
            } else {
                directives.add(directive());
            }
        }
    }

    private Directive directive() {
        int at = lexer.start();
        String name = lexer.name();
        lexer.next();
        return new Directive(name, lexer.is(Lexer.INTEGER) ? types.numbers() : List.of(), at);
    }

    /** A pragma, from {@code .pragma} on, with its semicolon. */
    Pragma pragma() {
        int at = lexer.start();
        lexer.next();
        List<String> texts = new ArrayList<>(1);
        do {
            texts.add(lexer.expectString("a text between quotes"));
        } while (lexer.take(','));
        lexer.expect(';', "at the end of the pragma");
        return new Pragma(texts, at);
    }

    /** The prototype of a call, from {@code .callprototype} on, with its semicolon. */
    CallPrototype callPrototype(String name, int at) {
        lexer.next();
        List<Parameter> results = parameters();
        lexer.expectName("_ in the place of the function's name");
        List<Parameter> parameters = parameters();
        List<Directive> directives = new ArrayList<>();
        while (lexer.is(Lexer.DIRECTIVE)) {
            directives.add(directive());
        }
        lexer.expect(';', "at the end of the prototype");
        return new CallPrototype(name, results, parameters, directives, at);
    }
}
