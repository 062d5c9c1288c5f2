package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import io.cdpsim.workloads.rules.scenario.TwoStreamParent;
import java.util.List;
import java.util.Set;

/** Rules EVT-1, EVT-4, EVT-8 and EVT-9: what record and wait order. */
final class EventOrderScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final Set<String> FREE = Set.of("before the end", "after");

    private static final KernelReference C1 = ProgramKernels.lasting("C1", LONG);
    private static final KernelReference C2 = ProgramKernels.lasting("C2", SHORT);

    private EventOrderScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "EVT-1",
                        "a wait in one stream for an event recorded in another orders the two",
                        RuleScenario.BOTH,
                        "after",
                        EventOrderScenarios::recordThenWait),
                RuleScenario.may(
                        "EVT-4",
                        "an event holds what was in the stream when it was recorded, not what came later",
                        RuleScenario.BOTH,
                        FREE,
                        EventOrderScenarios::recordedBeforeTheWork),
                RuleScenario.may(
                        "EVT-4",
                        "a second record replaces the first",
                        RuleScenario.BOTH,
                        Set.of("after C3, before the end of C1", "after C3, after C1"),
                        EventOrderScenarios::recordedTwice),
                RuleScenario.may(
                        "EVT-4",
                        "a wait keeps to the record that was the last when it was called",
                        RuleScenario.BOTH,
                        Set.of("after C1, before the end of C3", "after C1, after C3"),
                        EventOrderScenarios::recordedAgainAfterTheWait),
                RuleScenario.may(
                        "EVT-4",
                        "a wait for an event that was never recorded waits for nothing",
                        RuleScenario.BOTH,
                        FREE,
                        EventOrderScenarios::neverRecorded),
                RuleScenario.must(
                        "EVT-8",
                        "an event waits for the descendants of the grid before it",
                        RuleScenario.BOTH,
                        "after",
                        lab -> descendants(lab, Operand.u64(0))),
                RuleScenario.must(
                        "EVT-8",
                        "an event waits for the tail of the grid before it",
                        RuleScenario.CDP2,
                        "after",
                        lab -> descendants(lab, TAIL_LAUNCH)),
                RuleScenario.must(
                        "EVT-9",
                        "one thread may record and another wait, with a barrier between",
                        RuleScenario.BOTH,
                        "after",
                        lab -> twoThreads(lab, true)),
                RuleScenario.may(
                        "EVT-9",
                        "without a barrier the wait may come first and order nothing",
                        RuleScenario.BOTH,
                        FREE,
                        lab -> twoThreads(lab, false)));
    }

    private static String secondAfterFirst(ProgramMachine lab) {
        return ProgramMachine.startsAfter(lab.grid("C2"), lab.grid("C1"));
    }

    private static String recordThenWait(ProgramMachine lab) {
        TwoStreamParent.run(lab, p -> {
            p.secondAwaits(C1);
            p.launch(C2, p.second());
        });
        return secondAfterFirst(lab);
    }

    private static String recordedBeforeTheWork(ProgramMachine lab) {
        TwoStreamParent.run(lab, p -> {
            p.record(p.first());
            p.launch(C1, p.first());
            p.waitForEvent();
            p.launch(C2, p.second());
        });
        return secondAfterFirst(lab);
    }

    private static String place(ProgramMachine lab, String other) {
        return lab.grid("C2").started() >= lab.grid(other).completed()
                ? "after " + other
                : "before the end of " + other;
    }

    private static String recordedTwice(ProgramMachine lab) {
        KernelReference c3 = ProgramKernels.lasting("C3", SHORT);
        TwoStreamParent.run(lab, p -> {
            Operand third = p.k().device().streamCreateWithFlags();
            p.launch(C1, p.first());
            p.record(p.first());
            p.launch(c3, third);
            p.record(third);
            p.waitForEvent();
            p.launch(C2, p.second());
        });
        return place(lab, "C3") + ", " + place(lab, "C1");
    }

    private static String recordedAgainAfterTheWait(ProgramMachine lab) {
        KernelReference c3 = ProgramKernels.lasting("C3", LONG);
        TwoStreamParent.run(lab, p -> {
            Operand third = p.k().device().streamCreateWithFlags();
            p.secondAwaits(C1);
            p.launch(c3, third);
            p.record(third);
            p.launch(C2, p.second());
        });
        return place(lab, "C1") + ", " + place(lab, "C3");
    }

    private static String neverRecorded(ProgramMachine lab) {
        TwoStreamParent.run(lab, p -> {
            p.launch(C1, p.first());
            p.waitForEvent();
            p.launch(C2, p.second());
        });
        return secondAfterFirst(lab);
    }

    private static String descendants(ProgramMachine lab, Operand stream) {
        KernelReference grandchild = ProgramKernels.lasting("GC", LONG);
        KernelReference c1 =
                KernelReference.to(ProgramKernels.kernel("C1", k -> ProgramKernels.launch(k, grandchild, stream)));
        TwoStreamParent.run(lab, p -> {
            p.secondAwaits(c1);
            p.launch(C2, p.second());
        });
        return ProgramMachine.startsAfter(lab.grid("C2"), lab.grid("GC"));
    }

    /** Thread 0 launches C1 and records; thread 32, of another warp, waits and launches C2. */
    private static String twoThreads(ProgramMachine lab, boolean barrier) {
        WordArray words = new WordArray(lab, 3);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            Programs.byThread(k, 0, () -> {
                words.store(k, 0, k.device().eventCreateWithFlags());
                words.store(k, 1, k.device().streamCreateWithFlags());
                words.store(k, 2, k.device().streamCreateWithFlags());
            });
            k.syncThreads();
            Operand event = words.load(k, 0, ValueType.U64);
            Programs.byThread(k, 0, () -> {
                Operand stream = words.load(k, 1, ValueType.U64);
                ProgramKernels.launch(k, C1, stream);
                k.device().eventRecord(event, stream);
            });
            if (barrier) {
                k.syncThreads();
            }
            Programs.byThread(k, Lanes.COUNT, () -> {
                Operand stream = words.load(k, 2, ValueType.U64);
                k.device().streamWaitEvent(stream, event);
                ProgramKernels.launch(k, C2, stream);
            });
        });
        Programs.run(lab, parent, 1, 64);
        return secondAfterFirst(lab);
    }
}
