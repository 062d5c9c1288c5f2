package io.cdpsim.programs.plan.script;

import java.util.List;
import java.util.Optional;

/**
 * The content of a plan.
 *
 * @param profile the GPU that it is for
 * @param limits set before anything else
 * @param buffers its buffers
 * @param steps the host's steps, in order
 * @param expectations the expected results
 * @param files the files that it names, as it writes them, relative to its own folder
 */
public record Plan(
        Optional<PositionedName> profile,
        List<PlanStep.SetLimit> limits,
        List<BufferDefinition> buffers,
        List<PlanStep> steps,
        List<PlanExpectation> expectations,
        List<String> files) {
    /** Keeps copies. */
    public Plan {
        limits = List.copyOf(limits);
        buffers = List.copyOf(buffers);
        steps = List.copyOf(steps);
        expectations = List.copyOf(expectations);
        files = List.copyOf(files);
    }
}
