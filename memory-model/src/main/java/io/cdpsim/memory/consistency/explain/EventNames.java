package io.cdpsim.memory.consistency.explain;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.GridEvents;
import io.cdpsim.memory.consistency.trace.MemoryLocations;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.MbarrierFunction;

/** The names of events in pictures: letters for actions, the grid's name for events of grids. */
final class EventNames {
    private static final int LETTERS = 26;

    private final Execution execution;
    private final EventSet events;

    EventNames(Execution execution) {
        this.execution = execution;
        this.events = execution.events();
    }

    String name(int event) {
        if (event < events.actionCount()) {
            String letter = String.valueOf((char) ('a' + event % LETTERS));
            return event < LETTERS ? letter : letter + event / LETTERS;
        }
        for (GridEvents grid : events.grids()) {
            String name = grid.grid().name();
            if (event == grid.start()) {
                return "start of " + name;
            } else if (event == grid.own()) {
                return "threads of " + name + " ended";
            } else if (event == grid.drained()) {
                return "children of " + name + " complete";
            } else if (event == grid.complete()) {
                return name + " complete";
            }
        }
        return "?";
    }

    ExecutionPicture.Node node(int event) {
        boolean action = event < events.actionCount();
        return new ExecutionPicture.Node(
                event,
                name(event),
                effect(event),
                action
                        ? events.action(event).statement().text() + (waitsForEver(event) ? " (waits for ever)" : "")
                        : "");
    }

    private boolean waitsForEver(int event) {
        int thread = events.threadOf(event);
        boolean last = event + 1 == events.actionCount() || events.threadOf(event + 1) != thread;
        return last && events.traces().get(thread).ending() == Trace.Ending.WAITING;
    }

    /** {@code W x=1} or {@code R x=1}; empty for other events. */
    String effect(int event) {
        if (event >= events.actionCount() || events.location(event) < 0) {
            return "";
        }
        MemoryLocations locations = events.context().locations();
        String name = locations.variable(events.location(event)).name();
        boolean writes = events.isWrite(event);
        long value = writes
                ? execution.values().of(execution.values().written(event))
                : execution.values().ofRead(event);
        LitmusInstruction instruction = events.action(event).statement().instruction();
        boolean isMbarrier = instruction instanceof LitmusInstruction.MbarrierUpdate
                || instruction instanceof LitmusInstruction.MbarrierTest;
        return (writes ? "W " : "R ") + name + "="
                + (isMbarrier ? MbarrierFunction.shown(value) : locations.shown(value));
    }
}
