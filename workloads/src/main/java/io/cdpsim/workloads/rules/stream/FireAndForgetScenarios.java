package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.observe.Timeline;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
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

    private static String noOrder(ProgramLab lab) {
        KernelReference c1 = Children.lasting("C1", LONG);
        KernelReference c2 = Children.lasting("C2", SHORT);
        Programs.run(lab, Children.kernel("P", k -> {
            Children.launch(k, c1, FIRE_AND_FORGET);
            Children.launch(k, c2, FIRE_AND_FORGET);
        }));
        GridLifetime first = lab.grid("C1");
        GridLifetime second = lab.grid("C2");
        if (second.started() >= first.completed()) {
            return "after";
        }
        return second.started() < first.started() ? "before" : "during";
    }

    private static String endOfTheGridWaits(ProgramLab lab) {
        KernelReference f = Children.lasting("F", LONG);
        return startsAfterParentOf(lab, f, "F");
    }

    private static String tailOfTheChild(ProgramLab lab) {
        KernelReference x = Children.lasting("X", LONG);
        KernelReference f = KernelReference.to(Children.kernel("F", k -> Children.launch(k, x, TAIL_LAUNCH)));
        return startsAfterParentOf(lab, f, "X");
    }

    private static String startsAfterParentOf(ProgramLab lab, KernelReference child, String last) {
        KernelReference tail = Children.lasting("Z", SHORT);
        Kernel parent = Children.kernel("P", k -> {
            Children.launch(k, tail, TAIL_LAUNCH);
            Children.launch(k, child, FIRE_AND_FORGET);
        });
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
        lab.host()
                .launch(
                        Children.kernel("K", k -> {}),
                        LaunchShape.of(1, 1),
                        lab.host().defaultStream());
        lab.host().synchronize();
        return "tail " + ProgramLab.startsAfter(lab.grid("Z"), lab.grid(last)) + ", next grid "
                + ProgramLab.startsAfter(lab.grid("K"), lab.grid(last));
    }

    private static String cost(ProgramLab lab) {
        // Costs are compared, so nothing may be put off by chance.
        lab.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
        Words words = new Words(lab, 2);
        KernelReference child = Children.lasting("C", SHORT);
        Programs.run(lab, Children.kernel("P", k -> {
            Operand begin = k.special(SpecialRegister.CLOCK);
            Children.launch(k, child, FIRE_AND_FORGET);
            Operand between = k.special(SpecialRegister.CLOCK);
            Operand stream = k.device().streamCreateWithFlags();
            Children.launch(k, child, stream);
            k.device().streamDestroy(stream);
            Operand end = k.special(SpecialRegister.CLOCK);
            words.store(k, 0, k.subtract(between, begin));
            words.store(k, 1, k.subtract(end, between));
        }));
        return words.read(0) < words.read(1) ? "cheaper" : "not cheaper";
    }

    private static String fill(ProgramLab lab) {
        Words words = new Words(lab, 3);
        KernelReference tail =
                KernelReference.to(Children.kernel("Z", k -> words.store(k, 1, words.load(k, 0, ValueType.U32))));
        Programs.run(lab, Children.kernel("P", k -> {
            Children.launch(k, tail, TAIL_LAUNCH);
            // Zeros, which is all that an H200 fills with.
            words.store(k, 0, Operand.u32(7));
            words.store(k, 2, k.device().memsetAsync(words.at(0), Operand.u32(0), Operand.u64(4), FIRE_AND_FORGET));
        }));
        return "call " + words.read(2) + ", tail sees " + (words.read(1) == 0 ? "the fill" : "something else");
    }

    private static String flood(ProgramLab lab) {
        lab.host().setPendingLaunchLimit(POOL);
        // Longer than it takes one thread to post them all.
        KernelReference child = Children.lasting("C", 2_000_000);
        Programs.run(lab, Children.kernel("P", k -> {
            for (int i = 0; i < POOL + 8; i++) {
                Children.launch(k, child, FIRE_AND_FORGET);
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
