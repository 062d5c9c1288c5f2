package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Linkage;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxInstruction.Guard;
import io.cdpsim.ptx.syntax.PtxOpcode;
import io.cdpsim.ptx.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses function bodies. */
final class BodyParser {
    private static final int MOST_NESTING = 200;

    private final Lexer lexer;
    private final OpcodeTable opcodes;
    private final OperandParser operands;
    private final DeclarationParser declarations;
    private final SignatureParser signatures;
    private final LocationParser locations;
    private int nesting;

    BodyParser(
            Lexer lexer,
            ConstantParser constants,
            DeclarationParser declarations,
            SignatureParser signatures,
            LocationParser locations) {
        this.lexer = lexer;
        this.opcodes = new OpcodeTable(lexer);
        this.operands = new OperandParser(lexer, constants);
        this.declarations = declarations;
        this.signatures = signatures;
        this.locations = locations;
    }

    /** Parses a function's body, whose brace is the current token. */
    Block body() {
        locations.forget();
        return block();
    }

    private Block block() {
        int at = lexer.start();
        if (++nesting > MOST_NESTING) {
            throw lexer.error(at, "found a scope nested more than " + MOST_NESTING + " deep");
        }
        lexer.next();
        List<Statement> statements = new ArrayList<>();
        while (!lexer.is('}')) {
            statement(statements);
        }
        int end = lexer.start();
        lexer.next();
        nesting--;
        return new Block(statements, at, end);
    }

    private void statement(List<Statement> statements) {
        switch (lexer.kind()) {
            case Lexer.WORD -> named(statements);
            case '@' -> statements.add(guarded());
            case Lexer.DIRECTIVE -> directive(statements);
            case '{' -> statements.add(block());
            default -> throw lexer.expected("an instruction, a label, a declaration, or '}' at the end of the body");
        }
    }

    private void directive(List<Statement> statements) {
        if (lexer.isDirective("loc")) {
            locations.location();
        } else if (lexer.isDirective("reg")) {
            statements.add(declarations.registers());
        } else if (lexer.isDirective("pragma")) {
            statements.add(signatures.pragma());
        } else if (declarations.startsVariable()) {
            declarations.variables(Linkage.NONE, statements::add);
        } else {
            throw lexer.expected("a declaration, an instruction or a label");
        }
    }

    /** What starts with a name: an instruction, a label, or a list or a prototype that has a name. */
    private void named(List<Statement> statements) {
        int at = lexer.start();
        int behind = lexer.afterBlanks(lexer.end());
        if (lexer.byteAt(behind) != ':') {
            statements.add(instruction(null));
            return;
        }
        String name = lexer.name();
        lexer.next();
        lexer.next();
        if (lexer.takeDirective("branchtargets")) {
            statements.add(new Statement.BranchTargets(name, names("a label"), at));
        } else if (lexer.takeDirective("calltargets")) {
            statements.add(new Statement.CallTargets(name, names("a function"), at));
        } else if (lexer.isDirective("callprototype")) {
            statements.add(signatures.callPrototype(name, at));
        } else {
            statements.add(new Statement.Label(name, at));
        }
    }

    private List<String> names(String what) {
        List<String> names = new ArrayList<>();
        do {
            names.add(lexer.expectName(what));
        } while (lexer.take(','));
        lexer.expect(';', "at the end of the list");
        return names;
    }

    private PtxInstruction guarded() {
        int at = lexer.start();
        lexer.next();
        boolean negated = lexer.take('!');
        Guard guard = new Guard(lexer.expectName("a predicate"), negated, at);
        if (!lexer.is(Lexer.WORD)) {
            throw lexer.expected("an instruction after its predicate");
        }
        return instruction(guard);
    }

    private PtxInstruction instruction(@Nullable Guard guard) {
        int at = lexer.start();
        PtxOpcode opcode = opcodes.take();
        boolean call = opcode.base().equals("call");
        PtxInstruction instruction = new PtxInstruction(
                guard, opcode, operands.operands(call, opcode.base().equals("vmad")), at, locations.current());
        lexer.expect(';', "or ',' after the operand");
        return instruction;
    }
}
