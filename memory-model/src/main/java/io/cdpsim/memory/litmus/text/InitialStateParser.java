package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.MbarrierFunction;
import io.cdpsim.memory.litmus.MemoryProxy;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reads the initial values, {@code { x=0; shared s=1; P1:r0=x; }}. */
final class InitialStateParser {
    private final LitmusTokens tokens;
    private final VariableTable variables;
    private final Map<String, Map<String, LitmusOperand>> registers = new LinkedHashMap<>();

    InitialStateParser(LitmusTokens tokens, VariableTable variables) {
        this.tokens = tokens;
        this.variables = variables;
    }

    /** The initial values of a thread's registers, by name without a percent sign. */
    Map<String, LitmusOperand> registersOf(String thread) {
        return registers.getOrDefault(thread, Map.of());
    }

    /** The threads with initial values of registers. */
    Iterable<String> threads() {
        return registers.keySet();
    }

    void read() {
        tokens.expect("{", "before the initial values");
        while (!tokens.take("}")) {
            if (!tokens.take(";")) {
                entry();
                if (!tokens.peek().is("}")) {
                    tokens.expect(";", "after an initial value");
                }
            }
        }
        tokens.take(";");
    }

    private void entry() {
        LitmusToken first = tokens.next();
        if (first.kind() == LitmusToken.Kind.NUMBER && tokens.peek().is(":")) {
            register("P" + first.text());
        } else if (first.isWord() && tokens.peek().is(":")) {
            register(first.text());
        } else if (first.is("[")) {
            LitmusToken name = tokens.peek();
            tokens.word("the name of a variable");
            tokens.expect("]", "after a variable");
            variable(name, AddressSpace.GLOBAL);
        } else if (first.text().equals("mbarrier") && tokens.peek().isWord()) {
            mbarrier(tokens.next());
        } else if (first.isWord() && tokens.peek().isWord()) {
            AddressSpace space = space(first);
            variable(tokens.next(), space);
        } else if (first.isWord()) {
            variable(first, AddressSpace.GLOBAL);
        } else {
            throw tokens.error(
                    first, "found " + first.shown() + ", expected a variable, as in x=0, or a register, as in P0:r0=0");
        }
    }

    private AddressSpace space(LitmusToken word) {
        return switch (word.text().toLowerCase(Locale.ROOT)) {
            case "global" -> AddressSpace.GLOBAL;
            case "mapped" -> AddressSpace.MAPPED;
            case "constant" -> AddressSpace.CONSTANT;
            case "shared" -> AddressSpace.SHARED;
            case "local" -> AddressSpace.LOCAL;
            default ->
                throw tokens.error(
                        word,
                        "'" + word.text()
                                + "' is not an address space, expected global, mapped, constant, shared, local or"
                                + " mbarrier");
        };
    }

    private void variable(LitmusToken name, AddressSpace space) {
        if (tokens.peek().is("->")) {
            throw tokens.error(
                    name,
                    "'" + name.text() + " ->' is not a declaration; write " + name.text()
                            + " @ generic aliases x for another address of x");
        }
        if (tokens.take("@")) {
            alias(name);
            return;
        }
        if (tokens.peek().is("[")) {
            throw tokens.error(
                    name, "arrays are not supported, found '" + name.text() + "['; use a variable for each element");
        }
        int index = variables.declare(name.text(), space);
        if (tokens.take("=")) {
            variables.initialise(index, value());
        }
    }

    /** Reads an initialised mbarrier object, as {@code mbarrier b=2}, which all threads reach. */
    private void mbarrier(LitmusToken name) {
        int index = variables.declare(name.text(), AddressSpace.GLOBAL);
        tokens.expect("=", "after an mbarrier, with its number of arrivals");
        variables.initialise(
                index, new LitmusOperand.Immediate(MbarrierFunction.initialized(MbarrierParser.arrivals(tokens))));
    }

    /** Reads the proxy and the target of an alias. */
    private void alias(LitmusToken name) {
        LitmusToken word = tokens.peek();
        MemoryProxy proxy = MemoryProxy.named(tokens.word("a proxy").toLowerCase(Locale.ROOT))
                .orElseThrow(() -> tokens.error(
                        word, "'" + word.text() + "' is not a proxy, expected generic, texture, surface or constant"));
        if (!tokens.takeKeyword("aliases")) {
            throw tokens.error(
                    tokens.peek(),
                    "found " + tokens.peek().shown() + ", expected 'aliases' and a variable after a proxy");
        }
        LitmusToken target = tokens.peek();
        String found = tokens.word("a variable");
        int variable = variables
                .find(found)
                .orElseThrow(() -> tokens.error(
                        target,
                        "'" + found + "' is not a variable declared before; declare it, as in " + found + "=0;"));
        if (variables.find(name.text()).isPresent()) {
            throw tokens.error(name, "'" + name.text() + "' is declared twice; give the alias a name of its own");
        }
        if (tokens.peek().is("=")) {
            throw tokens.error(tokens.peek(), "an alias has the value of '" + found + "'; write the value there");
        }
        variables.alias(variables.declare(name.text(), AddressSpace.GLOBAL), proxy, variable);
    }

    private void register(String thread) {
        tokens.expect(":", "after a thread");
        String name = withoutPercent(tokens.word("the name of a register"));
        LitmusOperand initial = new LitmusOperand.Immediate(0);
        if (!tokens.peek().is(";") && !tokens.peek().is("}")) {
            tokens.expect("=", "after a register");
            initial = value();
        }
        registers.computeIfAbsent(thread, each -> new LinkedHashMap<>()).put(name, initial);
    }

    /** A number, or the address of a variable. */
    private LitmusOperand value() {
        if (tokens.peek().kind() == LitmusToken.Kind.NUMBER) {
            return new LitmusOperand.Immediate(tokens.number("a value"));
        }
        tokens.take("&");
        return new LitmusOperand.Symbol(variables.declare(tokens.word("a number or a variable"), AddressSpace.GLOBAL));
    }

    static String withoutPercent(String register) {
        return register.startsWith("%") ? register.substring(1) : register;
    }
}
