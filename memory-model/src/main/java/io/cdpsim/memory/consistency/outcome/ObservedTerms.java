package io.cdpsim.memory.consistency.outcome;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.trace.GridInstances;
import io.cdpsim.memory.consistency.trace.MemoryLocations;
import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The terms of a final state that a test observes: the registers and variables of its conditions, registers first. */
public final class ObservedTerms {
    /** The value of a register of a thread that did not run, or that did not write the register before it waited forever. */
    static final long ABSENT = Long.MIN_VALUE;

    private static final int SHOWN_NAMES = 4;

    private final LitmusTest test;
    private final MemoryLocations locations;
    private final List<Condition.Term> terms;
    private final List<String> labels;

    /**
     * Collects the terms of a test.
     *
     * @throws LitmusException if a term is ambiguous
     */
    public ObservedTerms(TestContext context) {
        this.test = context.test();
        this.locations = context.locations();
        TreeMap<String, Condition.Term> found = new TreeMap<>();
        test.forEachTerm(each -> note(each, found));
        terms = List.copyOf(found.values());
        labels = terms.stream().map(this::label).toList();
    }

    /** The number of terms. */
    public int count() {
        return terms.size();
    }

    private void note(Condition.Term term, Map<String, Condition.Term> found) {
        if (term instanceof Condition.Register) {
            found.put("0" + label(term), term);
        } else if (term instanceof Condition.Memory memory) {
            LitmusVariable variable = test.variables().get(memory.variable());
            if (memory.thread().isEmpty() && mayBeSeveral(variable)) {
                throw new LitmusException(
                        test.file(),
                        0,
                        "a condition names '" + variable.name()
                                + "', which each block or thread has; name its thread, as in P0:"
                                + variable.name());
            }
            found.put("1" + label(term), term);
        } else if (term instanceof Condition.Address address) {
            LitmusVariable variable = test.variables().get(address.variable());
            if (mayBeSeveral(variable)) {
                throw new LitmusException(
                        test.file(),
                        0,
                        "a condition names the address of '" + variable.name()
                                + "', which each block or thread has; load the address into a register and name that");
            }
        }
    }

    private static boolean mayBeSeveral(LitmusVariable variable) {
        return variable.space() == AddressSpace.SHARED || variable.space() == AddressSpace.LOCAL;
    }

    private String label(Condition.Term term) {
        if (term instanceof Condition.Register register) {
            return register.thread() + ":" + register.register();
        }
        Condition.Memory memory = (Condition.Memory) term;
        String name = test.variables().get(memory.variable()).name();
        return memory.thread().isEmpty() ? name : memory.thread() + ":" + name;
    }

    /** The location of a term in an execution, or -1 for a register or a thread that did not run. */
    public int location(int index, EventSet events) {
        if (!(terms.get(index) instanceof Condition.Memory memory)) {
            return -1;
        }
        if (memory.thread().isEmpty()) {
            return locations.location(
                    locations.of(memory.variable(), events.threads().get(0)));
        }
        int thread = thread(memory.thread(), events);
        return thread < 0
                ? -1
                : locations.location(
                        locations.of(memory.variable(), events.threads().get(thread)));
    }

    /** The value of a register term. */
    public long register(int index, EventSet events, ReadsFrom values) {
        if (!(terms.get(index) instanceof Condition.Register register)) {
            return ABSENT;
        }
        int thread = thread(register.thread(), events);
        if (thread < 0) {
            return ABSENT;
        }
        int number = events.threads().get(thread).program().registers().indexOf(register.register());
        if (events.traces().get(thread).unset().contains(number)) {
            return ABSENT;
        }
        return number < 0
                ? 0
                : values.of(events.traces().get(thread).registers().get(number));
    }

    /**
     * Constraints on the values of an execution that a condition implies, as far as it is a conjunction of comparisons of registers.
     *
     * @param condition a condition whose terms are observed
     */
    public List<PathConstraint> constraints(Condition condition, EventSet events) {
        List<PathConstraint> constraints = new ArrayList<>();
        if (condition instanceof Condition.All all) {
            all.parts().forEach(each -> constraints.addAll(constraints(each, events)));
        } else if (condition instanceof Condition.Compare compare) {
            Optional<SymbolicValue> left = symbolic(compare.left(), events);
            Optional<SymbolicValue> right = symbolic(compare.right(), events);
            if (left.isPresent() && right.isPresent()) {
                constraints.add(new PathConstraint(compare.comparison(), left.get(), right.get(), true));
            }
        }
        return constraints;
    }

    /** A term in terms of reads; empty for a variable, and for a register without a value. */
    private Optional<SymbolicValue> symbolic(Condition.Term term, EventSet events) {
        if (term instanceof Condition.Value value) {
            return Optional.of(new SymbolicValue.Constant(value.value()));
        }
        if (term instanceof Condition.Address address) {
            return Optional.of(new SymbolicValue.Constant(locations.addressOf(address.variable())));
        }
        if (!(term instanceof Condition.Register register)) {
            return Optional.empty();
        }
        int thread = thread(register.thread(), events);
        int number = thread < 0
                ? -1
                : events.threads().get(thread).program().registers().indexOf(register.register());
        return number < 0 || events.traces().get(thread).unset().contains(number)
                ? Optional.empty()
                : Optional.of(events.traces().get(thread).registers().get(number));
    }

    private int thread(String name, EventSet events) {
        List<ThreadInstance> threads = events.threads();
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i).isCalled(name)) {
                return events.traces().get(i).ending() == Trace.Ending.NOT_STARTED ? -1 : i;
            }
        }
        return -1;
    }

    /**
     * Checks that every thread name of the conditions denotes one thread.
     *
     * @throws LitmusException if a name denotes no thread, or several
     */
    public void checkNames(GridInstances grids) {
        for (Condition.Term term : terms) {
            String name = term instanceof Condition.Register register
                    ? register.thread()
                    : ((Condition.Memory) term).thread();
            List<String> called = new ArrayList<>();
            for (ThreadInstance each : grids.threads()) {
                if (each.isCalled(name)) {
                    called.add(each.name());
                }
            }
            if (called.isEmpty() && !name.isEmpty()) {
                throw new LitmusException(
                        test.file(),
                        0,
                        "a condition names the thread '" + name + "', but there are only "
                                + String.join(
                                        ", ",
                                        grids.threads().stream()
                                                .map(ThreadInstance::name)
                                                .toList()));
            }
            if (called.size() > 1 && !called.contains(name)) {
                throw new LitmusException(
                        test.file(),
                        0,
                        "a condition names the thread '" + name + "', which is ambiguous; name one of "
                                + called.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "))
                                + (called.size() > SHOWN_NAMES ? ", ..." : ""));
            }
        }
    }

    /** Whether a condition holds of the terms' values. */
    public boolean holds(Condition condition, List<Long> values) {
        if (condition instanceof Condition.All all) {
            return all.parts().stream().allMatch(each -> holds(each, values));
        }
        if (condition instanceof Condition.Any any) {
            return any.parts().stream().anyMatch(each -> holds(each, values));
        }
        if (condition instanceof Condition.Not not) {
            return !holds(not.part(), values);
        }
        Condition.Compare compare = (Condition.Compare) condition;
        long left = value(compare.left(), values);
        long right = value(compare.right(), values);
        return left != ABSENT && right != ABSENT && compare.comparison().holds(left, right);
    }

    private long value(Condition.Term term, List<Long> values) {
        if (term instanceof Condition.Value value) {
            return value.value();
        }
        if (term instanceof Condition.Address address) {
            return locations.addressOf(address.variable());
        }
        return values.get(labels.indexOf(label(term)));
    }

    /** The values as text, without those of threads that did not run. */
    public String shown(List<Long> values) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != ABSENT) {
                parts.add(labels.get(i) + "=" + locations.shown(values.get(i)) + ";");
            }
        }
        return String.join(" ", parts);
    }
}
