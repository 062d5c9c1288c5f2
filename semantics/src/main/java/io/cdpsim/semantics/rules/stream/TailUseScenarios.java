package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byThread;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
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
                claim("TAIL-10", "a tail sees all stores of the parent and its children")
                        .must(CDP2, "data[i] = i + 2 for all i", TailUseScenarios::tailSeesStores),
                claim("TAIL-11", "the thread goes on after a tail launch, before the tail runs")
                        .must(CDP2, "the tail sees what was stored after its launch", TailUseScenarios::threadGoesOn),
                claim("TAIL-12", "a tail launch that cannot be met fails at once, and the other tails run")
                        .must(CDP2, "0, 9, 0; last error 9; two tails ran", TailUseScenarios::failedTail),
                claim("TAIL-13", "a long chain of tails, each launched by the one before, needs only a few places")
                        .must(CDP2, "all links ran in at most two places", TailUseScenarios::chain),
                claim(
                                "TAIL-14",
                                "a routine that orders its kernels by an event fails in the tail stream, and its"
                                        + " kernels still run")
                        .must(
                                CDP2,
                                "named stream: 0, both ran; tail stream: 1, both ran",
                                machine -> "named stream: " + orderedByEvent(machine, false) + "; tail stream: "
                                        + orderedByEvent(machine, true)),
                claim("TAIL-15", "a tail lies as deep as its parent, a child one deeper")
                        .must(CDP2, "tail 0, child 1, tail of the child 1", TailUseScenarios::depth));
    }

    private static void addOne(KernelBuilder k, WordArray data) {
        Operand address = data.at(k, k.threadX());
        k.memory().store(U32, address, k.add(k.memory().load(U32, address), u32(1)));
    }

    /** A library's routine: one kernel in the caller's stream, an event behind it, one kernel that waits for the event. */
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

    private static String threadGoesOn(ProgramMachine machine) {
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
