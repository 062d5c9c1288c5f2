package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values that a variable can have, where all programs write constants by its name. */
final class ValueDomains {
    private final Map<Integer, Set<Long>> values = new HashMap<>();
    private final Set<Integer> unknown = new HashSet<>();
    private boolean isUnknown;

    /** Collects the values that the programs of a test write. */
    ValueDomains(LitmusTest test, List<LitmusProgram> programs) {
        for (int i = 0; i < test.variables().size(); i++) {
            isUnknown |= test.variables().get(i).alias().isPresent();
            add(i, test.variables().get(i).initial());
        }
        programs.stream().flatMap(each -> each.statements().stream()).forEach(each -> note(each.instruction()));
    }

    private void note(LitmusInstruction instruction) {
        if (instruction instanceof LitmusInstruction.Store store) {
            write(store.address(), store.value());
        } else if (instruction instanceof LitmusInstruction.Atomic atomic) {
            // The replacement of an exchange is its operand.
            write(
                    atomic.address(),
                    atomic.operation().arithmetic().isPresent() ? new LitmusOperand.Register(0) : atomic.replacement());
        } else if (instruction instanceof LitmusInstruction.MbarrierUpdate) {
            isUnknown = true;
        }
    }

    private void write(LitmusOperand address, LitmusOperand value) {
        if (address instanceof LitmusOperand.Symbol symbol) {
            add(symbol.variable(), value);
        } else {
            isUnknown = true;
        }
    }

    private void add(int variable, LitmusOperand value) {
        if (value instanceof LitmusOperand.Immediate immediate) {
            values.computeIfAbsent(variable, each -> new HashSet<>()).add(immediate.value());
        } else {
            unknown.add(variable);
        }
    }

    /** Whether the reads of a thread can have values that satisfy the constraints of its path. */
    boolean admit(ThreadInstance thread, SymbolicState path, MemoryLocations locations) {
        for (int i = 0; i < path.actions.size() && !isUnknown; i++) {
            if (path.actions.get(i) instanceof ThreadAction.Read read) {
                int variable = locations.get(read.location()).variable();
                SymbolicValue value = new SymbolicValue.ReadValue(thread.id(), i);
                boolean isPossible = unknown.contains(variable)
                        || values.getOrDefault(variable, Set.of()).stream()
                                .anyMatch(each -> path.constraints.stream().allMatch(it -> agrees(it, value, each)));
                if (!isPossible) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a constraint allows that a read returns a value; one that compares other values allows all. */
    private static boolean agrees(PathConstraint constraint, SymbolicValue read, long value) {
        boolean ofRead = constraint.left().equals(read) && constraint.right() instanceof SymbolicValue.Constant;
        return !ofRead
                || constraint.comparison().holds(value, ((SymbolicValue.Constant) constraint.right()).value())
                        == constraint.expected();
    }
}
