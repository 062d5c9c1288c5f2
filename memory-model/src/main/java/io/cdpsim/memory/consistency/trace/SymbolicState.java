package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.IntegerComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The state of a thread's symbolic execution. */
final class SymbolicState {
    int next;
    final SymbolicValue[] registers;
    final List<ThreadAction> actions;
    final List<PathConstraint> constraints;
    /** The values that decided the path so far: its control dependencies. */
    final List<SymbolicValue> control;

    /** The symbolic address of the current access. */
    SymbolicValue address = SymbolicValue.ZERO;

    /** Whether the thread has arrived at the barrier of its cluster and not waited. */
    boolean arrivedAtCluster;

    final List<UndefinedBehavior> undefined;
    /** The registers that were written. */
    private final BitSet written;
    /** The number of backward jumps and of launches of each statement. */
    final int[] repetitions;
    /** The state at the last visit of each statement that a loop may start with. */
    private final @Nullable Visit[] visits;

    /** The registers at a visit, and the number of actions and of undefined acts before it. */
    private record Visit(List<SymbolicValue> registers, int actions, int undefined) {}

    /** The initial state of a thread, with the set of initialised registers. */
    SymbolicState(SymbolicValue[] registers, BitSet given, List<SymbolicValue> control, int statements) {
        this.registers = registers;
        this.written = (BitSet) given.clone();
        this.actions = new ArrayList<>();
        this.constraints = new ArrayList<>();
        this.control = new ArrayList<>(control);
        this.undefined = new ArrayList<>();
        this.repetitions = new int[statements];
        this.visits = new Visit[statements];
    }

    private SymbolicState(SymbolicState other) {
        next = other.next;
        arrivedAtCluster = other.arrivedAtCluster;
        written = (BitSet) other.written.clone();
        address = other.address;
        registers = Arrays.copyOf(other.registers, other.registers.length);
        actions = new ArrayList<>(other.actions);
        constraints = new ArrayList<>(other.constraints);
        control = new ArrayList<>(other.control);
        undefined = new ArrayList<>(other.undefined);
        repetitions = other.repetitions.clone();
        visits = other.visits.clone();
    }

    SymbolicState fork() {
        return new SymbolicState(this);
    }

    /** Records a visit of a statement that a loop may start with. */
    void visit(int statement) {
        visits[statement] = new Visit(List.of(registers), actions.size(), undefined.size());
    }

    /**
     * Whether the path since the last visit of a statement only waited: it read memory, wrote nothing, and left the live registers as they
     * were. The thread could have made the same step later without it.
     */
    boolean onlyWaitedSince(int statement, BitSet live) {
        Visit visit = visits[statement];
        if (visit == null || undefined.size() != visit.undefined) {
            return false;
        }
        List<ThreadAction> turn = actions.subList(visit.actions, actions.size());
        return live.stream().allMatch(each -> registers[each].equals(visit.registers.get(each)))
                && turn.stream().anyMatch(each -> each instanceof ThreadAction.Read)
                && turn.stream()
                        .allMatch(each -> each instanceof ThreadAction.Fence || each instanceof ThreadAction.Read);
    }

    /**
     * The constraint under which the path since the last visit of a statement changed nothing though it wrote: its only write is of an atomic
     * and writes the value that was there, as a turn of a lock by exchange does. Empty if it did more.
     *
     * @param thread the id of the thread
     */
    Optional<PathConstraint> changedNothingSince(int statement, BitSet live, int thread) {
        Visit visit = visits[statement];
        if (visit == null
                || undefined.size() != visit.undefined
                || !live.stream().allMatch(each -> registers[each].equals(visit.registers.get(each)))) {
            return Optional.empty();
        }
        Optional<PathConstraint> found = Optional.empty();
        for (int i = visit.actions; i < actions.size(); i++) {
            if (actions.get(i) instanceof ThreadAction.Write write && write.atomic() && found.isEmpty()) {
                SymbolicValue old = new SymbolicValue.ReadValue(thread, i - 1);
                found = Optional.of(new PathConstraint(IntegerComparison.EQUAL, old, write.value(), true));
            } else if (!(actions.get(i) instanceof ThreadAction.Read || actions.get(i) instanceof ThreadAction.Fence)) {
                return Optional.empty();
            }
        }
        return found;
    }

    /** Whether the path since the last visit of a statement did nothing: no action, and the live registers are as they were. */
    boolean idledSince(int statement, BitSet live) {
        Visit visit = visits[statement];
        return visit != null
                && visit.actions == actions.size()
                && undefined.size() == visit.undefined
                && live.stream().allMatch(each -> registers[each].equals(visit.registers.get(each)));
    }

    /** Whether the path since the last visit of a statement has a weak read, which may race. */
    boolean readWeaklySince(int statement) {
        Visit visit = visits[statement];
        return visit != null
                && actions.subList(visit.actions, actions.size()).stream()
                        .anyMatch(each -> each instanceof ThreadAction.Read read && read.order() == MemoryOrder.WEAK);
    }

    /** Writes a register. */
    void set(int register, SymbolicValue value) {
        registers[register] = value;
        written.set(register);
    }

    /** The trace of a path to the end. */
    Trace ended() {
        return trace(Trace.Ending.ENDED, actions.size(), Set.of());
    }

    /** The trace of a path that repeats the turn since the last visit of a statement forever. */
    Trace spinningSince(int statement) {
        Visit visit = visits[statement];
        return trace(Trace.Ending.SPINNING, visit == null ? actions.size() : visit.actions, Set.of());
    }

    /** The trace of a path that goes no further, since its thread is not scheduled. */
    Trace unscheduled() {
        return trace(Trace.Ending.UNSCHEDULED, actions.size(), Set.of());
    }

    /** The trace of the path up to an action at which the thread waits forever. */
    Trace waitingAt(ThreadAction action) {
        SymbolicState here = fork();
        here.actions.add(action);
        Set<Integer> unset = new TreeSet<>();
        for (int i = here.written.nextClearBit(0); i < registers.length; i = here.written.nextClearBit(i + 1)) {
            unset.add(i);
        }
        return here.trace(Trace.Ending.WAITING, here.actions.size(), unset);
    }

    private Trace trace(Trace.Ending ending, int turn, Set<Integer> unset) {
        return new Trace(
                List.copyOf(actions),
                List.copyOf(constraints),
                List.of(registers),
                List.copyOf(undefined),
                ending,
                turn,
                Set.copyOf(unset));
    }

    /** The truth of a comparison, if the path's constraints decide it, as for a branch on the result of a compare-and-swap. */
    Optional<Boolean> decided(IntegerComparison comparison, SymbolicValue left, SymbolicValue right) {
        SymbolicValue a = valueOnThisWay(left);
        SymbolicValue b = valueOnThisWay(right);
        if (a instanceof SymbolicValue.Constant first && b instanceof SymbolicValue.Constant second) {
            return Optional.of(comparison.holds(first.value(), second.value()));
        }
        for (PathConstraint each : constraints) {
            if (each.left().equals(left) && each.right().equals(right)) {
                boolean differ = each.comparison() == IntegerComparison.EQUAL && !each.expected();
                if (each.comparison() == comparison) {
                    return Optional.of(each.expected());
                }
                if (differ && comparison == IntegerComparison.NOT_EQUAL) {
                    return Optional.of(true);
                }
            }
        }
        return Optional.empty();
    }

    private SymbolicValue valueOnThisWay(SymbolicValue value) {
        for (PathConstraint each : constraints) {
            boolean equal = each.comparison() == IntegerComparison.EQUAL && each.expected();
            if (equal && each.left().equals(value) && each.right() instanceof SymbolicValue.Constant) {
                return each.right();
            }
        }
        return value;
    }

    /** The dependencies of an action that also uses these values. */
    List<SymbolicValue> dependencies(SymbolicValue... values) {
        List<SymbolicValue> all = new ArrayList<>(control);
        if (!(address instanceof SymbolicValue.Constant)) {
            all.add(address);
        }
        for (SymbolicValue value : values) {
            if (!(value instanceof SymbolicValue.Constant)) {
                all.add(value);
            }
        }
        return List.copyOf(all);
    }
}
