package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.Set;

/** Rules FAF-1 to FAF-8: the fire-and-forget stream. */
public final class FireAndForgetScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final int POOL = 32;
    private static final int STAY_NANOS = 1_200_000;

    private FireAndForgetScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("FAF-1", "the second of two launches starts before, during or after the first")
                        .may(CDP2, Set.of("before", "during", "after"), FireAndForgetScenarios::noOrder),
                claim("FAF-2", "the parent's tail and the next grid in the parent's stream wait for it")
                        .must(CDP2, "tail after, next grid after", FireAndForgetScenarios::endOfTheGridWaits),
                takesNoEvents("FAF-3", FIRE_AND_FORGET),
                notInCdp1("FAF-4", FIRE_AND_FORGET),
                claim("FAF-5", "it costs less than a new stream for one launch")
                        .must(CDP2, "cheaper", FireAndForgetScenarios::cost),
                claim("FAF-6", "a fill may use it, and a tail sees the filled memory")
                        .must(CDP2, "call 0, tail sees the fill", FireAndForgetScenarios::fill),
                claim("FAF-7", "the parent's tail and successor wait for the tail of a fire-and-forget child")
                        .must(CDP2, "tail after, next grid after", FireAndForgetScenarios::tailOfTheChild),
                claim("FAF-8", "launches fail when the pool is full")
                        .must(CDP2, "the pool's worth ran, the others failed with 69", FireAndForgetScenarios::flood)
                        .strictly("the pool's worth ran, the others failed with 701"));
    }

    private static String noOrder(ProgramMachine machine) {
        KernelReference c1 = lasting("C1", LONG);
        KernelReference c2 = lasting("C2", SHORT);
        machine.run(k -> {
            launch(k, c1, FIRE_AND_FORGET);
            launch(k, c2, FIRE_AND_FORGET);
        });
        GridLifetime first = machine.grid("C1");
        GridLifetime second = machine.grid("C2");
        if (second.started() >= first.completed()) {
            return "after";
        }
        return second.started() < first.started() ? "before" : "during";
    }

    private static String endOfTheGridWaits(ProgramMachine machine) {
        KernelReference f = lasting("F", LONG);
        return startsAfterParentOf(machine, f, "F");
    }

    private static String tailOfTheChild(ProgramMachine machine) {
        KernelReference x = lasting("X", LONG);
        KernelReference f = reference("F", k -> launch(k, x, TAIL_LAUNCH));
        return startsAfterParentOf(machine, f, "X");
    }

    private static String startsAfterParentOf(ProgramMachine machine, KernelReference child, String last) {
        KernelReference tail = lasting("Z", SHORT);
        Kernel parent = kernel("P", k -> {
            launch(k, tail, TAIL_LAUNCH);
            launch(k, child, FIRE_AND_FORGET);
        });
        machine.host().launch(parent, LaunchShape.of(1, 1), machine.host().defaultStream());
        machine.host()
                .launch(
                        kernel("K", k -> {}),
                        LaunchShape.of(1, 1),
                        machine.host().defaultStream());
        machine.host().synchronize();
        return "tail " + ProgramMachine.startsAfter(machine.grid("Z"), machine.grid(last)) + ", next grid "
                + ProgramMachine.startsAfter(machine.grid("K"), machine.grid(last));
    }

    private static String cost(ProgramMachine machine) {
        // Random delays would disturb the comparison of costs.
        machine.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
        WordArray words = new WordArray(machine, 2);
        KernelReference child = lasting("C", SHORT);
        machine.run(k -> {
            Operand start = k.special(SpecialRegister.CLOCK);
            launch(k, child, FIRE_AND_FORGET);
            Operand between = k.special(SpecialRegister.CLOCK);
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, child, stream);
            k.device().streamDestroy(stream);
            Operand end = k.special(SpecialRegister.CLOCK);
            words.store(k, 0, k.subtract(between, start));
            words.store(k, 1, k.subtract(end, between));
        });
        return words.read(0) < words.read(1) ? "cheaper" : "not cheaper";
    }

    private static String fill(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 3);
        KernelReference tail = reference("Z", k -> words.store(k, 1, words.load(k, 0, U32)));
        machine.run(k -> {
            launch(k, tail, TAIL_LAUNCH);
            // Zeros, since fills on an H200 write only zeros.
            words.store(k, 0, u32(7));
            words.store(k, 2, k.device().memsetAsync(words.at(0), u32(0), u64(4), FIRE_AND_FORGET));
        });
        return "call " + words.read(2) + ", tail sees " + (words.read(1) == 0 ? "the fill" : "something else");
    }

    private static String flood(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(POOL);
        // Longer than all launches of one thread, asleep: loops that wait for the clock take long to simulate.
        KernelReference child = reference("C", k -> k.nanosleep(u32(STAY_NANOS)));
        machine.run(k -> {
            for (int i = 0; i < POOL + 8; i++) {
                launch(k, child, FIRE_AND_FORGET);
            }
        });
        List<Integer> codes = machine.timeline().failures().stream()
                .map(Timeline.Failure::errorCode)
                .distinct()
                .toList();
        boolean full = machine.grids("C").size() == POOL
                && machine.timeline().failures().size() == 8;
        return (full ? "the pool's worth ran" : machine.grids("C").size() + " ran") + ", the others failed with "
                + (codes.size() == 1 ? codes.get(0).toString() : codes.toString());
    }

    /** A special stream accepts no events. */
    static RuleScenario takesNoEvents(String rule, Operand stream) {
        return claim(rule, "it can neither record an event nor wait for one")
                .must(CDP2, "record 1, wait 1, last error 1", machine -> eventCalls(machine, stream));
    }

    private static String eventCalls(ProgramMachine machine, Operand stream) {
        WordArray words = new WordArray(machine, 3);
        machine.run(k -> {
            Operand event = k.device().eventCreateWithFlags();
            words.store(k, 0, k.device().eventRecord(event, stream));
            words.store(k, 1, k.device().streamWaitEvent(stream, event));
            words.store(k, 2, k.device().getLastError());
        });
        return "record " + words.read(0) + ", wait " + words.read(1) + ", last error " + words.read(2);
    }

    /** A kernel that uses a special stream does not load as CDP1, and the error names the rule. */
    static RuleScenario notInCdp1(String rule, Operand stream) {
        Kernel parent = kernel("P", k -> launch(k, lasting("C", 1_000), stream));
        return claim(rule, "CDP1 does not have it").must(CDP1, "does not load", machine -> load(machine, parent, rule));
    }

    private static String load(ProgramMachine machine, Kernel kernel, String rule) {
        try {
            machine.run(kernel);
            return "loads";
        } catch (KernelLoadException e) {
            return String.valueOf(e.getMessage()).contains(rule) ? "does not load" : "does not load for another reason";
        }
    }
}
