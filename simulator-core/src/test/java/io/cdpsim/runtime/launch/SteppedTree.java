package io.cdpsim.runtime.launch;

import static io.cdpsim.runtime.launch.ManualTiming.Step.COMPLETE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.RETIRE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.START;

import io.cdpsim.runtime.launch.LaunchTiming.UnblockCause;
import io.cdpsim.runtime.launch.ManualTiming.Unblocked;
import java.util.List;

/** A launch tree that a test takes from step to step. */
final class SteppedTree {
    final RecordingExecutor work = new RecordingExecutor();
    final LaunchScene scene;
    final ManualTiming timing;

    private SteppedTree(boolean holdsChildren) {
        scene = new LaunchScene(work, holdsChildren);
        timing = scene.timing;
    }

    /** Children start as soon as they can. */
    static SteppedTree eager() {
        return new SteppedTree(false);
    }

    /** Children are kept as long as their parents run (rule LNCH-3). */
    static SteppedTree holdingChildren() {
        return new SteppedTree(true);
    }

    /** An entry starts, and its grid is admitted. @return the entry */
    int running(int entry) {
        timing.let(START, entry);
        scene.tree.admit(entry);
        return entry;
    }

    int runningHostGrid() {
        return running(scene.hostGrid());
    }

    /** The threads of a grid exit. */
    void exits(int entry) {
        scene.tree.threadsExited(entry);
    }

    /** The threads of a grid that has posted nothing exit, and all that follows for itself happens. */
    void finishes(int entry) {
        exits(entry);
        completes(entry);
    }

    /** A grid completes and retires. */
    void completes(int entry) {
        timing.let(COMPLETE, entry);
        timing.let(RETIRE, entry);
    }

    boolean mayStart(int entry) {
        return timing.due(START).contains(entry);
    }

    boolean mayComplete(int entry) {
        return timing.due(COMPLETE).contains(entry);
    }

    /** What an entry waited for last, whenever it had its turn. */
    List<UnblockCause> causes(int entry) {
        return timing.unblocked().stream()
                .filter(each -> each.entry() == entry)
                .map(Unblocked::cause)
                .toList();
    }
}
