package io.cdpsim.cluster;

import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The sweeps that a worker can run points of at once, with what it has read for them. It keeps the last few: one that comes back is introduced again.
 * Safe for use by many threads.
 */
final class SweepsAtHand {
    /** Each may hold a graph of gigabytes. */
    private static final int MOST = 2;

    private final Workloads workloads;
    private final Consumer<String> notices;
    private final Map<String, AtHand> kept = new LinkedHashMap<>();

    /**
     * None yet.
     *
     * @param notices told of each that comes
     */
    SweepsAtHand(Workloads workloads, Consumer<String> notices) {
        this.workloads = workloads;
        this.notices = notices;
    }

    /**
     * A sweep.
     *
     * @param runner has read what its points have needed so far
     */
    record AtHand(Sweep sweep, PointRunner runner) {}

    /** The sweep of an id, if it was introduced and is still here. */
    synchronized Optional<AtHand> find(String id) {
        return Optional.ofNullable(kept.get(id));
    }

    /**
     * Makes the sweep of an introduction, if it is the same here as where it comes from.
     *
     * @throws RefusedException if it is not
     */
    void introduce(Introduction introduction) throws RefusedException {
        Sweep sweep = same(introduction);
        synchronized (this) {
            if (!kept.containsKey(introduction.id())) {
                kept.put(introduction.id(), new AtHand(sweep, new PointRunner(sweep)));
                notices.accept("takes points of a sweep of " + sweep.workload().name() + " with "
                        + sweep.points().size());
            }
            while (kept.size() > MOST) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
    }

    private Sweep same(Introduction introduction) throws RefusedException {
        Sweep sweep;
        try {
            Workload workload = workloads.named(introduction.question().workload());
            // Before all else: another version may not even understand the question.
            if (!Sweep.programOf(workload).equals(introduction.program())) {
                throw new RefusedException("has another version of cdpsim, or of the workload " + workload.name()
                        + "; start it from a copy of this one");
            }
            sweep = Sweep.of(introduction.question(), workloads);
        } catch (InvalidInputException | ProfileException e) {
            throw new RefusedException("cannot run these points: " + e.getMessage());
        }
        TreeSet<String> all = new TreeSet<>(introduction.inputs().keySet());
        all.addAll(sweep.inputs().keySet());
        for (String each : all) {
            if (!sweep.inputs().containsKey(each)) {
                throw new RefusedException("does not have " + each);
            }
            if (!sweep.inputs().get(each).equals(introduction.inputs().get(each))) {
                throw new RefusedException("has other content in " + each + "; copy it from here");
            }
        }
        if (!sweep.identity().id().equals(introduction.id())) {
            throw new RefusedException("understands the question otherwise; give both the same version of cdpsim");
        }
        return sweep;
    }
}
