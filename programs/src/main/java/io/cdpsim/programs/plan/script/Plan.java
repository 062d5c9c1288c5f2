package io.cdpsim.programs.plan.script;

import java.util.List;
import java.util.Optional;

/**
 * What a plan says.
 *
 * @param profile the GPU that it is made for
 * @param limits set before anything else
 * @param buffers what memory there is
 * @param steps what the host does, in order
 * @param expectations what should have come of it
 * @param files the files that it names, as it writes them: looked for from its own folder
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
