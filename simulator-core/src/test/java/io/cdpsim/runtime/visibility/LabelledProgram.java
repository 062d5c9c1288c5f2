package io.cdpsim.runtime.visibility;

import io.cdpsim.memory.visibility.report.RaceKind;
import java.util.List;
import java.util.function.Consumer;

/**
 * A program and the races it has, as the axioms and the edges E1 to E8 give them.
 *
 * @param name what it does
 * @param profile the GPU it is for
 * @param races the kind of each pair of places that race; empty if none do
 * @param program the program
 */
record LabelledProgram(String name, String profile, List<RaceKind> races, Consumer<ProgramLab> program) {
    static LabelledProgram clean(String name, Consumer<ProgramLab> program) {
        return new LabelledProgram(name, "h200", List.of(), program);
    }

    static LabelledProgram racy(String name, RaceKind kind, Consumer<ProgramLab> program) {
        return new LabelledProgram(name, "h200", List.of(kind), program);
    }

    /** The same for CDP1. */
    LabelledProgram onCdp1() {
        return new LabelledProgram(name, "k20x", races, program);
    }

    @Override
    public String toString() {
        return name + (races.isEmpty() ? " (clean)" : " (racy)");
    }
}
