package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.IntegerComparison;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.MbarrierFunction;
import io.cdpsim.memory.litmus.MemoryProxy;
import io.cdpsim.memory.litmus.ReadModifyWrite;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Builds all traces of a thread by symbolic execution. */
final class TraceBuilder {
    /** Deepest nesting; deeper launches are cut as loops are. CDP1 refuses them (DEPTH-4), and CDP2 has no limit. */
    private static final int DEEPEST_GRID = 24;

    private final TestContext context;
    private final ThreadInstance thread;
    private final LaunchActions launches;
    private final LoopHeads loops;
    private final Deque<SymbolicState> open = new ArrayDeque<>();
    private final List<Trace> traces = new ArrayList<>();
    private final List<Trace> waiting = new ArrayList<>();
    private boolean cut;

    TraceBuilder(TestContext context, ThreadInstance thread) {
        this.context = context;
        this.thread = thread;
        this.launches = new LaunchActions(context, thread);
        this.loops = new LoopHeads(thread.program(), context.test(), context.mayBlock());
    }

    /** Whether a path was cut at the loop bound. */
    boolean wasCut() {
        return cut;
    }

    /**
     * The thread's traces; the ones that wait forever are last.
     *
     * @param registers initial values of the registers
     * @param given the initialised registers
     * @param control the control dependencies of the thread's launch
     */
    List<Trace> traces(SymbolicValue[] registers, BitSet given, List<SymbolicValue> control) {
        List<LitmusStatement> statements = thread.program().statements();
        open.push(new SymbolicState(registers, given, control, statements.size()));
        while (!open.isEmpty()) {
            SymbolicState path = open.pop();
            boolean goesOn = true;
            while (goesOn && path.next < statements.size()) {
                goesOn = step(path, statements.get(path.next));
            }
            if (goesOn) {
                traces.add(path.ended());
            }
        }
        traces.addAll(waiting);
        return traces;
    }

    /** Executes a statement. @return false if the path was cut, or replaced by forks */
    private boolean step(SymbolicState path, LitmusStatement statement) {
        int at = path.next++;
        context.step();
        if (mayStopBefore(at, statement.instruction(), path)) {
            waiting.add(path.unscheduled());
        }
        if (loops.isHead(at)) {
            path.visit(at);
        }
        path.address = SymbolicValue.ZERO;
        LitmusInstruction instruction = statement.instruction();
        if (instruction instanceof LitmusInstruction.Load load) {
            return atAddress(path, statement, load.address(), (each, address) -> load(each, statement, load, address));
        } else if (instruction instanceof LitmusInstruction.Store store) {
            return atAddress(
                    path, statement, store.address(), (each, address) -> store(each, statement, store, address));
        } else if (instruction instanceof LitmusInstruction.Atomic atomic) {
            return atAddress(
                    path, statement, atomic.address(), (each, address) -> atomic(each, statement, atomic, address));
        } else if (instruction instanceof LitmusInstruction.MbarrierUpdate update) {
            return atAddress(
                    path, statement, update.address(), (each, address) -> update(each, statement, update, address));
        } else if (instruction instanceof LitmusInstruction.MbarrierTest test) {
            return atAddress(path, statement, test.address(), (each, address) -> test(each, statement, test, address));
        } else if (instruction instanceof LitmusInstruction.Fence fence) {
            path.actions.add(new ThreadAction.Fence(
                    statement, fence.order(), fence.sequentiallyConsistent(), fence.scope(), path.dependencies()));
        } else if (instruction instanceof LitmusInstruction.ProxyFence fence) {
            path.actions.add(new ThreadAction.ProxyFence(statement, fence.proxy(), path.dependencies()));
        } else if (instruction instanceof LitmusInstruction.Barrier barrier) {
            arrive(path, statement, barrier);
        } else if (instruction instanceof LitmusInstruction.ClusterArrival arrival) {
            arriveAtCluster(path, statement, arrival);
        } else if (instruction instanceof LitmusInstruction.ClusterWait) {
            waitForCluster(path, statement);
        } else if (instruction instanceof LitmusInstruction.Move move) {
            path.set(move.register(), value(path, move.value()));
        } else if (instruction instanceof LitmusInstruction.Arithmetic arithmetic) {
            path.set(
                    arithmetic.register(),
                    SymbolicValue.of(
                            arithmetic.operation(), value(path, arithmetic.left()), value(path, arithmetic.right())));
        } else if (instruction instanceof LitmusInstruction.Branch branch) {
            return branch(path, at, branch);
        } else if (instruction instanceof LitmusInstruction.Goto jump) {
            return jump(path, at, jump.target());
        } else if (instruction instanceof LitmusInstruction.GridBarrier) {
            waitForGrid(path, statement);
        } else if (isTooDeep(instruction)) {
            cut = true;
            return false;
        } else {
            launches.add(path, statement, at, waiting);
        }
        return true;
    }

    /** Whether the thread may never be scheduled again before a statement: nowhere but at its start if it is scheduled once it has started. */
    private boolean mayStopBefore(int at, LitmusInstruction instruction, SymbolicState path) {
        Optional<ProgressModel> progress = context.settings().progress();
        if (progress.isEmpty()
                || progress.get() == ProgressModel.FAIR
                || thread.grid().isHost()) {
            return false;
        }
        boolean atStart = at == 0 && path.actions.isEmpty();
        boolean isSeen = instruction instanceof LitmusInstruction.Store
                || instruction instanceof LitmusInstruction.Atomic
                || instruction instanceof LitmusInstruction.Barrier
                || instruction instanceof LitmusInstruction.GridBarrier
                || instruction instanceof LitmusInstruction.GraphLaunch
                || instruction instanceof LitmusInstruction.Launch;
        return atStart || (progress.get() == ProgressModel.HSA && isSeen);
    }

    private void arrive(SymbolicState path, LitmusStatement statement, LitmusInstruction.Barrier barrier) {
        SymbolicValue id = value(path, barrier.id());
        SymbolicValue resource = value(path, barrier.resource());
        Optional<SymbolicValue> count = barrier.count().map(each -> value(path, each));
        SymbolicValue[] decisive = {id, resource, count.orElse(SymbolicValue.ZERO)};
        Optional<ThreadAction.Arrival.Reduction> reduction = barrier.reduction()
                .map(each -> new ThreadAction.Arrival.Reduction(each.function(), value(path, each.predicate())));
        ThreadAction.Arrival arrival = new ThreadAction.Arrival(
                statement,
                barrier.waits(),
                id,
                resource,
                count,
                reduction,
                path.dependencies(
                        id,
                        resource,
                        count.orElse(SymbolicValue.ZERO),
                        reduction.map(ThreadAction.Arrival.Reduction::predicate).orElse(SymbolicValue.ZERO)));
        if (context.mayBlock(arrival)) {
            waiting.add(path.waitingAt(arrival));
        }
        barrier.reduction()
                .ifPresent(each ->
                        path.set(each.register(), new SymbolicValue.BarrierResult(thread.id(), path.actions.size())));
        path.actions.add(arrival);
        if (barrier.waits()) {
            // They decide whether the thread continues, as a branch does.
            for (SymbolicValue each : decisive) {
                if (!(each instanceof SymbolicValue.Constant)) {
                    path.control.add(each);
                }
            }
        }
    }

    private void arriveAtCluster(
            SymbolicState path, LitmusStatement statement, LitmusInstruction.ClusterArrival arrival) {
        if (path.arrivedAtCluster) {
            path.undefined.add(new UndefinedBehavior(
                    "barrier.cluster",
                    thread.name() + ": " + statement.text() + " arrives twice without barrier.cluster.wait between"));
        }
        path.arrivedAtCluster = true;
        path.actions.add(new ThreadAction.ClusterArrival(statement, arrival.releases(), path.dependencies()));
    }

    private void waitForCluster(SymbolicState path, LitmusStatement statement) {
        if (!path.arrivedAtCluster) {
            path.undefined.add(new UndefinedBehavior(
                    "barrier.cluster",
                    thread.name() + ": " + statement.text() + " waits without barrier.cluster.arrive before"));
            return;
        }
        path.arrivedAtCluster = false;
        ThreadAction.ClusterWait wait = new ThreadAction.ClusterWait(statement, path.dependencies());
        if (context.mayBlock()) {
            waiting.add(path.waitingAt(wait));
        }
        path.actions.add(wait);
    }

    /** Whether a launch is nested deeper than is followed. A graph that launches itself again is a loop. */
    private boolean isTooDeep(LitmusInstruction instruction) {
        if (instruction instanceof LitmusInstruction.GraphLaunch launch) {
            return thread.grid().depth() >= DEEPEST_GRID
                    || context.grids().rounds(thread.grid(), launch.graph())
                            > context.settings().loopBound();
        }
        return instruction instanceof LitmusInstruction.Launch && thread.grid().depth() >= DEEPEST_GRID;
    }

    private void waitForGrid(SymbolicState path, LitmusStatement statement) {
        if (!thread.grid().isCooperative()) {
            path.undefined.add(new UndefinedBehavior(
                    "K-3",
                    thread.name() + ": " + statement.text()
                            + " in a grid that was not launched cooperatively waits for nobody; launch it with"
                            + " 'cooperative' from the host"));
            return;
        }
        ThreadAction.GridBarrier barrier = new ThreadAction.GridBarrier(statement, path.dependencies());
        if (context.mayBlock()) {
            waiting.add(path.waitingAt(barrier));
        }
        path.actions.add(barrier);
    }

    private boolean branch(SymbolicState path, int at, LitmusInstruction.Branch branch) {
        SymbolicValue left = value(path, branch.left());
        SymbolicValue right = value(path, branch.right());
        if (left instanceof SymbolicValue.Constant a && right instanceof SymbolicValue.Constant b) {
            return !branch.comparison().holds(a.value(), b.value()) || jump(path, at, branch.target());
        }
        path.control.add(left);
        path.control.add(right);
        Optional<Boolean> known = path.decided(branch.comparison(), left, right);
        if (known.isPresent()) {
            return !known.get() || jump(path, at, branch.target());
        }
        SymbolicState taken = path.fork();
        taken.constraints.add(new PathConstraint(branch.comparison(), left, right, true));
        if (jump(taken, at, branch.target())) {
            open.push(taken);
        }
        path.constraints.add(new PathConstraint(branch.comparison(), left, right, false));
        return true;
    }

    private boolean jump(SymbolicState path, int from, int target) {
        if (target <= from) {
            boolean again = path.repetitions[from]++ > 0;
            if (context.settings().waitLoopsFolded()
                    && path.onlyWaitedSince(target, loops.liveAt(target))
                    && (again || !path.readWeaklySince(target))) {
                if (context.settings().progress().isPresent()) {
                    waiting.add(path.spinningSince(target));
                }
                return false;
            }
            if (context.settings().progress().isPresent() && !continues(path, target)) {
                return false;
            }
            if (path.repetitions[from] > context.settings().loopBound()) {
                cut = true;
                return false;
            }
        }
        path.next = target;
        return true;
    }

    /** Adds the path that repeats the turn since a statement for ever, if it can. @return whether the path can also continue otherwise */
    private boolean continues(SymbolicState path, int target) {
        if (path.idledSince(target, loops.liveAt(target))) {
            waiting.add(path.spinningSince(target));
            return false;
        }
        Optional<PathConstraint> unchanged = path.changedNothingSince(target, loops.liveAt(target), thread.id());
        if (unchanged.isPresent()) {
            PathConstraint kept = unchanged.get();
            SymbolicState repeated = path.fork();
            repeated.constraints.add(kept);
            if (context.domains().admit(thread, repeated, context.locations())) {
                waiting.add(repeated.spinningSince(target));
            }
            path.constraints.add(new PathConstraint(kept.comparison(), kept.left(), kept.right(), false));
        }
        return context.domains().admit(thread, path, context.locations());
    }

    private interface Access {
        /** Performs the access on a path. */
        void at(SymbolicState path, int address);
    }

    /** Performs an access at its address, or on a fork for each possible address if the address is unknown. @return whether the path continues */
    private boolean atAddress(SymbolicState path, LitmusStatement statement, LitmusOperand operand, Access access) {
        if (operand instanceof LitmusOperand.Symbol symbol) {
            access.at(path, context.locations().of(symbol.variable(), thread));
            return true;
        }
        SymbolicValue address = value(path, operand);
        if (address instanceof SymbolicValue.Constant known) {
            int location = context.locations().at(known.value());
            if (location < 0) {
                path.undefined.add(new UndefinedBehavior(
                        "address",
                        thread.name() + ": " + statement.text() + " at " + known.value()
                                + ", where there is no variable"));
                return true;
            }
            access.at(path, location);
            return true;
        }
        for (int location : context.addressTaken()) {
            SymbolicState there = path.fork();
            SymbolicValue expected = new SymbolicValue.Constant(MemoryLocations.address(location));
            there.constraints.add(new PathConstraint(IntegerComparison.EQUAL, address, expected, true));
            there.address = address;
            access.at(there, location);
            open.push(there);
        }
        return false;
    }

    private void load(SymbolicState path, LitmusStatement statement, LitmusInstruction.Load load, int address) {
        int location = context.locations().location(address);
        checkProxy(statement, load.proxy());
        checkSpace(path, statement, location, false);
        path.set(load.register(), new SymbolicValue.ReadValue(thread.id(), path.actions.size()));
        path.actions.add(new ThreadAction.Read(
                statement,
                load.order(),
                load.scope(),
                location,
                address,
                load.proxy(),
                false,
                false,
                path.dependencies()));
    }

    private void store(SymbolicState path, LitmusStatement statement, LitmusInstruction.Store store, int address) {
        int location = context.locations().location(address);
        checkProxy(statement, store.proxy());
        checkSpace(path, statement, location, true);
        SymbolicValue value = value(path, store.value());
        path.actions.add(new ThreadAction.Write(
                statement,
                store.order(),
                store.scope(),
                location,
                address,
                store.proxy(),
                value,
                false,
                path.dependencies(value)));
    }

    private void atomic(SymbolicState path, LitmusStatement statement, LitmusInstruction.Atomic atomic, int address) {
        int location = context.locations().location(address);
        checkProxy(statement, atomic.proxy());
        checkSpace(path, statement, location, true);
        SymbolicValue old = new SymbolicValue.ReadValue(thread.id(), path.actions.size());
        SymbolicValue operand = value(path, atomic.operand());
        SymbolicValue replacement = value(path, atomic.replacement());
        boolean swap = atomic.operation() == ReadModifyWrite.COMPARE_AND_SWAP;
        if (swap) {
            SymbolicState failed = path.fork();
            failed.constraints.add(new PathConstraint(IntegerComparison.EQUAL, old, operand, false));
            readOf(failed, statement, atomic, address, false);
            atomic.register().ifPresent(register -> failed.set(register, old));
            open.push(failed);
            path.constraints.add(new PathConstraint(IntegerComparison.EQUAL, old, operand, true));
        }
        readOf(path, statement, atomic, address, true);
        SymbolicValue written = atomic.operation()
                .arithmetic()
                .map(each -> SymbolicValue.of(each, old, operand))
                .orElse(replacement);
        List<SymbolicValue> dependencies =
                swap ? path.dependencies(old, operand, replacement) : path.dependencies(written);
        path.actions.add(new ThreadAction.Write(
                statement,
                atomic.order(),
                atomic.scope(),
                location,
                address,
                atomic.proxy(),
                written,
                true,
                dependencies));
        atomic.register().ifPresent(register -> path.set(register, old));
    }

    private void readOf(
            SymbolicState path,
            LitmusStatement statement,
            LitmusInstruction.Atomic atomic,
            int address,
            boolean writes) {
        path.actions.add(new ThreadAction.Read(
                statement,
                atomic.order(),
                atomic.scope(),
                context.locations().location(address),
                address,
                atomic.proxy(),
                atomic.isReduction(),
                writes,
                path.dependencies()));
    }

    private void update(
            SymbolicState path, LitmusStatement statement, LitmusInstruction.MbarrierUpdate update, int address) {
        int location = context.locations().location(address);
        checkSpace(path, statement, location, true);
        SymbolicValue old = new SymbolicValue.ReadValue(thread.id(), path.actions.size());
        SymbolicValue operand = value(path, update.operand());
        update.arrivals().ifPresent(each -> {
            SymbolicValue admits = SymbolicValue.of(MbarrierFunction.ADMITS, old, value(path, each));
            SymbolicState overrun = path.fork();
            overrun.constraints.add(equal(admits, 0));
            path.constraints.add(equal(admits, 1));
            overrun.undefined.add(new UndefinedBehavior(
                    "mbarrier",
                    thread.name() + ": " + statement.text() + " arrives where so many arrivals are not pending"));
            overrun.actions.add(read(statement, update.order(), update.scope(), address, false, overrun));
            update.register().ifPresent(register -> overrun.set(register, SymbolicValue.ZERO));
            open.push(overrun);
        });
        path.actions.add(read(statement, update.order(), update.scope(), address, true, path));
        SymbolicValue written = SymbolicValue.of(update.function(), old, operand);
        path.actions.add(new ThreadAction.Write(
                statement,
                update.order(),
                update.scope(),
                location,
                address,
                MemoryProxy.GENERIC,
                written,
                true,
                path.dependencies(written)));
        update.register()
                .ifPresent(register ->
                        path.set(register, SymbolicValue.of(MbarrierFunction.PHASE, old, SymbolicValue.ZERO)));
    }

    /** A read that acquires only where the phase is complete: a fork for either result. */
    private void test(SymbolicState path, LitmusStatement statement, LitmusInstruction.MbarrierTest test, int address) {
        checkSpace(path, statement, context.locations().location(address), false);
        SymbolicValue value = new SymbolicValue.ReadValue(thread.id(), path.actions.size());
        SymbolicValue complete = SymbolicValue.of(test.function(), value, value(path, test.phase()));
        SymbolicState incomplete = path.fork();
        incomplete.constraints.add(equal(complete, 0));
        incomplete.actions.add(read(statement, MemoryOrder.RELAXED, test.scope(), address, false, incomplete));
        incomplete.set(test.register(), complete);
        open.push(incomplete);
        path.constraints.add(equal(complete, 1));
        path.actions.add(read(statement, test.order(), test.scope(), address, false, path));
        path.set(test.register(), complete);
    }

    private static PathConstraint equal(SymbolicValue value, long expected) {
        return new PathConstraint(IntegerComparison.EQUAL, value, new SymbolicValue.Constant(expected), true);
    }

    private ThreadAction read(
            LitmusStatement statement,
            MemoryOrder order,
            LitmusScope scope,
            int address,
            boolean writes,
            SymbolicState path) {
        return new ThreadAction.Read(
                statement,
                order,
                scope,
                context.locations().location(address),
                address,
                MemoryProxy.GENERIC,
                false,
                writes,
                path.dependencies());
    }

    private void checkProxy(LitmusStatement statement, MemoryProxy proxy) {
        if (thread.grid().isHost() && proxy != MemoryProxy.GENERIC) {
            throw new LitmusException(
                    context.test().file(),
                    statement.line(),
                    "the host has no " + proxy.label() + " accesses; use ld, st, atom or red in its column");
        }
    }

    /** Records accesses that the address spaces forbid. */
    private void checkSpace(SymbolicState path, LitmusStatement statement, int location, boolean writes) {
        AddressSpace space = context.locations().variable(location).space();
        int owner = context.locations().get(location).owner();
        String name = context.locations().variable(location).name();
        if (thread.grid().isHost() && space != AddressSpace.MAPPED) {
            throw new LitmusException(
                    context.test().file(),
                    statement.line(),
                    "the host cannot reach '" + name + "'; declare it as mapped, as in { mapped " + name + "=0; }");
        }
        boolean foreign = (space == AddressSpace.SHARED && owner != thread.block())
                || (space == AddressSpace.LOCAL && owner != thread.id());
        if (foreign) {
            path.undefined.add(new UndefinedBehavior(
                    "MEM-1",
                    thread.name() + ": " + statement.text() + " reaches '" + name + "' of another "
                            + (space == AddressSpace.SHARED ? "block" : "thread")));
        }
        if (space == AddressSpace.CONSTANT && writes) {
            path.undefined.add(new UndefinedBehavior(
                    "MEM-8", thread.name() + ": " + statement.text() + " writes '" + name + "', which is constant"));
        }
    }

    private SymbolicValue value(SymbolicState path, LitmusOperand operand) {
        return launches.value(path, operand);
    }
}
