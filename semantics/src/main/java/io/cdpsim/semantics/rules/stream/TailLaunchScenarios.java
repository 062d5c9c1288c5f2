package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byBlock;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rules TAIL-1 to TAIL-7: when a tail launch runs. */
public final class TailLaunchScenarios {
    private static final long LONG = 200_000;
    private static final long MIDDLE = 60_000;
    private static final long SHORT = 1_000;

    private TailLaunchScenarios() {}

    /** The scenarios, those of a rule in the order in which they are shown. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                claim("TAIL-1", "all blocks of a grid share its tail stream, in the order of posting")
                        .must(CDP2, "after", TailLaunchScenarios::blocksShareTheTailStream),
                claim("TAIL-2", "a tail waits for the body and for all ordinary work, also what is posted after it")
                        .must(CDP2, "tail after body, after X, after F", TailLaunchScenarios::tailWaitsForEverything),
                claim("TAIL-3", "the second tail waits for all that the first has launched")
                        .must(CDP2, "after", TailLaunchScenarios::secondTailWaitsForDescendants),
                claim("TAIL-4", "the next grid of the host's stream waits for the tail")
                        .must(CDP2, "after", TailLaunchScenarios::hostSuccessorWaits),
                claim("TAIL-4", "the next grid of a device stream waits for the tail")
                        .must(CDP2, "after", TailLaunchScenarios::deviceSuccessorWaits),
                claim("TAIL-5", "the tail of a tail runs before the next tail of the parent")
                        .must(CDP2, "Z1, Z1', Z2, K", TailLaunchScenarios::nestedTail),
                claim(
                                "TAIL-6",
                                "a tail that forgets two grids lets them run beside each other before the parent's"
                                        + " successor")
                        .may(
                                CDP2,
                                Set.of("overlap; between parent and successor", "apart; between parent and successor"),
                                TailLaunchScenarios::twoAfterTheParent),
                claim("TAIL-7", "the tail of a child does not wait for the parent's threads")
                        .may(CDP2, Set.of("while P runs", "after P's threads"), TailLaunchScenarios::tailOfAChild),
                claim("TAIL-7", "the parent's tail and the next grid of the child's stream wait for the child's tail")
                        .must(CDP2, "tail after, next grid after", TailLaunchScenarios::whoWaitsForTheTailOfAChild)));
        all.addAll(TailUseScenarios.all());
        return all;
    }

    private static String blocksShareTheTailStream(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 1);
        KernelReference a = lasting("A", LONG);
        KernelReference b = lasting("B", SHORT);
        machine.run(
                k -> {
                    byBlock(k, 0, () -> {
                        launch(k, a, TAIL_LAUNCH);
                        words.raise(k, 0);
                    });
                    byBlock(k, 1, () -> {
                        words.awaitRaised(k, 0);
                        launch(k, b, TAIL_LAUNCH);
                    });
                },
                2,
                1);
        return ProgramMachine.startsAfter(machine.grid("B"), machine.grid("A"));
    }

    private static String tailWaitsForEverything(ProgramMachine machine) {
        KernelReference tail = lasting("tail", SHORT);
        KernelReference x = lasting("X", LONG);
        KernelReference f = lasting("F", LONG);
        machine.run(k -> {
            launch(k, tail, TAIL_LAUNCH);
            launch(k, x, PER_THREAD_STREAM);
            launch(k, f, FIRE_AND_FORGET);
            spin(k, SHORT);
        });
        GridLifetime started = machine.grid("tail");
        String body = started.started() >= machine.grid("P").bodyEnded() ? "after body" : "before the body's end";
        return "tail " + body + ", " + ProgramMachine.startsAfter(started, machine.grid("X")) + " X, "
                + ProgramMachine.startsAfter(started, machine.grid("F")) + " F";
    }

    private static String secondTailWaitsForDescendants(ProgramMachine machine) {
        KernelReference d = lasting("D", LONG);
        KernelReference c1 = reference("C1", k -> launch(k, d));
        KernelReference c2 = lasting("C2", SHORT);
        machine.run(k -> {
            launch(k, c1, TAIL_LAUNCH);
            launch(k, c2, TAIL_LAUNCH);
        });
        return ProgramMachine.startsAfter(machine.grid("C2"), machine.grid("D"));
    }

    /** Runs P and K in one stream of the host. */
    private static void runWithSuccessor(ProgramMachine machine, Kernel parent) {
        machine.host().launch(parent, LaunchShape.of(1, 1), machine.host().defaultStream());
        machine.run("K", k -> {});
    }

    private static String hostSuccessorWaits(ProgramMachine machine) {
        KernelReference tail = lasting("Z", LONG);
        runWithSuccessor(machine, kernel("P", k -> launch(k, tail, TAIL_LAUNCH)));
        return ProgramMachine.startsAfter(machine.grid("K"), machine.grid("Z"));
    }

    private static String deviceSuccessorWaits(ProgramMachine machine) {
        KernelReference x = lasting("X", LONG);
        KernelReference y = reference("Y", k -> launch(k, x, TAIL_LAUNCH));
        KernelReference w = lasting("W", SHORT);
        machine.run(k -> {
            launch(k, y);
            launch(k, w);
        });
        return ProgramMachine.startsAfter(machine.grid("W"), machine.grid("X"));
    }

    private static String nestedTail(ProgramMachine machine) {
        KernelReference inner = lasting("Z1'", MIDDLE);
        KernelReference z1 = reference("Z1", k -> launch(k, inner, TAIL_LAUNCH));
        KernelReference z2 = lasting("Z2", SHORT);
        runWithSuccessor(machine, kernel("P", k -> {
            launch(k, z1, TAIL_LAUNCH);
            launch(k, z2, TAIL_LAUNCH);
        }));
        boolean inOrder = machine.grid("Z1'").started() >= machine.grid("Z1").bodyEnded()
                && machine.grid("Z2").started() >= machine.grid("Z1'").completed()
                && machine.grid("K").started() >= machine.grid("Z2").completed();
        return inOrder ? "Z1, Z1', Z2, K" : "another order";
    }

    private static String twoAfterTheParent(ProgramMachine machine) {
        KernelReference c1 = lasting("C1", MIDDLE);
        KernelReference c2 = lasting("C2", SHORT);
        KernelReference tail = reference("T", k -> {
            launch(k, c1, FIRE_AND_FORGET);
            launch(k, c2, FIRE_AND_FORGET);
        });
        runWithSuccessor(machine, kernel("P", k -> {
            launch(k, tail, TAIL_LAUNCH);
            spin(k, SHORT);
        }));
        GridLifetime first = machine.grid("C1");
        GridLifetime second = machine.grid("C2");
        long begin = Math.min(first.started(), second.started());
        long end = Math.max(first.completed(), second.completed());
        boolean between = begin >= machine.grid("P").bodyEnded()
                && end <= machine.grid("K").started();
        return ProgramMachine.overlap(first, second)
                + (between ? "; between parent and successor" : "; at another time");
    }

    private static String tailOfAChild(ProgramMachine machine) {
        KernelReference x = lasting("X", SHORT);
        KernelReference y = reference("Y", k -> launch(k, x, TAIL_LAUNCH));
        machine.run(k -> {
            launch(k, y);
            spin(k, MIDDLE);
        });
        return machine.grid("X").started() < machine.grid("P").bodyEnded() ? "while P runs" : "after P's threads";
    }

    private static String whoWaitsForTheTailOfAChild(ProgramMachine machine) {
        KernelReference x = lasting("X", LONG);
        KernelReference y = reference("Y", k -> launch(k, x, TAIL_LAUNCH));
        KernelReference z = lasting("Z", SHORT);
        KernelReference w = lasting("W", SHORT);
        machine.run(k -> {
            launch(k, z, TAIL_LAUNCH);
            launch(k, y);
            launch(k, w);
        });
        return "tail " + ProgramMachine.startsAfter(machine.grid("Z"), machine.grid("X")) + ", next grid "
                + ProgramMachine.startsAfter(machine.grid("W"), machine.grid("X"));
    }
}
