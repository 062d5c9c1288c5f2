package io.cdpsim.runtime.graph;

import java.util.List;

/** The work of an executable graph at one launch. Updates by the host after the launch do not change it. */
public final class LaunchedWork {
    private final List<GraphExec.Step> steps;
    private final GraphWork[] works;
    private final boolean[] enabled;
    private final List<List<LaunchedWork>> bodies;

    /** The present work of steps and of their bodies. */
    LaunchedWork(List<GraphExec.Step> steps) {
        this.steps = steps;
        works = new GraphWork[steps.size()];
        enabled = new boolean[steps.size()];
        for (GraphExec.Step each : steps) {
            works[each.index()] = each.work();
            enabled[each.index()] = each.isEnabled();
        }
        bodies = steps.stream()
                .map(each -> each.bodies().stream()
                        .map(body -> new LaunchedWork(body.steps()))
                        .toList())
                .toList();
    }

    /** The host launches the graph: operations that listen are notified. */
    public void launched() {
        for (int i = 0; i < works.length; i++) {
            if (enabled[i] && works[i] instanceof GraphWork.Operation operation) {
                operation.start().launched();
            }
        }
    }

    /** The work of a step. Device code can update some steps until they start. */
    GraphWork of(int step) {
        return isUpdatableByDevice(step) ? steps.get(step).work() : works[step];
    }

    /** Whether a step is enabled. */
    boolean isEnabled(int step) {
        return isUpdatableByDevice(step) ? steps.get(step).isEnabled() : enabled[step];
    }

    /** The work of a body of a conditional step. */
    LaunchedWork body(int step, int body) {
        return bodies.get(step).get(body);
    }

    private boolean isUpdatableByDevice(int step) {
        return works[step] instanceof GraphWork.Launch launch && launch.deviceNode() != 0;
    }
}
