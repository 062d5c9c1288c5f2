package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;

/** Rules TAIL-8 to TAIL-15: what can be done with the tail-launch stream, and what a tail sees and costs. */
final class TailUseScenarios {
    private static final long SHORT = 1_000;
    private static final int THREADS = 256;
    private static final int POOL = 32;
    private static final int LINKS = 8 * POOL;

    private TailUseScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                SpecialStreams.takesNoEvents("TAIL-8", TAIL_LAUNCH),
                SpecialStreams.notInCdp1("TAIL-9", TAIL_LAUNCH),
                RuleScenario.must(
                        "TAIL-10",
                        "a tail sees all stores of the parent and its children",
                        RuleScenario.CDP2,
                        "data[i] = i + 2 for all i",
                        TailUseScenarios::tailSeesStores),
                RuleScenario.must(
                        "TAIL-11",
                        "the thread goes on after a tail launch, before the tail runs",
                        RuleScenario.CDP2,
                        "the tail sees what was stored after its launch",
                        TailUseScenarios::threadGoesOn),
                RuleScenario.must(
                        "TAIL-12",
                        "a tail launch that cannot be met fails at once, and the other tails run",
                        RuleScenario.CDP2,
                        "0, 9, 0; last error 9; two tails ran",
                        TailUseScenarios::failedTail),
                RuleScenario.must(
                        "TAIL-13",
                        "a long chain of tails, each launched by the one before, needs only a few places",
                        RuleScenario.CDP2,
                        "all links ran in at most two places",
                        TailUseScenarios::chain),
                RuleScenario.must(
                        "TAIL-14",
                        "a routine that orders its kernels by an event fails in the tail stream, and its kernels still"
                                + " run",
                        RuleScenario.CDP2,
                        "named stream: 0, both ran; tail stream: 1, both ran",
                        lab -> "named stream: " + orderedByEvent(lab, false) + "; tail stream: "
                                + orderedByEvent(lab, true)),
                RuleScenario.must(
                        "TAIL-15",
                        "a tail lies as deep as its parent, a child one deeper",
                        RuleScenario.CDP2,
                        "tail 0, child 1, tail of the child 1",
                        TailUseScenarios::depth));
    }

    private static void addOne(KernelBuilder k, WordArray data) {
        Operand address = data.at(k, k.threadX());
        k.memory().store(ValueType.U32, address, k.add(k.memory().load(ValueType.U32, address), Operand.u32(1)));
    }

    /** A library's routine: one kernel in the caller's stream, an event behind it, one kernel that waits for the event. */
    private static String orderedByEvent(ProgramMachine fresh, boolean inTailStream) {
        ProgramMachine lab = new ProgramMachine(fresh.settings());
        WordArray seen = new WordArray(lab, 1);
        KernelReference first = ProgramKernels.lasting("first", SHORT);
        KernelReference second = ProgramKernels.lasting("second", SHORT);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand stream = inTailStream ? TAIL_LAUNCH : k.device().streamCreateWithFlags();
            Operand other = k.device().streamCreateWithFlags();
            Operand event = k.device().eventCreateWithFlags(Operand.u32(2)).get(1);
            ProgramKernels.launch(k, first, stream);
            k.device().eventRecord(event, stream);
            k.device().streamWaitEvent(other, event);
            ProgramKernels.launch(k, second, other);
            seen.store(k, 0, k.device().getLastError());
        }));
        boolean ran = lab.grids("first").size() == 1 && lab.grids("second").size() == 1;
        return seen.read(0) + (ran ? ", both ran" : ", not both ran");
    }

    private static String tailSeesStores(ProgramMachine lab) {
        WordArray data = new WordArray(lab, THREADS);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("child_launch", k -> addOne(k, data)));
        KernelReference tail = KernelReference.to(ProgramKernels.kernel("tail_launch", k -> addOne(k, data)));
        Kernel parent = ProgramKernels.kernel("parent_launch", k -> {
            k.memory().store(ValueType.U32, data.at(k, k.threadX()), k.threadX());
            k.syncThreads();
            Programs.byThread(k, 0, () -> {
                Operand all = Operand.u32(THREADS);
                k.device().launch(child, Operand.u32(1), all, Operand.u64(0));
                k.device().launch(tail, Operand.u32(1), all, TAIL_LAUNCH);
            });
        });
        Programs.run(lab, parent, 1, THREADS);
        for (int i = 0; i < THREADS; i++) {
            if (data.read(i) != i + 2) {
                return "data[" + i + "] = " + data.read(i);
            }
        }
        return "data[i] = i + 2 for all i";
    }

    private static String threadGoesOn(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 2);
        KernelReference tail =
                KernelReference.to(ProgramKernels.kernel("Z", k -> words.store(k, 1, words.load(k, 0, ValueType.U32))));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, tail, TAIL_LAUNCH);
            ProgramKernels.spin(k, SHORT);
            words.store(k, 0, Operand.u32(1));
        }));
        return words.read(1) == 1 ? "the tail sees what was stored after its launch" : "the tail was too early";
    }

    private static String failedTail(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 4);
        KernelReference tail = ProgramKernels.lasting("Z", SHORT);
        Operand one = Operand.u32(1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            words.store(k, 0, k.device().launch(tail, one, one, TAIL_LAUNCH));
            words.store(k, 1, k.device().launch(tail, one, Operand.u32(1025), TAIL_LAUNCH));
            words.store(k, 2, k.device().launch(tail, one, one, TAIL_LAUNCH));
            words.store(k, 3, k.device().getLastError());
        }));
        return words.list(3) + "; last error " + words.read(3)
                + (lab.grids("Z").size() == 2
                        ? "; two tails ran"
                        : "; " + lab.grids("Z").size() + " tails ran");
    }

    private static String chain(ProgramMachine lab) {
        lab.host().setPendingLaunchLimit(POOL);
        Kernel link = ProgramKernels.kernel("Z", k -> {
            Operand left = k.parameter(ValueType.U32);
            k.ifThen(
                    k.greater(left, Operand.u32(0)),
                    () -> ProgramKernels.launch(k, k.self(), TAIL_LAUNCH, k.subtract(left, Operand.u32(1))));
        });
        Programs.run(
                lab,
                ProgramKernels.kernel(
                        "P",
                        k -> ProgramKernels.launch(k, KernelReference.to(link), TAIL_LAUNCH, Operand.u32(LINKS - 1))));
        long places = lab.machine().devices().get(0).poolHighWater();
        boolean all =
                lab.grids("Z").size() == LINKS && lab.timeline().failures().isEmpty();
        return (all ? "all links ran" : lab.grids("Z").size() + " links ran")
                + (places <= 2 ? " in at most two places" : " in " + places + " places");
    }

    private static String depth(ProgramMachine lab) {
        KernelReference tail = ProgramKernels.lasting("Z", SHORT);
        KernelReference childsTail = ProgramKernels.lasting("X", SHORT);
        KernelReference child =
                KernelReference.to(ProgramKernels.kernel("C", k -> ProgramKernels.launch(k, childsTail, TAIL_LAUNCH)));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, tail, TAIL_LAUNCH);
            ProgramKernels.launch(k, child);
        }));
        return "tail " + lab.grid("Z").depth() + ", child " + lab.grid("C").depth() + ", tail of the child "
                + lab.grid("X").depth();
    }
}
