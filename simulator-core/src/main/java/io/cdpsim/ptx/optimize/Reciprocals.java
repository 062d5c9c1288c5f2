package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.analysis.LoopNest;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Liveness;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the reciprocals of integer divisors out of the innermost loops that do not change them, as ptxas does: a way that enters such a loop computes one, which the divisions of all
 * turns use. Source: SASS of CUDA 13.0, where the conversions and the reciprocal of {@code i / j} stand before a loop over {@code i}; {@code sortBucket} of
 * {@code measurements/programs/bucketsort.cu} enters the loop anew in each pass and takes 70 cycles for it each time.
 */
final class Reciprocals {
    private final DraftFunction function;
    private final List<Step> steps;
    private final Liveness regions;
    /** Of each loop, what takes the reciprocal of each divisor. */
    private final Map<LoopNest.Loop, Map<Integer, DraftInstruction>> inverted = new LinkedHashMap<>();

    private Reciprocals(DraftFunction function) {
        this.function = function;
        steps = new ArrayList<>(function.steps());
        regions = new Liveness(function);
    }

    static void run(DraftFunction function) {
        if (function.steps().stream().anyMatch(Reciprocals::divides)) {
            new Reciprocals(function).write();
        }
    }

    private static boolean divides(Step step) {
        return step instanceof DraftInstruction draft
                && draft.b() >= 0
                && switch (draft.opcode()) {
                    case DIV_S32, DIV_U32, REM_S32, REM_U32 -> true;
                    default -> false;
                };
    }

    private void write() {
        LoopNest nest = new LoopNest(regions.successors());
        for (int region = 0; region < regions.blocks(); region++) {
            LoopNest.Loop loop = nest.around(region).stream().findFirst().orElse(null);
            if (loop != null && isEnteredFromOutside(loop)) {
                useReciprocals(region, loop);
            }
        }
        Map<Integer, List<Step>> before = new HashMap<>();
        inverted.forEach((loop, each) -> {
            List<Step> entry = before.computeIfAbsent(loop.header(), region -> new ArrayList<>());
            entry.add(new Step.Label(enterBy(loop)));
            entry.addAll(each.values());
        });
        List<Step> written = new ArrayList<>();
        for (int region = 0; region < regions.blocks(); region++) {
            written.addAll(before.getOrDefault(region, List.of()));
            written.addAll(steps.subList(regions.start(region), regions.end(region)));
        }
        function.steps(written);
    }

    /** Whether what stands before the loop's first region is not in it. */
    private static boolean isEnteredFromOutside(LoopNest.Loop loop) {
        return loop.header() > 0 && !loop.members().get(loop.header() - 1);
    }

    private void useReciprocals(int region, LoopNest.Loop loop) {
        for (int i = regions.start(region); i < regions.end(region); i++) {
            if (divides(steps.get(i))) {
                DraftInstruction division = (DraftInstruction) steps.get(i);
                if (!changes(loop, division.b())) {
                    DraftInstruction inverts = inverted.computeIfAbsent(loop, each -> new LinkedHashMap<>())
                            .computeIfAbsent(division.b(), divisor -> inverts(divisor, division.place()));
                    steps.set(i, division.as(division.opcode(), division.a(), inverts.destination(), division.c()));
                }
            }
        }
    }

    private boolean changes(LoopNest.Loop loop, int register) {
        return loop.members().stream().anyMatch(region -> {
            for (Step step : steps.subList(regions.start(region), regions.end(region))) {
                if (step instanceof DraftInstruction draft
                        && (draft.opcode() == Opcode.CALL || draft.writes(register))) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Lets all ways into a loop lead to a label before it. */
    private int enterBy(LoopNest.Loop loop) {
        int entry = function.newLabel();
        BitSet labels = new BitSet();
        for (Step step : steps.subList(regions.start(loop.header()), regions.end(loop.header()))) {
            if (step instanceof Step.Label label) {
                labels.set(label.id());
            }
        }
        for (int region = 0; region < regions.blocks(); region++) {
            int last = regions.end(region) - 1;
            if (!loop.members().get(region)
                    && steps.get(last) instanceof DraftInstruction draft
                    && draft.opcode() == Opcode.BRANCH
                    && labels.get(draft.target())) {
                steps.set(last, draft.to(entry));
            }
        }
        return entry;
    }

    private DraftInstruction inverts(int divisor, SourcePlace place) {
        return new DraftInstruction(
                Opcode.DIVISOR_I32,
                -1,
                false,
                false,
                function.newRegister(false),
                divisor,
                DraftInstruction.NONE,
                DraftInstruction.NONE,
                Modifiers.NONE,
                DraftInstruction.NO_TARGET,
                place);
    }
}
