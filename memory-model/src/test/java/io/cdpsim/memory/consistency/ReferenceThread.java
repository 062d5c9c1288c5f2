package io.cdpsim.memory.consistency;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import io.cdpsim.memory.litmus.MbarrierFunction;
import io.cdpsim.memory.litmus.MemoryProxy;
import io.cdpsim.memory.litmus.ReadModifyWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Runs one thread of a plain test with every value that a read might return, guessed from a domain for each location. */
final class ReferenceThread {
    /**
     * A step of a thread: read (R), write (W), fence (F, S), proxy fence (P), or an arrival at a barrier that waits (B) or does not (A).
     *
     * @param address the variable whose virtual address an access names
     * @param proxy the proxy of an access or a proxy fence, or "alias" for a fence of aliases
     */
    record Step(
            char kind,
            MemoryOrder order,
            LitmusScope scope,
            boolean red,
            boolean rmw,
            int location,
            long value,
            Set<Integer> dependsOn,
            List<Long> barrier,
            int address,
            String proxy,
            String reduction,
            long predicate) {
        Step {
            dependsOn = Set.copyOf(dependsOn);
            barrier = List.copyOf(barrier);
        }

        Step(
                char kind,
                MemoryOrder order,
                LitmusScope scope,
                boolean red,
                boolean rmw,
                int location,
                long value,
                Set<Integer> dependsOn) {
            this(kind, order, scope, red, rmw, location, value, dependsOn, List.of(), -1, "generic", "", 0);
        }

        Step by(int named, MemoryProxy method) {
            return new Step(
                    kind,
                    order,
                    scope,
                    red,
                    rmw,
                    location,
                    value,
                    dependsOn,
                    barrier,
                    named,
                    method.label(),
                    reduction,
                    predicate);
        }

        /** Is this arrival, with a predicate and the result that it is guessed to return. */
        Step reducing(String function, long mine, long result, Set<Integer> from) {
            return new Step(
                    kind, order, scope, red, rmw, location, result, from, barrier, address, proxy, function, mine);
        }
    }

    /** A way through the thread, its registers at the end, those that have no value then, and whether it waits for ever at its last step. */
    record Way(List<Step> steps, List<Long> registers, Set<Integer> unset, boolean stuck) {
        Way {
            steps = List.copyOf(steps);
            registers = List.copyOf(registers);
            unset = Set.copyOf(unset);
        }
    }

    private final TestThread thread;
    private final List<Set<Long>> domains;
    private final List<LitmusVariable> variables;
    private final int bound;
    private final List<Way> ways = new ArrayList<>();

    ReferenceThread(TestThread thread, List<LitmusVariable> variables, List<Set<Long>> domains, int bound) {
        this.variables = variables;
        this.thread = thread;
        this.domains = domains;
        this.bound = bound;
    }

    /** What a thread is at: where, what it has done, what registers hold and which reads that came from. */
    private static final class State {
        int at;
        List<Step> steps = new ArrayList<>();
        List<Long> registers = new ArrayList<>();
        List<Set<Integer>> taints = new ArrayList<>();
        Set<Integer> control = new TreeSet<>();
        Set<Integer> written = new TreeSet<>();
        Map<Integer, Integer> jumps = new java.util.HashMap<>();

        State copy() {
            State copy = new State();
            copy.at = at;
            copy.steps = new ArrayList<>(steps);
            copy.registers = new ArrayList<>(registers);
            copy.taints = new ArrayList<>(taints);
            copy.control = new TreeSet<>(control);
            copy.written = new TreeSet<>(written);
            copy.jumps = new java.util.HashMap<>(jumps);
            return copy;
        }

        void set(int register, long value) {
            registers.set(register, value);
            written.add(register);
        }
    }

    List<Way> ways() {
        State state = new State();
        for (int i = 0; i < thread.program().registers().size(); i++) {
            state.registers.add(0L);
            state.taints.add(Set.of());
        }
        for (TestThread.InitialRegister each : thread.initialRegisters()) {
            state.set(each.register(), value(state, each.value()));
        }
        run(state);
        return ways;
    }

    private void run(State state) {
        while (state.at < thread.program().statements().size()) {
            int here = state.at++;
            LitmusInstruction instruction =
                    thread.program().statements().get(here).instruction();
            if (instruction instanceof LitmusInstruction.Load load) {
                int location = location(state, load.address());
                for (long value : domains.get(location)) {
                    State next = state.copy();
                    next.steps.add(new Step(
                                    'R',
                                    load.order(),
                                    load.scope(),
                                    false,
                                    false,
                                    location,
                                    value,
                                    deps(next, load.address()))
                            .by(address(state, load.address()), load.proxy()));
                    next.set(load.register(), value);
                    next.taints.set(load.register(), Set.of(next.steps.size() - 1));
                    run(next);
                }
                return;
            } else if (instruction instanceof LitmusInstruction.Atomic atomic) {
                atomic(state, atomic);
                return;
            } else if (instruction instanceof LitmusInstruction.Store store) {
                state.steps.add(new Step(
                                'W',
                                store.order(),
                                store.scope(),
                                false,
                                false,
                                location(state, store.address()),
                                value(state, store.value()),
                                deps(state, store.address(), store.value()))
                        .by(address(state, store.address()), store.proxy()));
            } else if (instruction instanceof LitmusInstruction.Fence fence) {
                state.steps.add(new Step(
                        fence.sequentiallyConsistent() ? 'S' : 'F',
                        fence.order(),
                        fence.scope(),
                        false,
                        false,
                        -1,
                        0,
                        Set.of()));
            } else if (instruction instanceof LitmusInstruction.ProxyFence fence) {
                state.steps.add(new Step(
                        'P',
                        MemoryOrder.WEAK,
                        LitmusScope.BLOCK,
                        false,
                        false,
                        -1,
                        0,
                        Set.of(),
                        List.of(),
                        -1,
                        fence.proxy().map(MemoryProxy::label).orElse("alias"),
                        "",
                        0));
            } else if (instruction instanceof LitmusInstruction.Move move) {
                state.set(move.register(), value(state, move.value()));
                state.taints.set(move.register(), taint(state, move.value()));
            } else if (instruction instanceof LitmusInstruction.Arithmetic sum) {
                Set<Integer> taint = new TreeSet<>(taint(state, sum.left()));
                taint.addAll(taint(state, sum.right()));
                long result = sum.operation().apply(value(state, sum.left()), value(state, sum.right()));
                state.set(sum.register(), result);
                state.taints.set(sum.register(), taint);
            } else if (instruction instanceof LitmusInstruction.Branch branch) {
                state.control.addAll(taint(state, branch.left()));
                state.control.addAll(taint(state, branch.right()));
                if (branch.comparison().holds(value(state, branch.left()), value(state, branch.right()))
                        && !jump(state, here, branch.target())) {
                    return;
                }
            } else if (instruction instanceof LitmusInstruction.Goto jump) {
                if (!jump(state, here, jump.target())) {
                    return;
                }
            } else if (instruction instanceof LitmusInstruction.Barrier barrier) {
                if (barrier.reduction().isPresent()) {
                    reduce(state, barrier, barrier.reduction().get());
                    return;
                }
                arrive(state, barrier);
            } else if (instruction instanceof LitmusInstruction.MbarrierUpdate update) {
                update(state, update);
                return;
            } else if (instruction instanceof LitmusInstruction.MbarrierTest test) {
                test(state, test);
                return;
            } else {
                throw new UnsupportedOperationException(instruction.toString());
            }
        }
        ways.add(new Way(state.steps, state.registers, Set.of(), false));
    }

    /** Arrives and goes on; of an arrival that waits there is also the way that ends here. */
    private void arrive(State state, LitmusInstruction.Barrier barrier) {
        List<Long> name = new ArrayList<>(List.of(value(state, barrier.id()), value(state, barrier.resource())));
        barrier.count().ifPresent(count -> name.add(value(state, count)));
        state.steps.add(new Step(
                barrier.waits() ? 'B' : 'A',
                MemoryOrder.WEAK,
                LitmusScope.BLOCK,
                false,
                false,
                -1,
                0,
                Set.of(),
                name,
                -1,
                "generic",
                "",
                0));
        if (barrier.waits()) {
            Set<Integer> unset = new TreeSet<>();
            for (int i = 0; i < state.registers.size(); i++) {
                if (!state.written.contains(i)) {
                    unset.add(i);
                }
            }
            ways.add(new Way(state.steps, state.registers, unset, true));
            state.control.addAll(taint(state, barrier.id()));
            state.control.addAll(taint(state, barrier.resource()));
            barrier.count().ifPresent(count -> state.control.addAll(taint(state, count)));
        }
    }

    /** Guesses the result of a reduction from 0 to 3. */
    private void reduce(State state, LitmusInstruction.Barrier barrier, LitmusInstruction.Barrier.Reduction reduction) {
        long mine = value(state, reduction.predicate());
        Set<Integer> from = deps(state, reduction.predicate());
        for (long result = 0; result <= 3; result++) {
            State next = state.copy();
            int before = ways.size();
            arrive(next, barrier);
            Way stuck = ways.remove(before);
            if (result == 0) {
                List<Step> steps = new ArrayList<>(stuck.steps());
                int end = steps.size() - 1;
                steps.set(end, steps.get(end).reducing("stuck", mine, 0, from));
                ways.add(new Way(steps, stuck.registers(), stuck.unset(), true));
            }
            int last = next.steps.size() - 1;
            next.steps.set(
                    last, next.steps.get(last).reducing(reduction.function().name(), mine, result, from));
            next.set(reduction.register(), result);
            next.taints.set(reduction.register(), Set.of(last));
            run(next);
        }
    }

    /** An mbarrier's value is phase, pending, expected and transactions, in fields of 16, 12, 12 and 20 bits. */
    private void update(State state, LitmusInstruction.MbarrierUpdate update) {
        int location = location(state, update.address());
        for (long old : domains.get(location)) {
            long transactions = old % (1 << 20) - (1 << 19);
            long expected = (old >> 20) % 4096;
            long pending = (old >> 32) % 4096;
            long phase = old >> 44;
            long count = update.arrivals().isPresent()
                    ? value(state, update.arrivals().get())
                    : 0;
            if (update.arrivals().isPresent() && (count < 1 || count > pending)) {
                // No drawn test has more arrivals than its mbarrier expects, so no execution has this value.
                continue;
            }
            switch (update.function()) {
                case ARRIVE_AND_DROP -> expected -= count;
                case EXPECT, ARRIVE_AND_EXPECT -> transactions += value(state, update.operand());
                case COMPLETE -> transactions -= value(state, update.operand());
                default -> {}
            }
            pending -= count;
            boolean completes = update.function() != MbarrierFunction.EXPECT && pending == 0 && transactions == 0;
            long result = ((phase + (completes ? 1 : 0)) << 44)
                    + ((completes ? expected : pending) << 32)
                    + (expected << 20)
                    + transactions
                    + (1 << 19);
            State next = state.copy();
            next.steps.add(new Step(
                            'R',
                            update.order(),
                            update.scope(),
                            false,
                            true,
                            location,
                            old,
                            deps(next, update.address()))
                    .by(location, MemoryProxy.GENERIC));
            int read = next.steps.size() - 1;
            Set<Integer> depends = new TreeSet<>(deps(next, update.operand()));
            depends.add(read);
            next.steps.add(new Step('W', update.order(), update.scope(), false, true, location, result, depends)
                    .by(location, MemoryProxy.GENERIC));
            if (update.register().isPresent()) {
                next.set(update.register().getAsInt(), phase);
                next.taints.set(update.register().getAsInt(), Set.of(read));
            }
            run(next);
        }
    }

    private void test(State state, LitmusInstruction.MbarrierTest test) {
        int location = location(state, test.address());
        for (long value : domains.get(location)) {
            long phase = value >> 44;
            boolean complete = test.function() == MbarrierFunction.IS_COMPLETE
                    ? phase != value(state, test.phase())
                    : phase % 2 != value(state, test.phase()) % 2;
            State next = state.copy();
            next.steps.add(new Step(
                            'R',
                            complete ? test.order() : MemoryOrder.RELAXED,
                            test.scope(),
                            false,
                            false,
                            location,
                            value,
                            deps(next, test.address()))
                    .by(location, MemoryProxy.GENERIC));
            Set<Integer> taint = new TreeSet<>(taint(next, test.phase()));
            taint.add(next.steps.size() - 1);
            next.set(test.register(), complete ? 1 : 0);
            next.taints.set(test.register(), taint);
            run(next);
        }
    }

    private boolean jump(State state, int from, int target) {
        state.at = target;
        return target > from || state.jumps.merge(from, 1, Integer::sum) <= bound;
    }

    private void atomic(State state, LitmusInstruction.Atomic atomic) {
        int location = location(state, atomic.address());
        for (long old : domains.get(location)) {
            State next = state.copy();
            long operand = value(next, atomic.operand());
            boolean swap = atomic.operation() == ReadModifyWrite.COMPARE_AND_SWAP;
            boolean writes = !swap || old == operand;
            next.steps.add(new Step(
                            'R',
                            atomic.order(),
                            atomic.scope(),
                            atomic.isReduction(),
                            writes,
                            location,
                            old,
                            deps(next, atomic.address()))
                    .by(address(state, atomic.address()), atomic.proxy()));
            int read = next.steps.size() - 1;
            if (writes) {
                Set<Integer> depends = new TreeSet<>(deps(next, atomic.operand(), atomic.replacement()));
                if (atomic.operation() != ReadModifyWrite.EXCHANGE) {
                    depends.add(read);
                }
                long result = switch (atomic.operation()) {
                    case ADD -> old + operand;
                    case SUBTRACT -> old - operand;
                    case AND -> old & operand;
                    case OR -> old | operand;
                    case XOR -> old ^ operand;
                    case MINIMUM -> Math.min(old, operand);
                    case MAXIMUM -> Math.max(old, operand);
                    case INCREMENT -> Long.compareUnsigned(old, operand) < 0 ? old + 1 : 0;
                    case DECREMENT -> old != 0 && Long.compareUnsigned(old, operand) <= 0 ? old - 1 : operand;
                    case EXCHANGE -> operand;
                    case COMPARE_AND_SWAP -> value(next, atomic.replacement());
                };
                next.steps.add(new Step('W', atomic.order(), atomic.scope(), false, true, location, result, depends)
                        .by(address(state, atomic.address()), atomic.proxy()));
            }
            atomic.register().ifPresent(register -> {
                next.set(register, old);
                next.taints.set(register, Set.of(read));
            });
            run(next);
        }
    }

    private int location(State state, LitmusOperand operand) {
        int variable = address(state, operand);
        while (variables.get(variable).alias().isPresent()) {
            variable = variables.get(variable).alias().get().variable();
        }
        return variable;
    }

    /** The variable whose virtual address an operand is: an alias for a proxy has that of its variable. */
    private int address(State state, LitmusOperand address) {
        if (address instanceof LitmusOperand.Symbol symbol) {
            int variable = symbol.variable();
            while (variables.get(variable).alias().isPresent()
                    && variables.get(variable).alias().get().proxy() != MemoryProxy.GENERIC) {
                variable = variables.get(variable).alias().get().variable();
            }
            return variable;
        }
        throw new UnsupportedOperationException("address " + address + " of " + state.at);
    }

    private static Set<Integer> deps(State state, LitmusOperand... operands) {
        Set<Integer> all = new TreeSet<>(state.control);
        for (LitmusOperand each : operands) {
            all.addAll(taint(state, each));
        }
        return all;
    }

    private static Set<Integer> taint(State state, LitmusOperand operand) {
        return operand instanceof LitmusOperand.Register register ? state.taints.get(register.index()) : Set.of();
    }

    private static long value(State state, LitmusOperand operand) {
        if (operand instanceof LitmusOperand.Immediate immediate) {
            return immediate.value();
        }
        if (operand instanceof LitmusOperand.Register register) {
            return state.registers.get(register.index());
        }
        throw new UnsupportedOperationException("value " + operand);
    }
}
