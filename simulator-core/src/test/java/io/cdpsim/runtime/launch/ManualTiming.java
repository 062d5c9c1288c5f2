package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** A timing that keeps each step that may happen until a test lets it happen, in whatever order the test likes. */
final class ManualTiming implements LaunchTiming {
    /** A step that may happen. */
    enum Step {
        START,
        COMPLETE,
        RETIRE
    }

    /** A step of an entry that may happen and has not. */
    record Due(Step step, int entry) {}

    /** The last thing that an entry waited for. */
    record Unblocked(int entry, UnblockCause cause) {}

    private final List<Due> due = new ArrayList<>();
    private final List<Unblocked> unblocked = new ArrayList<>();
    private final List<Integer> queued = new ArrayList<>();
    private Predicate<Due> atOnce = step -> false;
    private IntPredicate retiresWithOthers = entry -> false;
    private IntConsumer unblockListener = entry -> {};
    private IntConsumer retires = entry -> {};
    private final LaunchSteps steps;

    ManualTiming(LaunchSteps steps) {
        this.steps = steps;
    }

    /** Sets the callback for unblocked entries. */
    void onUnblocked(IntConsumer listener) {
        unblockListener = listener;
    }

    /** Sets the callback for entries that are about to retire. */
    void onRetire(IntConsumer listener) {
        retires = listener;
    }

    /** Says which steps happen as soon as they may. */
    void atOnce(Predicate<Due> which) {
        atOnce = which;
    }

    /** Says which entries retire with others, when the test says so and not when the tree does. */
    void retiresWithOthers(IntPredicate which) {
        retiresWithOthers = which;
    }

    /** The steps that may happen and have not, in the order in which the tree told of them. */
    List<Due> due() {
        return List.copyOf(due);
    }

    /** The entries of which one step may happen. */
    List<Integer> due(Step step) {
        return due.stream().filter(each -> each.step() == step).map(Due::entry).toList();
    }

    /** The unblocked entries in order. */
    List<Unblocked> unblocked() {
        return unblocked;
    }

    /** The entries that joined others in a stream or among the tails of a grid. */
    List<Integer> queued() {
        return queued;
    }

    /** Lets a step happen, which must be due. */
    void let(Step step, int entry) {
        Due now = new Due(step, entry);
        assertThat(due.remove(now)).as("%s is due", now).isTrue();
        happen(now);
    }

    private void happen(Due now) {
        switch (now.step()) {
            case START -> steps.start(now.entry());
            case COMPLETE -> steps.complete(now.entry());
            case RETIRE -> {
                retires.accept(now.entry());
                steps.retire(now.entry());
            }
        }
    }

    private void offer(Step step, int entry) {
        Due now = new Due(step, entry);
        if (atOnce.test(now)) {
            happen(now);
        } else {
            keep(now);
        }
    }

    private void keep(Due now) {
        assertThat(due).as("told once").doesNotContain(now);
        due.add(now);
    }

    /** The bytes of a copy or a fill have had their time: it may complete. */
    void bytesMoved(int entry) {
        offer(Step.COMPLETE, entry);
    }

    @Override
    public void queued(int entry, int predecessor) {
        assertThat(entry).isNotEqualTo(predecessor);
        queued.add(entry);
    }

    @Override
    public void tailQueued(int entry) {
        queued.add(entry);
    }

    @Override
    public void unblocked(int entry, UnblockCause cause) {
        unblocked.add(new Unblocked(entry, cause));
        unblockListener.accept(entry);
    }

    @Override
    public void start(int entry) {
        offer(Step.START, entry);
    }

    @Override
    public void complete(int entry) {
        offer(Step.COMPLETE, entry);
    }

    @Override
    public boolean completed(int entry) {
        boolean later = retiresWithOthers.test(entry);
        if (later) {
            keep(new Due(Step.RETIRE, entry));
        }
        return later;
    }

    @Override
    public void retire(int entry) {
        offer(Step.RETIRE, entry);
    }
}
