package io.cdpsim.memory.litmus.rewrite;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The variables of a plain test: those of the original, one for each block or thread that has its own, and flags. */
final class PlainVariables {
    private final LitmusTest original;
    private final List<LitmusVariable> variables = new ArrayList<>();
    private final Map<String, Integer> own = new HashMap<>();

    PlainVariables(LitmusTest original) {
        this.original = original;
        for (LitmusVariable each : original.variables()) {
            variables.add(new LitmusVariable(each.name(), AddressSpace.GLOBAL, each.initial()));
        }
    }

    /** What a thread calls by the number of a variable of the original. */
    int of(int variable, int threadNumber, StaticThread thread) {
        LitmusVariable source = original.variables().get(variable);
        String owner = switch (source.space()) {
            case SHARED -> ".block" + thread.block();
            case LOCAL -> ".thread" + threadNumber;
            default -> "";
        };
        if (owner.isEmpty()) {
            return variable;
        }
        return own.computeIfAbsent(source.name() + owner, name -> {
            variables.add(new LitmusVariable(name, AddressSpace.GLOBAL, source.initial()));
            return variables.size() - 1;
        });
    }

    /** Adds a flag. */
    int flag(int number) {
        variables.add(new LitmusVariable("flag" + number, AddressSpace.GLOBAL, new LitmusOperand.Immediate(0)));
        return variables.size() - 1;
    }

    String name(int variable) {
        return variables.get(variable).name();
    }

    List<LitmusVariable> all() {
        return variables;
    }
}
