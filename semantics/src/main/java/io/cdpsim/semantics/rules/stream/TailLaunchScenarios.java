package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byBlock;
import static io.cdpsim.workloads.program.ProgramKernels.byThread;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.Set;

/** Rules TAIL: when a tail launch runs, what it sees and costs, and uses of the tail-launch stream. */
public final class TailLaunchScenarios {
    private static final long LONG = 200_000;
    private static final long MIDDLE = 60_000;
    private static final long SHORT = 1_000;
    private static final int THREADS = 256;
    private static final int POOL = 32;
    private static final int LINKS = 8 * POOL;

    private TailLaunchScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("TAIL-1", "all blocks of a grid share its tail stream, in the order of launching")
                        .must(CDP2, "after", TailLaunchScenarios::blocksShareTheTailStream),
                claim("TAIL-2", "a tail waits for its grid's threads and all ordinary work, also later launches")
                        .must(CDP2, "tail after body, after X, after F", TailLaunchScenarios::tailWaitsForEverything),
                claim("TAIL-3", "the second tail waits for all launches of the first")
                        .must(CDP2, "after", TailLaunchScenarios::secondTailWaitsForDescendants),
                claim("TAIL-4", "the next grid of the host's stream waits for the tail")
                        .must(CDP2, "after", TailLaunchScenarios::hostSuccessorWaits),
                claim("TAIL-4", "the next grid of a device stream waits for the tail")
                        .must(CDP2, "after", TailLaunchScenarios::deviceSuccessorWaits),
                claim("TAIL-5", "the tail of a tail runs before the next tail of the parent")
                        .must(CDP2, "Z1, Z1', Z2, K", TailLaunchScenarios::nestedTail),
                claim("TAIL-6", "a tail with two fire-and-forget launches runs both before the parent's successor")
                        .may(
                                CDP2,
                                Set.of("overlap; between parent and successor", "apart; between parent and successor"),
                                TailLaunchScenarios::twoAfterTheParent),
                claim("TAIL-7", "the tail of a child does not wait for the parent's threads")
                        .may(CDP2, Set.of("while P runs", "after P's threads"), TailLaunchScenarios::tailOfAChild),
                claim("TAIL-7", "the parent's tail and the next grid of the child's stream wait for the child's tail")
                        .must(CDP2, "tail after, next grid after", TailLaunchScenarios::waitsForTailOfChild),
                FireAndForgetScenarios.takesNoEvents("TAIL-8", TAIL_LAUNCH),
                FireAndForgetScenarios.notInCdp1("TAIL-9", TAIL_LAUNCH),
                claim("TAIL-10", "a tail sees all stores of the parent and its children")
                        .must(CDP2, "data[i] = i + 2 for all i", TailLaunchScenarios::tailSeesStores),
                claim("TAIL-11", "the thread continues after a tail launch, before the tail runs")
                        .must(
                                CDP2,
                                "the tail sees what was stored after its launch",
                                TailLaunchScenarios::threadContinues),
                claim("TAIL-12", "an invalid tail launch fails at once, and the other tails run")
                        .must(CDP2, "0, 9, 0; last error 9; two tails ran", TailLaunchScenarios::failedTail),
                claim("TAIL-13", "a long chain of tails needs only a few places")
                        .must(CDP2, "all links ran in at most two places", TailLaunchScenarios::chain),
                claim("TAIL-14", "a routine that uses an event fails in the tail stream, but its kernels run")
                        .must(
                                CDP2,
                                "named stream: 0, both ran; tail stream: 1, both ran",
                                machine -> "named stream: " + orderedByEvent(machine, false) + "; tail stream: "
                                        + orderedByEvent(machine, true)),
                claim("TAIL-15", "a tail has the depth of its parent, a child is one level deeper")
                        .must(CDP2, "tail 0, child 1, tail of the child 1", TailLaunchScenarios::depth));
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
        long start = Math.min(first.started(), second.started());
        long end = Math.max(first.completed(), second.completed());
        boolean between = start >= machine.grid("P").bodyEnded()
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

    private static String waitsForTailOfChild(ProgramMachine machine) {
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

    private static void addOne(KernelBuilder k, WordArray data) {
        Operand address = data.at(k, k.threadX());
        k.memory().store(U32, address, k.add(k.memory().load(U32, address), u32(1)));
    }

    /** A library routine: one kernel in the caller's stream, an event after it, one kernel that waits for the event. */
    private static String orderedByEvent(ProgramMachine fresh, boolean inTailStream) {
        ProgramMachine machine = new ProgramMachine(fresh.settings());
        WordArray seen = new WordArray(machine, 1);
        KernelReference first = lasting("first", SHORT);
        KernelReference second = lasting("second", SHORT);
        machine.run(k -> {
            Operand stream = inTailStream ? TAIL_LAUNCH : k.device().streamCreateWithFlags();
            Operand other = k.device().streamCreateWithFlags();
            Operand event = k.device().eventCreateWithFlags(u32(2)).get(1);
            launch(k, first, stream);
            k.device().eventRecord(event, stream);
            k.device().streamWaitEvent(other, event);
            launch(k, second, other);
            seen.store(k, 0, k.device().getLastError());
        });
        boolean ran =
                machine.grids("first").size() == 1 && machine.grids("second").size() == 1;
        return seen.read(0) + (ran ? ", both ran" : ", not both ran");
    }

    private static String tailSeesStores(ProgramMachine machine) {
        WordArray data = new WordArray(machine, THREADS);
        KernelReference child = reference("child_launch", k -> addOne(k, data));
        KernelReference tail = reference("tail_launch", k -> addOne(k, data));
        Kernel parent = kernel("parent_launch", k -> {
            k.memory().store(U32, data.at(k, k.threadX()), k.threadX());
            k.syncThreads();
            byThread(k, 0, () -> {
                Operand all = u32(THREADS);
                k.device().launch(child, u32(1), all, u64(0));
                k.device().launch(tail, u32(1), all, TAIL_LAUNCH);
            });
        });
        machine.run(parent, 1, THREADS);
        for (int i = 0; i < THREADS; i++) {
            if (data.read(i) != i + 2) {
                return "data[" + i + "] = " + data.read(i);
            }
        }
        return "data[i] = i + 2 for all i";
    }

    private static String threadContinues(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 2);
        KernelReference tail = reference("Z", k -> words.store(k, 1, words.load(k, 0, U32)));
        machine.run(k -> {
            launch(k, tail, TAIL_LAUNCH);
            spin(k, SHORT);
            words.store(k, 0, u32(1));
        });
        return words.read(1) == 1 ? "the tail sees what was stored after its launch" : "the tail was too early";
    }

    private static String failedTail(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 4);
        KernelReference tail = lasting("Z", SHORT);
        Operand one = u32(1);
        machine.run(k -> {
            words.store(k, 0, k.device().launch(tail, one, one, TAIL_LAUNCH));
            words.store(k, 1, k.device().launch(tail, one, u32(1025), TAIL_LAUNCH));
            words.store(k, 2, k.device().launch(tail, one, one, TAIL_LAUNCH));
            words.store(k, 3, k.device().getLastError());
        });
        return words.list(3) + "; last error " + words.read(3)
                + (machine.grids("Z").size() == 2
                        ? "; two tails ran"
                        : "; " + machine.grids("Z").size() + " tails ran");
    }

    private static String chain(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(POOL);
        Kernel link = kernel("Z", k -> {
            Operand left = k.parameter(U32);
            k.ifThen(k.greater(left, u32(0)), () -> launch(k, k.self(), TAIL_LAUNCH, k.subtract(left, u32(1))));
        });
        machine.run(k -> launch(k, KernelReference.to(link), TAIL_LAUNCH, u32(LINKS - 1)));
        long places = machine.machine().devices().get(0).poolHighWater();
        boolean all = machine.grids("Z").size() == LINKS
                && machine.timeline().failures().isEmpty();
        return (all ? "all links ran" : machine.grids("Z").size() + " links ran")
                + (places <= 2 ? " in at most two places" : " in " + places + " places");
    }

    private static String depth(ProgramMachine machine) {
        KernelReference tail = lasting("Z", SHORT);
        KernelReference childsTail = lasting("X", SHORT);
        KernelReference child = reference("C", k -> launch(k, childsTail, TAIL_LAUNCH));
        machine.run(k -> {
            launch(k, tail, TAIL_LAUNCH);
            launch(k, child);
        });
        return "tail " + machine.grid("Z").depth() + ", child "
                + machine.grid("C").depth() + ", tail of the child "
                + machine.grid("X").depth();
    }
}
