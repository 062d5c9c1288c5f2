package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest.VariableAlias;
import io.cdpsim.memory.litmus.MemoryProxy;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the instructions of one thread, cell by cell, and classifies its names as registers and labels. */
final class ThreadParser {
    private static final String REGISTER_NAME = "[%$].*|[rR]\\d+";

    private final LitmusTokens tokens;
    private final VariableTable variables;
    private final LaunchableNames launchable;
    private final String name;
    private final List<LitmusStatement> statements = new ArrayList<>();
    private final List<String> registers = new ArrayList<>();
    private final Map<String, Integer> registerIndices = new HashMap<>();
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<PendingBranch> branches = new ArrayList<>();
    private final Set<String> launches = new HashSet<>();

    /** A jump whose label may follow later. */
    private record PendingBranch(int statement, LitmusToken label) {}

    /**
     * Makes a parser for an empty column.
     *
     * @param name the thread's name
     * @param firstRegisters names of parameters and of registers with initial values
     * @param launchable finds kernels and graphs by their names
     */
    ThreadParser(
            LitmusTokens tokens,
            VariableTable variables,
            LaunchableNames launchable,
            String name,
            Iterable<String> firstRegisters) {
        this.tokens = tokens;
        this.variables = variables;
        this.launchable = launchable;
        this.name = name;
        firstRegisters.forEach(this::register);
    }

    String name() {
        return name;
    }

    /** Reads a cell up to its {@code |} or {@code ;}, which stays. */
    void cell() {
        while (tokens.peek().isWord() && tokens.peekSecond().is(":")) {
            LitmusToken label = tokens.next();
            tokens.next();
            if (labels.put(label.text(), statements.size()) != null) {
                throw tokens.error(label, "the label '" + label.text() + "' is defined twice in " + name);
            }
        }
        if (tokens.peek().is("|") || tokens.peek().is(";")) {
            return;
        }
        LitmusToken first = tokens.peek();
        LitmusInstruction instruction = new InstructionParser(tokens, this).instruction();
        statements.add(new LitmusStatement(first.line(), tokens.sourceSince(first), instruction));
        if (!tokens.peek().is("|") && !tokens.peek().is(";")) {
            LitmusToken rest = tokens.peek();
            throw tokens.error(
                    rest, "found " + rest.shown() + " after '" + tokens.sourceSince(first) + "', expected '|' or ';'");
        }
    }

    /** The whole column, its jumps resolved. */
    LitmusProgram program() {
        for (PendingBranch each : branches) {
            Integer target = labels.get(each.label().text());
            if (target == null) {
                throw tokens.error(each.label(), "'" + each.label().text() + "' is not a label of " + name);
            }
            LitmusStatement old = statements.get(each.statement());
            LitmusInstruction resolved = old.instruction() instanceof LitmusInstruction.Branch branch
                    ? new LitmusInstruction.Branch(branch.comparison(), branch.left(), branch.right(), target)
                    : new LitmusInstruction.Goto(target);
            statements.set(each.statement(), new LitmusStatement(old.line(), old.text(), resolved));
        }
        branches.clear();
        return new LitmusProgram(name, statements, registers);
    }

    /** Records a jump of the current instruction. */
    void jumpsTo(LitmusToken label) {
        branches.add(new PendingBranch(statements.size(), label));
    }

    /** A destination register. The name is a register's from here on. */
    int destination() {
        LitmusToken token = tokens.peek();
        String found = tokens.word("a register");
        if (variables.find(found).isPresent() && !isRegister(found)) {
            throw tokens.error(token, "'" + found + "' is a variable, expected a register");
        }
        return register(found);
    }

    /** A number, a register, or the address of a variable. */
    LitmusOperand value() {
        if (tokens.peek().kind() == LitmusToken.Kind.NUMBER) {
            return new LitmusOperand.Immediate(tokens.number("a value"));
        }
        if (tokens.take("&")) {
            LitmusToken token = tokens.peek();
            return new LitmusOperand.Symbol(declared(token, tokens.word("a variable")));
        }
        if (tokens.takeKeyword("stream")) {
            return streamHandle();
        }
        String found = tokens.word("a number, a register or a variable");
        var variable = variables.find(found);
        return variable.isPresent() && !isRegister(found)
                ? new LitmusOperand.Symbol(variable.getAsInt())
                : new LitmusOperand.Register(register(found));
    }

    /** The value of a store or an atomic: a number, a register, or {@code &} and a variable. */
    LitmusOperand storedValue() {
        LitmusToken token = tokens.peek();
        LitmusOperand value = value();
        if (value instanceof LitmusOperand.Symbol && !token.is("&") && !tokens.isLenient()) {
            throw tokens.error(
                    token,
                    "'" + token.text() + "' is a variable where a value is expected; write &" + token.text()
                            + " for its address, or load it into a register; --lenient takes the address");
        }
        return value;
    }

    private LitmusOperand streamHandle() {
        LitmusToken token = tokens.peek();
        if (stream() instanceof StreamOperand.Named named) {
            return new LitmusOperand.StreamHandle(named.name());
        }
        throw tokens.error(
                token,
                "'" + token.text() + "' is not a stream of " + name + "'s own; pass one that " + name
                        + " creates, as in S");
    }

    /** A small number, or a register that holds one. */
    LitmusOperand countOrRegister(String what) {
        LitmusToken token = tokens.peek();
        if (!token.isWord()) {
            return new LitmusOperand.Immediate(tokens.count(what));
        }
        LitmusOperand value = value();
        if (!(value instanceof LitmusOperand.Register)) {
            throw tokens.error(token, "found " + token.shown() + ", expected " + what + ": a number or a register");
        }
        return value;
    }

    /** A variable, or a register that holds an address, with or without brackets. */
    LitmusOperand address() {
        boolean bracketed = tokens.take("[");
        LitmusToken token = tokens.peek();
        String found = tokens.word("a variable or a register");
        LitmusOperand address = isRegister(found) || (variables.find(found).isEmpty() && found.matches(REGISTER_NAME))
                ? new LitmusOperand.Register(register(found))
                : new LitmusOperand.Symbol(declared(token, found));
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

    /** The proxy for which the variable of an address is an alias. */
    Optional<MemoryProxy> aliasProxy(LitmusOperand address) {
        return address instanceof LitmusOperand.Symbol symbol
                ? variables.get(symbol.variable()).alias().map(VariableAlias::proxy)
                : Optional.empty();
    }

    StreamOperand stream() {
        LitmusToken token = tokens.peek();
        String found = tokens.word("a stream: null, faf, tail, sibling, perthread or a name");
        return switch (found) {
            case "null" -> StreamOperand.Predefined.NULL;
            case "faf" -> StreamOperand.Predefined.FIRE_AND_FORGET;
            case "tail" -> StreamOperand.Predefined.TAIL;
            case "sibling" -> StreamOperand.Predefined.SIBLING;
            case "perthread" -> StreamOperand.Predefined.PER_THREAD;
            default -> {
                if (variables.find(found).isPresent()) {
                    throw tokens.error(token, "'" + found + "' is a variable, expected a stream");
                }
                if (isRegister(found)) {
                    yield new StreamOperand.Handle(register(found));
                }
                // Otherwise a misspelt parameter or predefined stream would be a new stream, which orders
                // nothing.
                if (!Character.isUpperCase(found.charAt(0))) {
                    throw tokens.error(
                            token,
                            "'" + found + "' is not a stream of " + name
                                    + ": there are null, perthread, faf and tail, a"
                                    + " parameter may hold one, and the name of one of its own starts with a capital"
                                    + " letter, as in S");
                }
                yield new StreamOperand.Named(found);
            }
        };
    }

    int kernel() {
        LitmusToken token = tokens.peek();
        tokens.word("the name of a kernel");
        return launchable.kernel(token);
    }

    int graph() {
        LitmusToken token = tokens.peek();
        tokens.word("the name of a kernel with its shape, as in K<<<1,1>>>, or of a graph");
        return launchable.graph(token);
    }

    /** The name of a launch, unique in the column. */
    String launchLabel() {
        LitmusToken token = tokens.peek();
        String label = tokens.word("a name for the launch");
        if (!launches.add(label)) {
            throw tokens.error(token, "two launches of " + name + " have the name '" + label + "'; give each its own");
        }
        return label;
    }

    /** The variable of a name. A plain test need not declare it. */
    private int declared(LitmusToken token, String variable) {
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
        return registerIndices.containsKey(InitialStateParser.withoutPercent(found));
    }

    private int register(String found) {
        String plain = InitialStateParser.withoutPercent(found);
        Integer known = registerIndices.putIfAbsent(plain, registers.size());
        if (known != null) {
            return known;
        }
        registers.add(plain);
        return registers.size() - 1;
    }
}
