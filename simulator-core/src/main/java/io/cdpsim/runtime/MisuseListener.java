package io.cdpsim.runtime;

import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.observe.ExecutionListener;
import java.util.Set;

/** Hands on what it is told, and tells the visibility checker of the warnings that are about memory, streams and events. */
final class MisuseListener implements ExecutionListener {
    private static final Set<String> RULES = Set.of("MEM-1", "MEM-8", "HEAP-3", "STR-3", "STR-4", "EVT-3");

    private final ExecutionListener next;
    private final VisibilityChecker checker;

    MisuseListener(ExecutionListener next, VisibilityChecker checker) {
        this.next = next;
        this.checker = checker;
    }

    @Override
    public void gridPosted(long grid, long parent, String kernel, int depth, long blocks, long timeCycles) {
        next.gridPosted(grid, parent, kernel, depth, blocks, timeCycles);
    }

    @Override
    public void launchFailed(long parent, String kernel, int errorCode, long timeCycles) {
        next.launchFailed(parent, kernel, errorCode, timeCycles);
    }

    @Override
    public void gridStarted(long grid, long timeCycles) {
        next.gridStarted(grid, timeCycles);
    }

    @Override
    public void gridBodyEnded(long grid, long timeCycles) {
        next.gridBodyEnded(grid, timeCycles);
    }

    @Override
    public void gridCompleted(long grid, long timeCycles) {
        next.gridCompleted(grid, timeCycles);
    }

    @Override
    public void blockPlaced(long grid, long block, int sm, long timeCycles) {
        next.blockPlaced(grid, block, sm, timeCycles);
    }

    @Override
    public void blockEnded(long grid, long block, int sm, long timeCycles) {
        next.blockEnded(grid, block, sm, timeCycles);
    }

    @Override
    public void blockCompleted(long grid, long block, long timeCycles) {
        next.blockCompleted(grid, block, timeCycles);
    }

    @Override
    public void blockSwappedOut(long grid, long block, int sm, long timeCycles) {
        next.blockSwappedOut(grid, block, sm, timeCycles);
    }

    @Override
    public void warning(String rule, String message, long timeCycles) {
        if (RULES.contains(rule)) {
            checker.misuse(rule, message);
        }
        next.warning(rule, message, timeCycles);
    }
}
