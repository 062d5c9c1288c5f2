package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rules TAIL-1 to TAIL-7: when a tail launch runs. */
final class TailLaunchScenarios {
    private static final long LONG = 200_000;
    private static final long MIDDLE = 60_000;
    private static final long SHORT = 1_000;

    private TailLaunchScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                RuleScenario.must(
                        "TAIL-1",
                        "all blocks of a grid share its tail stream, in the order of posting",
                        RuleScenario.CDP2,
                        "after",
                        TailLaunchScenarios::blocksShareTheTailStream),
                RuleScenario.must(
                        "TAIL-2",
                        "a tail waits for the body and for all ordinary work, also what is posted after it",
                        RuleScenario.CDP2,
                        "tail after body, after X, after F",
                        TailLaunchScenarios::tailWaitsForEverything),
                RuleScenario.must(
                        "TAIL-3",
                        "the second tail waits for all that the first has launched",
                        RuleScenario.CDP2,
                        "after",
                        TailLaunchScenarios::secondTailWaitsForDescendants),
                RuleScenario.must(
                        "TAIL-4",
                        "the next grid of the host's stream waits for the tail",
                        RuleScenario.CDP2,
                        "after",
                        TailLaunchScenarios::hostSuccessorWaits),
                RuleScenario.must(
                        "TAIL-4",
                        "the next grid of a device stream waits for the tail",
                        RuleScenario.CDP2,
                        "after",
                        TailLaunchScenarios::deviceSuccessorWaits),
                RuleScenario.must(
                        "TAIL-5",
                        "the tail of a tail runs before the next tail of the parent",
                        RuleScenario.CDP2,
                        "Z1, Z1', Z2, K",
                        TailLaunchScenarios::nestedTail),
                RuleScenario.may(
                        "TAIL-6",
                        "a tail that forgets two grids lets them run beside each other before the parent's successor",
                        RuleScenario.CDP2,
                        Set.of("overlap; between parent and successor", "apart; between parent and successor"),
                        TailLaunchScenarios::twoAfterTheParent),
                RuleScenario.may(
                        "TAIL-7",
                        "the tail of a child does not wait for the parent's threads",
                        RuleScenario.CDP2,
                        Set.of("while P runs", "after P's threads"),
                        TailLaunchScenarios::tailOfAChild),
                RuleScenario.must(
                        "TAIL-7",
                        "the parent's tail and the next grid of the child's stream wait for the child's tail",
                        RuleScenario.CDP2,
                        "tail after, next grid after",
                        TailLaunchScenarios::whoWaitsForTheTailOfAChild)));
        all.addAll(TailUseScenarios.all());
        return all;
    }

    private static String blocksShareTheTailStream(ProgramLab lab) {
        Words words = new Words(lab, 1);
        KernelReference a = Children.lasting("A", LONG);
        KernelReference b = Children.lasting("B", SHORT);
        Kernel parent = Children.kernel("P", k -> {
            Programs.byBlock(k, 0, () -> {
                Children.launch(k, a, TAIL_LAUNCH);
                words.raise(k, 0);
            });
            Programs.byBlock(k, 1, () -> {
                words.awaitRaised(k, 0);
                Children.launch(k, b, TAIL_LAUNCH);
            });
        });
        Programs.run(lab, parent, 2, 1);
        return ProgramLab.startsAfter(lab.grid("B"), lab.grid("A"));
    }

    private static String tailWaitsForEverything(ProgramLab lab) {
        KernelReference tail = Children.lasting("tail", SHORT);
        KernelReference x = Children.lasting("X", LONG);
        KernelReference f = Children.lasting("F", LONG);
        Kernel parent = Children.kernel("P", k -> {
            Children.launch(k, tail, TAIL_LAUNCH);
            Children.launch(k, x, PER_THREAD_STREAM);
            Children.launch(k, f, FIRE_AND_FORGET);
            Children.spin(k, SHORT);
        });
        Programs.run(lab, parent);
        GridLifetime started = lab.grid("tail");
        String body = started.started() >= lab.grid("P").bodyEnded() ? "after body" : "before the body's end";
        return "tail " + body + ", " + ProgramLab.startsAfter(started, lab.grid("X")) + " X, "
                + ProgramLab.startsAfter(started, lab.grid("F")) + " F";
    }

    private static String secondTailWaitsForDescendants(ProgramLab lab) {
        KernelReference d = Children.lasting("D", LONG);
        KernelReference c1 = KernelReference.to(Children.kernel("C1", k -> Children.launch(k, d)));
        KernelReference c2 = Children.lasting("C2", SHORT);
        Kernel parent = Children.kernel("P", k -> {
            Children.launch(k, c1, TAIL_LAUNCH);
            Children.launch(k, c2, TAIL_LAUNCH);
        });
        Programs.run(lab, parent);
        return ProgramLab.startsAfter(lab.grid("C2"), lab.grid("D"));
    }

    /** Runs P and K in one stream of the host. */
    private static void runWithSuccessor(ProgramLab lab, Kernel parent) {
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
        Kernel next = Children.kernel("K", k -> {});
        Programs.run(lab, next);
    }

    private static String hostSuccessorWaits(ProgramLab lab) {
        KernelReference tail = Children.lasting("Z", LONG);
        runWithSuccessor(lab, Children.kernel("P", k -> Children.launch(k, tail, TAIL_LAUNCH)));
        return ProgramLab.startsAfter(lab.grid("K"), lab.grid("Z"));
    }

    private static String deviceSuccessorWaits(ProgramLab lab) {
        KernelReference x = Children.lasting("X", LONG);
        KernelReference y = KernelReference.to(Children.kernel("Y", k -> Children.launch(k, x, TAIL_LAUNCH)));
        KernelReference w = Children.lasting("W", SHORT);
        Programs.run(lab, Children.kernel("P", k -> {
            Children.launch(k, y);
            Children.launch(k, w);
        }));
        return ProgramLab.startsAfter(lab.grid("W"), lab.grid("X"));
    }

    private static String nestedTail(ProgramLab lab) {
        KernelReference inner = Children.lasting("Z1'", MIDDLE);
        KernelReference z1 = KernelReference.to(Children.kernel("Z1", k -> Children.launch(k, inner, TAIL_LAUNCH)));
        KernelReference z2 = Children.lasting("Z2", SHORT);
        runWithSuccessor(lab, Children.kernel("P", k -> {
            Children.launch(k, z1, TAIL_LAUNCH);
            Children.launch(k, z2, TAIL_LAUNCH);
        }));
        boolean inOrder = lab.grid("Z1'").started() >= lab.grid("Z1").bodyEnded()
                && lab.grid("Z2").started() >= lab.grid("Z1'").completed()
                && lab.grid("K").started() >= lab.grid("Z2").completed();
        return inOrder ? "Z1, Z1', Z2, K" : "another order";
    }

    private static String twoAfterTheParent(ProgramLab lab) {
        KernelReference c1 = Children.lasting("C1", MIDDLE);
        KernelReference c2 = Children.lasting("C2", SHORT);
        KernelReference tail = KernelReference.to(Children.kernel("T", k -> {
            Children.launch(k, c1, FIRE_AND_FORGET);
            Children.launch(k, c2, FIRE_AND_FORGET);
        }));
        runWithSuccessor(lab, Children.kernel("P", k -> {
            Children.launch(k, tail, TAIL_LAUNCH);
            Children.spin(k, SHORT);
        }));
        GridLifetime first = lab.grid("C1");
        GridLifetime second = lab.grid("C2");
        long begin = Math.min(first.started(), second.started());
        long end = Math.max(first.completed(), second.completed());
        boolean between =
                begin >= lab.grid("P").bodyEnded() && end <= lab.grid("K").started();
        return Programs.overlap(first, second) + (between ? "; between parent and successor" : "; at another time");
    }

    private static String tailOfAChild(ProgramLab lab) {
        KernelReference x = Children.lasting("X", SHORT);
        KernelReference y = KernelReference.to(Children.kernel("Y", k -> Children.launch(k, x, TAIL_LAUNCH)));
        Programs.run(lab, Children.kernel("P", k -> {
            Children.launch(k, y);
            Children.spin(k, MIDDLE);
        }));
        return lab.grid("X").started() < lab.grid("P").bodyEnded() ? "while P runs" : "after P's threads";
    }

    private static String whoWaitsForTheTailOfAChild(ProgramLab lab) {
        KernelReference x = Children.lasting("X", LONG);
        KernelReference y = KernelReference.to(Children.kernel("Y", k -> Children.launch(k, x, TAIL_LAUNCH)));
        KernelReference z = Children.lasting("Z", SHORT);
        KernelReference w = Children.lasting("W", SHORT);
        Programs.run(lab, Children.kernel("P", k -> {
            Children.launch(k, z, TAIL_LAUNCH);
            Children.launch(k, y);
            Children.launch(k, w);
        }));
        return "tail " + ProgramLab.startsAfter(lab.grid("Z"), lab.grid("X")) + ", next grid "
                + ProgramLab.startsAfter(lab.grid("W"), lab.grid("X"));
    }
}
