package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.Instruction;
import io.cdpsim.memory.litmus.Operand;
import io.cdpsim.memory.litmus.Program;
import io.cdpsim.memory.litmus.Statement;
import io.cdpsim.memory.litmus.StreamOperand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Reads the instructions of one thread, cell by cell, and finds out which names are registers and which are labels. */
final class ColumnParser {
    private static final String REGISTER_NAME = "[%$].*|[rR]\\d+";

    private final TokenReader tokens;
    private final VariableTable variables;
    private final ToIntFunction<Token> kernels;
    private final String name;
    private final List<Statement> statements = new ArrayList<>();
    private final List<String> registers = new ArrayList<>();
    private final Map<String, Integer> registerIndices = new HashMap<>();
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<PendingBranch> branches = new ArrayList<>();
    private final Set<String> launches = new HashSet<>();

    /** A jump whose label may come later. */
    private record PendingBranch(int statement, Token label) {}

    /**
     * Makes a parser for an empty column.
     *
     * @param name the thread's name
     * @param firstRegisters parameters and registers with initial values
     * @param kernels finds a kernel by its name
     */
    ColumnParser(
            TokenReader tokens,
            VariableTable variables,
            ToIntFunction<Token> kernels,
            String name,
            Iterable<String> firstRegisters) {
        this.tokens = tokens;
        this.variables = variables;
        this.kernels = kernels;
        this.name = name;
        firstRegisters.forEach(this::register);
    }

    String name() {
        return name;
    }

    /** Reads a cell up to its {@code |} or {@code ;}, which stays. */
    void cell() {
        while (tokens.peek().isWord() && tokens.peekSecond().is(":")) {
            Token label = tokens.next();
            tokens.next();
            if (labels.put(label.text(), statements.size()) != null) {
                throw tokens.error(label, "the label '" + label.text() + "' stands twice in " + name);
            }
        }
        if (tokens.peek().is("|") || tokens.peek().is(";")) {
            return;
        }
        Token first = tokens.peek();
        Instruction instruction = new InstructionParser(tokens, this).instruction();
        statements.add(new Statement(first.line(), tokens.sourceSince(first), instruction));
        if (!tokens.peek().is("|") && !tokens.peek().is(";")) {
            Token rest = tokens.peek();
            throw tokens.error(
                    rest, "found " + rest.shown() + " after '" + tokens.sourceSince(first) + "', expected '|' or ';'");
        }
    }

    /** The whole column, its jumps resolved. */
    Program program() {
        for (PendingBranch each : branches) {
            Integer target = labels.get(each.label().text());
            if (target == null) {
                throw tokens.error(each.label(), "'" + each.label().text() + "' is no label of " + name);
            }
            Statement old = statements.get(each.statement());
            Instruction resolved = old.instruction() instanceof Instruction.Branch branch
                    ? new Instruction.Branch(branch.comparison(), branch.left(), branch.right(), target)
                    : new Instruction.Goto(target);
            statements.set(each.statement(), new Statement(old.line(), old.text(), resolved));
        }
        branches.clear();
        return new Program(name, statements, registers);
    }

    /** Notes that the instruction being read jumps there. */
    void jumpsTo(Token label) {
        branches.add(new PendingBranch(statements.size(), label));
    }

    /** A register that is written, which makes the name a register's. */
    int destination() {
        Token token = tokens.peek();
        String found = tokens.word("a register");
        if (variables.find(found).isPresent() && !isRegister(found)) {
            throw tokens.error(token, "'" + found + "' is a variable, expected a register");
        }
        return register(found);
    }

    /** A number, a register, or the address of a variable. */
    Operand value() {
        if (tokens.peek().kind() == Token.Kind.NUMBER) {
            return new Operand.Immediate(tokens.number("a value"));
        }
        if (tokens.take("&")) {
            Token token = tokens.peek();
            return new Operand.Symbol(declared(token, tokens.word("a variable")));
        }
        if (tokens.takeKeyword("stream")) {
            return streamHandle();
        }
        String found = tokens.word("a number, a register or a variable");
        var variable = variables.find(found);
        return variable.isPresent() && !isRegister(found)
                ? new Operand.Symbol(variable.getAsInt())
                : new Operand.Register(register(found));
    }

    private Operand streamHandle() {
        Token token = tokens.peek();
        if (stream() instanceof StreamOperand.Named named) {
            return new Operand.StreamHandle(named.name());
        }
        throw tokens.error(
                token, "'" + token.text() + "' is no stream of its own of " + name + ", which alone can be passed on");
    }

    /** A small number, or a register that holds one. */
    Operand countOrRegister(String what) {
        Token token = tokens.peek();
        if (!token.isWord()) {
            return new Operand.Immediate(tokens.count(what));
        }
        Operand value = value();
        if (!(value instanceof Operand.Register)) {
            throw tokens.error(token, "found " + token.shown() + ", expected " + what + ": a number or a register");
        }
        return value;
    }

    /** A variable, or a register that holds an address; in brackets or not. */
    Operand address() {
        boolean bracketed = tokens.take("[");
        Token token = tokens.peek();
        String found = tokens.word("a variable or a register");
        Operand address = isRegister(found) || (variables.find(found).isEmpty() && found.matches(REGISTER_NAME))
                ? new Operand.Register(register(found))
                : new Operand.Symbol(declared(token, found));
        if (tokens.peek().is("[") || tokens.peek().is("+")) {
            throw tokens.error(
                    token,
                    "'" + found + tokens.peek().text()
                            + "': offsets are not supported; use a variable for each element");
        }
        if (bracketed) {
            tokens.expect("]", "after an address");
        }
        return address;
    }

    StreamOperand stream() {
        Token token = tokens.peek();
        String found = tokens.word("a stream: null, faf, tail, perthread or a name");
        return switch (found) {
            case "null" -> StreamOperand.Predefined.NULL;
            case "faf" -> StreamOperand.Predefined.FIRE_AND_FORGET;
            case "tail" -> StreamOperand.Predefined.TAIL;
            case "perthread" -> StreamOperand.Predefined.PER_THREAD;
            default -> {
                if (variables.find(found).isPresent()) {
                    throw tokens.error(token, "'" + found + "' is a variable, expected a stream");
                }
                if (isRegister(found)) {
                    yield new StreamOperand.Handle(register(found));
                }
                // A parameter or a predefined stream that is misspelt would else be a stream of its own, and order
                // nothing.
                if (!Character.isUpperCase(found.charAt(0))) {
                    throw tokens.error(
                            token,
                            "'" + found + "' is no stream of " + name + ": null, perthread, faf and tail are there, a"
                                    + " parameter may hold one, and the name of one of its own begins with a capital"
                                    + " letter, as in S");
                }
                yield new StreamOperand.Named(found);
            }
        };
    }

    int kernel() {
        Token token = tokens.peek();
        tokens.word("the name of a kernel");
        return kernels.applyAsInt(token);
    }

    /** The name of a launch, which the column has once. */
    String launchLabel() {
        Token token = tokens.peek();
        String label = tokens.word("a name for the launch");
        if (!launches.add(label)) {
            throw tokens.error(
                    token, "two launches of " + name + " are called '" + label + "'; give each a name of its own");
        }
        return label;
    }

    /** The variable of a name, which a plain test need not declare. */
    private int declared(Token token, String variable) {
        if (variables.mayBeUndeclared()) {
            return variables.declare(variable, AddressSpace.GLOBAL);
        }
        return variables
                .find(variable)
                .orElseThrow(() -> tokens.error(
                        token,
                        "'" + variable + "' is neither a register of " + name
                                + " nor a variable; name it between the braces, as in { " + variable + "=0; }"));
    }

    private boolean isRegister(String found) {
        return registerIndices.containsKey(InitialValues.withoutPercent(found));
    }

    private int register(String found) {
        String plain = InitialValues.withoutPercent(found);
        Integer known = registerIndices.putIfAbsent(plain, registers.size());
        if (known != null) {
            return known;
        }
        registers.add(plain);
        return registers.size() - 1;
    }
}
