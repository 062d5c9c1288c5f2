package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The words of memory that a test's threads have come upon, and their addresses, which are numbers no test is likely to write. */
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

    /** How many words of memory threads have come upon so far. */
    public int count() {
        return locations.size();
    }

    MemoryLocation get(int index) {
        return locations.get(index);
    }

    /** The variable that a location is of. */
    public LitmusVariable variable(int index) {
        return variables.get(locations.get(index).variable());
    }

    /** What a thread calls by the variable's name. */
    public int of(int variable, ThreadInstance thread) {
        int owner = switch (variables.get(variable).space()) {
            case SHARED -> thread.block();
            case LOCAL -> thread.id();
            default -> -1;
        };
        return index(new MemoryLocation(variable, owner));
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

    /** The address of a variable of which there is one. */
    public long addressOf(int variable) {
        return address(index(new MemoryLocation(variable, -1)));
    }

    /** The location at an address, or -1. */
    int at(long address) {
        long offset = address - FIRST_ADDRESS;
        boolean valid = offset >= 0 && offset % ADDRESS_STEP == 0 && offset / ADDRESS_STEP < locations.size();
        return valid ? (int) (offset / ADDRESS_STEP) : -1;
    }

    /** What the location holds at the start. */
    public long initialValue(int index) {
        LitmusOperand initial = variable(index).initial();
        if (initial instanceof LitmusOperand.Immediate immediate) {
            return immediate.value();
        }
        return initial instanceof LitmusOperand.Symbol symbol ? addressOf(symbol.variable()) : 0;
    }

    /** A value as people read it: the address of x as {@code &x}. */
    public String shown(long value) {
        int index = at(value);
        return index < 0 ? Long.toString(value) : "&" + variable(index).name();
    }
}
