package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Directive;
import io.cdpsim.ptx.syntax.Linkage;
import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.Pragma;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxFunction.Kind;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.PtxModule.Alias;
import io.cdpsim.ptx.syntax.PtxModule.IsaVersion;
import io.cdpsim.ptx.syntax.PtxModule.SourceFile;
import io.cdpsim.ptx.syntax.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a text from its {@code .version} to its end. */
final class ModuleParser {
    /** The default of a module without {@code .address_size}, from the PTX ISA. */
    private static final int DEFAULT_ADDRESS_SIZE = 32;

    private final Lexer lexer;
    private final TypeParser types;
    private final DeclarationParser declarations;
    private final SignatureParser signatures;
    private final LocationParser locations;
    private final BodyParser bodies;
    private final List<String> targets = new ArrayList<>();
    private final List<SourceFile> files = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<PtxFunction> functions = new ArrayList<>();
    private final List<Alias> aliases = new ArrayList<>();
    private final List<Pragma> pragmas = new ArrayList<>();
    private final Map<String, String> debugStrings = new HashMap<>();
    private int addressSize = DEFAULT_ADDRESS_SIZE;

    ModuleParser(Lexer lexer) {
        this.lexer = lexer;
        ConstantParser constants = new ConstantParser(lexer);
        this.types = new TypeParser(lexer, constants);
        this.declarations = new DeclarationParser(lexer, constants, types);
        this.signatures = new SignatureParser(lexer, types);
        this.locations = new LocationParser(lexer, constants);
        this.bodies = new BodyParser(lexer, constants, declarations, signatures, locations);
    }

    PtxModule module() {
        if (!lexer.takeDirective("version")) {
            throw lexer.expected(".version, with which PTX starts");
        }
        IsaVersion version = version();
        if (!lexer.takeDirective("target")) {
            throw lexer.expected(".target after the version");
        }
        target();
        while (!lexer.is(Lexer.END)) {
            item();
        }
        return new PtxModule(
                lexer.source(),
                version,
                targets,
                addressSize,
                files,
                variables,
                functions,
                aliases,
                pragmas,
                debugStrings);
    }

    /** A version number: two integers joined by a dot, so that 7.10 is not 7.1. */
    private IsaVersion version() {
        String spelling = lexer.is(Lexer.FLOAT) ? lexer.spelling() : "";
        int dot = spelling.indexOf('.');
        int major = part(spelling, 0, Math.max(dot, 0));
        int minor = part(spelling, dot + 1, spelling.length());
        if (major < 0 || minor < 0) {
            throw lexer.expected("a version of the PTX ISA such as 9.0");
        }
        lexer.next();
        return new IsaVersion(major, minor);
    }

    /** Up to four digits as a number; -1 if there is something else. */
    private static int part(String spelling, int from, int to) {
        boolean digits = spelling.chars().skip(from).limit(to - from).allMatch(c -> c >= '0' && c <= '9');
        return digits && to > from && to - from <= 4 ? Integer.parseInt(spelling, from, to, 10) : -1;
    }

    private void target() {
        do {
            targets.add(lexer.expectName("a target such as sm_90"));
        } while (lexer.take(','));
    }

    private void item() {
        if (!lexer.is(Lexer.DIRECTIVE)) {
            throw lexer.expected("a directive such as .entry, .func or .global");
        }
        switch (lexer.name()) {
            case "extern" -> linked(Linkage.EXTERN);
            case "visible" -> linked(Linkage.VISIBLE);
            case "weak" -> linked(Linkage.WEAK);
            case "common" -> linked(Linkage.COMMON);
            case "loc" -> locations.location();
            case "file" -> files.add(locations.file());
            case "section" -> locations.section(debugStrings);
            case "pragma" -> pragmas.add(signatures.pragma());
            case "alias" -> alias();
            case "address_size" -> addressSize();
            default -> definition(Linkage.NONE);
        }
    }

    private void linked(Linkage linkage) {
        lexer.next();
        definition(linkage);
    }

    private void definition(Linkage linkage) {
        if (lexer.takeDirective("entry")) {
            functions.add(function(Kind.ENTRY, linkage));
        } else if (lexer.takeDirective("func")) {
            functions.add(function(Kind.FUNC, linkage));
        } else if (declarations.startsVariable()) {
            declarations.variables(linkage, variables::add);
        } else {
            throw lexer.expected("a kernel (.entry), a function (.func), or a variable (.global, .const, .shared)");
        }
    }

    private void addressSize() {
        lexer.next();
        boolean wide = lexer.is(Lexer.INTEGER) && lexer.integerValue() == Long.SIZE;
        if (!wide && !(lexer.is(Lexer.INTEGER) && lexer.integerValue() == Integer.SIZE)) {
            throw lexer.expected("32 or 64");
        }
        addressSize = wide ? Long.SIZE : Integer.SIZE;
        lexer.next();
    }

    private void alias() {
        lexer.next();
        int at = lexer.start();
        String name = lexer.expectName("the other name of a function");
        lexer.expect(',', "between the two names");
        String function = lexer.expectName("the name of a function");
        lexer.expect(';', "at the end of the alias");
        aliases.add(new Alias(name, function, at));
    }

    private PtxFunction function(Kind kind, Linkage linkage) {
        List<Directive> attributes = new ArrayList<>();
        while (lexer.isDirective("attribute")) {
            types.attributes(attributes);
        }
        List<Parameter> results = kind == Kind.FUNC ? signatures.parameters() : List.of();
        int at = lexer.start();
        String name = lexer.expectName(kind == Kind.ENTRY ? "the kernel's name" : "the function's name");
        List<Parameter> parameters = signatures.parameters();
        List<Directive> directives = new ArrayList<>();
        List<Pragma> headerPragmas = new ArrayList<>();
        signatures.directives(directives, headerPragmas);
        Block body = null;
        if (lexer.is('{')) {
            body = bodies.body();
        } else {
            lexer.expect(';', "or '{' after the parameters of " + name);
        }
        return new PtxFunction(
                kind, linkage, name, results, parameters, directives, attributes, headerPragmas, body, at);
    }
}
