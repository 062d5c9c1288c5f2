package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import io.cdpsim.memory.litmus.LitmusTest.VariableAlias;
import io.cdpsim.memory.litmus.MemoryProxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The memory locations that a test's threads access, and their addresses, which are numbers that no test is likely to write. */
public final class MemoryLocations {
    private static final long FIRST_ADDRESS = 1L << 40;
    private static final int ADDRESS_STEP = 16;

    private final List<LitmusVariable> variables;
    private final List<MemoryLocation> locations = new ArrayList<>();
    private final Map<MemoryLocation, Integer> indices = new HashMap<>();

    MemoryLocations(LitmusTest test) {
        this.variables = test.variables();
        for (int i = 0; i < variables.size(); i++) {
            AddressSpace space = variables.get(i).space();
            if (space != AddressSpace.SHARED && space != AddressSpace.LOCAL) {
                index(new MemoryLocation(i, -1));
            }
        }
    }

    /** The number of locations found so far. */
    public int count() {
        return locations.size();
    }

    MemoryLocation get(int index) {
        return locations.get(index);
    }

    /** The variable of a location. */
    public LitmusVariable variable(int index) {
        return variables.get(locations.get(index).variable());
    }

    /** The address of a variable as a thread names it, by the number of its location; that of an alias is its own. */
    public int of(int named, ThreadInstance thread) {
        int variable = addressed(named);
        int owner = switch (variables.get(variable).space()) {
            case SHARED -> thread.block();
            case LOCAL -> thread.id();
            default -> -1;
        };
        return index(new MemoryLocation(variable, owner));
    }

    /** The location at an address: that of another address for an alias. */
    public int location(int address) {
        MemoryLocation here = locations.get(address);
        Optional<VariableAlias> alias = variables.get(here.variable()).alias();
        return alias.isEmpty()
                ? address
                : location(index(new MemoryLocation(addressed(alias.get().variable()), here.owner())));
    }

    /** The variable that has the virtual address of another one. */
    int addressed(int variable) {
        Optional<VariableAlias> alias = variables.get(variable).alias();
        return alias.isEmpty() || alias.get().proxy() == MemoryProxy.GENERIC
                ? variable
                : addressed(alias.get().variable());
    }

    private int index(MemoryLocation location) {
        Integer known = indices.putIfAbsent(location, locations.size());
        if (known != null) {
            return known;
        }
        locations.add(location);
        return locations.size() - 1;
    }

    /** The address of a location. */
    public static long address(int index) {
        return FIRST_ADDRESS + (long) index * ADDRESS_STEP;
    }

    /** The address of a variable with one location. */
    public long addressOf(int variable) {
        return address(index(new MemoryLocation(addressed(variable), -1)));
    }

    /** The location at an address, or -1. */
    int at(long address) {
        long offset = address - FIRST_ADDRESS;
        boolean valid = offset >= 0 && offset % ADDRESS_STEP == 0 && offset / ADDRESS_STEP < locations.size();
        return valid ? (int) (offset / ADDRESS_STEP) : -1;
    }

    /** The location's initial value. */
    public long initialValue(int index) {
        LitmusOperand initial = variable(index).initial();
        if (initial instanceof LitmusOperand.Immediate immediate) {
            return immediate.value();
        }
        return initial instanceof LitmusOperand.Symbol symbol ? addressOf(symbol.variable()) : 0;
    }

    /** A value as text: the address of x is {@code &x}. */
    public String shown(long value) {
        int index = at(value);
        return index < 0 ? Long.toString(value) : "&" + variable(index).name();
    }

    /**
     * A memory location of a running test.
     *
     * @param variable index of its variable
     * @param owner the block of a shared variable, the thread of a local one, else -1
     */
    record MemoryLocation(int variable, int owner) {}
}
