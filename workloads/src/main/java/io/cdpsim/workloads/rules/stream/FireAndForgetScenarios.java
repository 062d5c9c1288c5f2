package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridSpan;
import io.cdpsim.observe.Timeline;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;
import java.util.Set;

/** Rules FAF-1 to FAF-8: the fire-and-forget stream. */
final class FireAndForgetScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final int POOL = 32;

    private FireAndForgetScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.may(
                        "FAF-1",
                        "the second of two launches starts before, during or after the first",
                        RuleScenario.CDP2,
                        Set.of("before", "during", "after"),
                        FireAndForgetScenarios::noOrder),
                RuleScenario.must(
                        "FAF-2",
                        "the parent's tail and the next grid in the parent's stream wait for it",
                        RuleScenario.CDP2,
                        "tail after, next grid after",
                        FireAndForgetScenarios::endOfTheGridWaits),
                SpecialStreams.takesNoEvents("FAF-3", FIRE_AND_FORGET),
                SpecialStreams.notInCdp1("FAF-4", FIRE_AND_FORGET),
                RuleScenario.must(
                        "FAF-5",
                        "it costs less than a stream made for one launch",
                        RuleScenario.CDP2,
                        "cheaper",
                        FireAndForgetScenarios::cost),
                RuleScenario.must(
                        "FAF-6",
                        "a fill goes through it, and a tail sees what it filled",
                        RuleScenario.CDP2,
                        "call 0, tail sees the fill",
                        FireAndForgetScenarios::fill),
                RuleScenario.must(
                        "FAF-7",
                        "the parent's tail and successor wait for the tail of a fire-and-forget child",
                        RuleScenario.CDP2,
                        "tail after, next grid after",
                        FireAndForgetScenarios::tailOfTheChild),
                RuleScenario.must(
                                "FAF-8",
                                "more launches at once than the pool has places fail",
                                RuleScenario.CDP2,
                                "the pool's worth ran, the others failed with 69",
                                FireAndForgetScenarios::flood)
                        .strictly("the pool's worth ran, the others failed with 701"));
    }

    private static String noOrder(ProgramMachine lab) {
        KernelReference c1 = ProgramKernels.lasting("C1", LONG);
        KernelReference c2 = ProgramKernels.lasting("C2", SHORT);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, c1, FIRE_AND_FORGET);
            ProgramKernels.launch(k, c2, FIRE_AND_FORGET);
        }));
        GridSpan first = lab.grid("C1");
        GridSpan second = lab.grid("C2");
        if (second.started() >= first.completed()) {
            return "after";
        }
        return second.started() < first.started() ? "before" : "during";
    }

    private static String endOfTheGridWaits(ProgramMachine lab) {
        KernelReference f = ProgramKernels.lasting("F", LONG);
        return startsAfterParentOf(lab, f, "F");
    }

    private static String tailOfTheChild(ProgramMachine lab) {
        KernelReference x = ProgramKernels.lasting("X", LONG);
        KernelReference f =
                KernelReference.to(ProgramKernels.kernel("F", k -> ProgramKernels.launch(k, x, TAIL_LAUNCH)));
        return startsAfterParentOf(lab, f, "X");
    }

    private static String startsAfterParentOf(ProgramMachine lab, KernelReference child, String last) {
        KernelReference tail = ProgramKernels.lasting("Z", SHORT);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, tail, TAIL_LAUNCH);
            ProgramKernels.launch(k, child, FIRE_AND_FORGET);
        });
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
        lab.host()
                .launch(
                        ProgramKernels.kernel("K", k -> {}),
                        LaunchShape.of(1, 1),
                        lab.host().defaultStream());
        lab.host().synchronize();
        return "tail " + ProgramMachine.startsAfter(lab.grid("Z"), lab.grid(last)) + ", next grid "
                + ProgramMachine.startsAfter(lab.grid("K"), lab.grid(last));
    }

    private static String cost(ProgramMachine lab) {
        // Costs are compared, so nothing may be put off by chance.
        lab.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
        WordArray words = new WordArray(lab, 2);
        KernelReference child = ProgramKernels.lasting("C", SHORT);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand begin = k.special(SpecialRegister.CLOCK);
            ProgramKernels.launch(k, child, FIRE_AND_FORGET);
            Operand between = k.special(SpecialRegister.CLOCK);
            Operand stream = k.device().streamCreateWithFlags();
            ProgramKernels.launch(k, child, stream);
            k.device().streamDestroy(stream);
            Operand end = k.special(SpecialRegister.CLOCK);
            words.store(k, 0, k.subtract(between, begin));
            words.store(k, 1, k.subtract(end, between));
        }));
        return words.read(0) < words.read(1) ? "cheaper" : "not cheaper";
    }

    private static String fill(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 3);
        KernelReference tail =
                KernelReference.to(ProgramKernels.kernel("Z", k -> words.store(k, 1, words.load(k, 0, ValueType.U32))));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, tail, TAIL_LAUNCH);
            // Zeros, which is all that an H200 fills with.
            words.store(k, 0, Operand.u32(7));
            words.store(k, 2, k.device().memsetAsync(words.at(0), Operand.u32(0), Operand.u64(4), FIRE_AND_FORGET));
        }));
        return "call " + words.read(2) + ", tail sees " + (words.read(1) == 0 ? "the fill" : "something else");
    }

    private static String flood(ProgramMachine lab) {
        lab.host().setPendingLaunchLimit(POOL);
        // Longer than it takes one thread to post them all.
        KernelReference child = ProgramKernels.lasting("C", 2_000_000);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            for (int i = 0; i < POOL + 8; i++) {
                ProgramKernels.launch(k, child, FIRE_AND_FORGET);
            }
        }));
        List<Integer> codes = lab.timeline().failures().stream()
                .map(Timeline.Failure::errorCode)
                .distinct()
                .toList();
        boolean full =
                lab.grids("C").size() == POOL && lab.timeline().failures().size() == 8;
        return (full ? "the pool's worth ran" : lab.grids("C").size() + " ran") + ", the others failed with "
                + (codes.size() == 1 ? codes.get(0).toString() : codes.toString());
    }
}
