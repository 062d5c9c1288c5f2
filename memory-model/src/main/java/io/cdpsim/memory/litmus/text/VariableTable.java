package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import io.cdpsim.memory.litmus.LitmusTest.VariableAlias;
import io.cdpsim.memory.litmus.MemoryProxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The variables of a test that is being read. */
final class VariableTable {
    private final boolean mayBeUndeclared;
    private final List<LitmusVariable> variables = new ArrayList<>();
    private final Map<String, Integer> indices = new HashMap<>();

    /** An empty table; {@code mayBeUndeclared} if threads may use variables that the braces do not declare. */
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

    /** Adds a variable with the initial value 0, or finds it. */
    int declare(String name, AddressSpace space) {
        Integer known = indices.putIfAbsent(name, variables.size());
        if (known != null) {
            if (space != AddressSpace.GLOBAL) {
                variables.set(
                        known,
                        new LitmusVariable(
                                name,
                                space,
                                variables.get(known).initial(),
                                variables.get(known).alias()));
            }
            return known;
        }
        variables.add(new LitmusVariable(name, space, new LitmusOperand.Immediate(0)));
        return variables.size() - 1;
    }

    void initialise(int index, LitmusOperand value) {
        LitmusVariable old = variables.get(index);
        variables.set(index, new LitmusVariable(old.name(), old.space(), value, old.alias()));
    }

    /** Makes a variable another name of a variable's memory. */
    void alias(int index, MemoryProxy proxy, int target) {
        LitmusVariable old = variables.get(index);
        LitmusVariable named = variables.get(target);
        variables.set(
                index,
                new LitmusVariable(
                        old.name(), named.space(), named.initial(), Optional.of(new VariableAlias(proxy, target))));
    }

    LitmusVariable get(int index) {
        return variables.get(index);
    }

    List<LitmusVariable> all() {
        return List.copyOf(variables);
    }
}
