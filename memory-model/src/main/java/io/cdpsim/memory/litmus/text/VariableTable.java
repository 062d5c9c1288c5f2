package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.Operand;
import io.cdpsim.memory.litmus.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The variables of a test while it is read. */
final class VariableTable {
    private final boolean mayBeUndeclared;
    private final List<Variable> variables = new ArrayList<>();
    private final Map<String, Integer> indices = new HashMap<>();

    /** An empty table; {@code mayBeUndeclared} if a thread may use a variable that the braces do not name. */
    VariableTable(boolean mayBeUndeclared) {
        this.mayBeUndeclared = mayBeUndeclared;
    }

    boolean mayBeUndeclared() {
        return mayBeUndeclared;
    }

    OptionalInt find(String name) {
        Integer index = indices.get(name);
        return index == null ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /** Adds a variable that holds 0, or finds it. */
    int declare(String name, AddressSpace space) {
        Integer known = indices.putIfAbsent(name, variables.size());
        if (known != null) {
            if (space != AddressSpace.GLOBAL) {
                variables.set(
                        known, new Variable(name, space, variables.get(known).initial()));
            }
            return known;
        }
        variables.add(new Variable(name, space, new Operand.Immediate(0)));
        return variables.size() - 1;
    }

    void initialise(int index, Operand value) {
        Variable old = variables.get(index);
        variables.set(index, new Variable(old.name(), old.space(), value));
    }

    Variable get(int index) {
        return variables.get(index);
    }

    List<Variable> all() {
        return List.copyOf(variables);
    }
}
