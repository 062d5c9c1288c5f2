package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.consistency.trace.StreamKey.EventKey;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import java.util.List;

/** The actions of a thread that call the device runtime or the host runtime. */
final class LaunchActions {
    private final TestContext context;
    private final ThreadInstance thread;

    LaunchActions(TestContext context, ThreadInstance thread) {
        this.context = context;
        this.thread = thread;
    }

    /** Performs a call. For a call that may wait forever, adds the path up to it to the waiting paths. */
    void add(SymbolicState path, LitmusStatement statement, int at, List<Trace> waitingPaths) {
        LitmusInstruction instruction = statement.instruction();
        if (instruction instanceof LitmusInstruction.Launch launch) {
            GridInstance grid = context.grids().launched(thread, launch, path.repetitions[at]++);
            List<SymbolicValue> arguments =
                    launch.arguments().stream().map(each -> value(path, each)).toList();
            StreamKey stream = stream(path, statement, launch.stream());
            path.actions.add(new ThreadAction.Launch(statement, grid, stream, arguments, path.dependencies()));
        } else if (instruction instanceof LitmusInstruction.GraphLaunch launch) {
            launchGraph(path, statement, launch, at);
        } else if (instruction instanceof LitmusInstruction.DependentLaunch) {
            path.actions.add(new ThreadAction.DependentLaunch(statement, path.dependencies()));
        } else if (instruction instanceof LitmusInstruction.DependencyWait) {
            ThreadAction wait = new ThreadAction.DependencyWait(statement, path.dependencies());
            if (context.mayBlock()) {
                waitingPaths.add(path.waitingAt(wait));
            }
            path.actions.add(wait);
        } else if (instruction instanceof LitmusInstruction.Synchronize) {
            if (context.test().dialect() == Dialect.CDP2 && !thread.grid().isHost()) {
                path.undefined.add(new UndefinedBehavior(
                        "VER-2",
                        thread.name() + ": " + statement.text() + " does not exist in CDP2; wait in a tail launch"));
            } else {
                ThreadAction synchronize = new ThreadAction.Synchronize(statement, path.dependencies());
                if (context.mayBlock()) {
                    waitingPaths.add(path.waitingAt(synchronize));
                }
                path.actions.add(synchronize);
            }
        } else if (instruction instanceof LitmusInstruction.RecordEvent recording) {
            StreamKey stream = stream(path, statement, recording.stream());
            path.actions.add(
                    new ThreadAction.Recording(statement, event(recording.event()), stream, path.dependencies()));
        } else if (instruction instanceof LitmusInstruction.WaitEvent waiting) {
            StreamKey stream = stream(path, statement, waiting.stream());
            path.actions.add(new ThreadAction.Waiting(statement, event(waiting.event()), stream, path.dependencies()));
        } else {
            throw new IllegalArgumentException(statement.text());
        }
    }

    private void launchGraph(
            SymbolicState path, LitmusStatement statement, LitmusInstruction.GraphLaunch launch, int at) {
        int repetition = path.repetitions[at]++;
        if (!thread.grid().isHost() && thread.grid().graph().isEmpty()) {
            path.undefined.add(new UndefinedBehavior(
                    "G-1",
                    thread.name() + ": " + statement.text()
                            + " is refused outside of graphs, and nothing runs; launch the kernel as a node"));
            return;
        }
        GridInstance graph = context.grids().launched(thread, launch, repetition);
        StreamKey stream = thread.grid().isHost()
                ? stream(path, statement, launch.stream())
                : launch.stream() == StreamOperand.Predefined.TAIL
                        ? new StreamKey(StreamKey.Kind.TAIL, graph.parent(), "")
                        : StreamKey.FREE;
        path.actions.add(new ThreadAction.Launch(statement, graph, stream, List.of(), path.dependencies()));
    }

    SymbolicValue value(SymbolicState path, LitmusOperand operand) {
        if (operand instanceof LitmusOperand.Immediate immediate) {
            return new SymbolicValue.Constant(immediate.value());
        }
        if (operand instanceof LitmusOperand.Register register) {
            return path.registers[register.index()];
        }
        if (operand instanceof LitmusOperand.Symbol symbol) {
            return new SymbolicValue.Constant(
                    MemoryLocations.address(context.locations().of(symbol.variable(), thread)));
        }
        String name = ((LitmusOperand.StreamHandle) operand).name();
        return new SymbolicValue.Constant(context.handleOf(named(name)));
    }

    private EventKey event(String name) {
        return new EventKey(scopeOwner(), name);
    }

    private StreamKey named(String name) {
        return new StreamKey(StreamKey.Kind.NAMED, scopeOwner(), name);
    }

    /** The owner of named streams and events: the block in CDP1 (STR-1), the grid in CDP2 (STR-2). */
    private int scopeOwner() {
        return context.test().dialect() == Dialect.CDP1
                ? thread.block()
                : thread.grid().id();
    }

    private StreamKey stream(SymbolicState path, LitmusStatement statement, StreamOperand operand) {
        if (operand instanceof StreamOperand.Named named) {
            return named(named.name());
        }
        if (operand instanceof StreamOperand.Predefined predefined) {
            return switch (predefined) {
                case NULL -> new StreamKey(StreamKey.Kind.NULL, thread.block(), "");
                case PER_THREAD -> new StreamKey(StreamKey.Kind.PER_THREAD, thread.id(), "");
                case TAIL -> new StreamKey(StreamKey.Kind.TAIL, thread.grid().id(), "");
                case FIRE_AND_FORGET, SIBLING -> StreamKey.FREE;
            };
        }
        SymbolicValue handle = path.registers[((StreamOperand.Handle) operand).register()];
        StreamKey key =
                handle instanceof SymbolicValue.Constant known ? context.streamOf(known.value()) : StreamKey.FREE;
        if (key.isOrdered() && key.owner() == scopeOwner()) {
            return key;
        }
        String whose =
                key.isOrdered() ? "uses a stream that belongs to another scope" : "uses what is no stream of its scope";
        path.undefined.add(new UndefinedBehavior("STR-3", thread.name() + ": " + statement.text() + " " + whose));
        return StreamKey.FREE;
    }
}
