package io.cdpsim.memory.litmus.rewrite;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.Operand;
import io.cdpsim.memory.litmus.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The variables of a plain test: those of the original, one for each block or thread that has its own, and flags. */
final class PlainVariables {
    private final LitmusTest original;
    private final List<Variable> variables = new ArrayList<>();
    private final Map<String, Integer> own = new HashMap<>();

    PlainVariables(LitmusTest original) {
        this.original = original;
        for (Variable each : original.variables()) {
            variables.add(new Variable(each.name(), AddressSpace.GLOBAL, each.initial()));
        }
    }

    /** What a thread calls by the number of a variable of the original. */
    int of(int variable, int threadNumber, StaticThread thread) {
        Variable source = original.variables().get(variable);
        String owner = switch (source.space()) {
            case SHARED -> ".block" + thread.block();
            case LOCAL -> ".thread" + threadNumber;
            default -> "";
        };
        if (owner.isEmpty()) {
            return variable;
        }
        return own.computeIfAbsent(source.name() + owner, name -> {
            variables.add(new Variable(name, AddressSpace.GLOBAL, source.initial()));
            return variables.size() - 1;
        });
    }

    /** Adds a flag. */
    int flag(int number) {
        variables.add(new Variable("flag" + number, AddressSpace.GLOBAL, new Operand.Immediate(0)));
        return variables.size() - 1;
    }

    String name(int variable) {
        return variables.get(variable).name();
    }

    List<Variable> all() {
        return variables;
    }
}
