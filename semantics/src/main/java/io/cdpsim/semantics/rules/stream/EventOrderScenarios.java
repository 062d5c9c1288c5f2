package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byThread;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.semantics.rules.scenario.TwoStreamParent;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.Set;

/** Rules EVT-1, EVT-4, EVT-8 and EVT-9: what record and wait order. */
final class EventOrderScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final Set<String> FREE = Set.of("before the end", "after");

    private static final KernelReference C1 = lasting("C1", LONG);
    private static final KernelReference C2 = lasting("C2", SHORT);

    private EventOrderScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                claim("EVT-1", "a wait in one stream for an event recorded in another orders the two")
                        .must(BOTH, "after", EventOrderScenarios::recordThenWait),
                claim("EVT-4", "an event holds what was in the stream when it was recorded, not what came later")
                        .may(BOTH, FREE, EventOrderScenarios::recordedBeforeTheWork),
                claim("EVT-4", "a second record replaces the first")
                        .may(
                                BOTH,
                                Set.of("after C3, before the end of C1", "after C3, after C1"),
                                EventOrderScenarios::recordedTwice),
                claim("EVT-4", "a wait keeps to the record that was the last when it was called")
                        .may(
                                BOTH,
                                Set.of("after C1, before the end of C3", "after C1, after C3"),
                                EventOrderScenarios::recordedAgainAfterTheWait),
                claim("EVT-4", "a wait for an event that was never recorded waits for nothing")
                        .may(BOTH, FREE, EventOrderScenarios::neverRecorded),
                claim("EVT-8", "an event waits for the descendants of the grid before it")
                        .must(BOTH, "after", machine -> descendants(machine, u64(0))),
                claim("EVT-8", "an event waits for the tail of the grid before it")
                        .must(CDP2, "after", machine -> descendants(machine, TAIL_LAUNCH)),
                claim("EVT-9", "one thread may record and another wait, with a barrier between")
                        .must(BOTH, "after", machine -> twoThreads(machine, true)),
                claim("EVT-9", "without a barrier the wait may come first and order nothing")
                        .may(BOTH, FREE, machine -> twoThreads(machine, false)));
    }

    private static String secondAfterFirst(ProgramMachine machine) {
        return ProgramMachine.startsAfter(machine.grid("C2"), machine.grid("C1"));
    }

    private static String recordThenWait(ProgramMachine machine) {
        TwoStreamParent.run(machine, p -> {
            p.secondAwaits(C1);
            p.launch(C2, p.second());
        });
        return secondAfterFirst(machine);
    }

    private static String recordedBeforeTheWork(ProgramMachine machine) {
        TwoStreamParent.run(machine, p -> {
            p.record(p.first());
            p.launch(C1, p.first());
            p.waitForEvent();
            p.launch(C2, p.second());
        });
        return secondAfterFirst(machine);
    }

    private static String place(ProgramMachine machine, String other) {
        return machine.grid("C2").started() >= machine.grid(other).completed()
                ? "after " + other
                : "before the end of " + other;
    }

    private static String recordedTwice(ProgramMachine machine) {
        KernelReference c3 = lasting("C3", SHORT);
        TwoStreamParent.run(machine, p -> {
            Operand third = p.k().device().streamCreateWithFlags();
            p.launch(C1, p.first());
            p.record(p.first());
            p.launch(c3, third);
            p.record(third);
            p.waitForEvent();
            p.launch(C2, p.second());
        });
        return place(machine, "C3") + ", " + place(machine, "C1");
    }

    private static String recordedAgainAfterTheWait(ProgramMachine machine) {
        KernelReference c3 = lasting("C3", LONG);
        TwoStreamParent.run(machine, p -> {
            Operand third = p.k().device().streamCreateWithFlags();
            p.secondAwaits(C1);
            p.launch(c3, third);
            p.record(third);
            p.launch(C2, p.second());
        });
        return place(machine, "C1") + ", " + place(machine, "C3");
    }

    private static String neverRecorded(ProgramMachine machine) {
        TwoStreamParent.run(machine, p -> {
            p.launch(C1, p.first());
            p.waitForEvent();
            p.launch(C2, p.second());
        });
        return secondAfterFirst(machine);
    }

    private static String descendants(ProgramMachine machine, Operand stream) {
        KernelReference grandchild = lasting("GC", LONG);
        KernelReference c1 = reference("C1", k -> launch(k, grandchild, stream));
        TwoStreamParent.run(machine, p -> {
            p.secondAwaits(c1);
            p.launch(C2, p.second());
        });
        return ProgramMachine.startsAfter(machine.grid("C2"), machine.grid("GC"));
    }

    /** Thread 0 launches C1 and records; thread 32, of another warp, waits and launches C2. */
    private static String twoThreads(ProgramMachine machine, boolean barrier) {
        WordArray words = new WordArray(machine, 3);
        machine.run(
                k -> {
                    byThread(k, 0, () -> {
                        words.store(k, 0, k.device().eventCreateWithFlags());
                        words.store(k, 1, k.device().streamCreateWithFlags());
                        words.store(k, 2, k.device().streamCreateWithFlags());
                    });
                    k.syncThreads();
                    Operand event = words.load(k, 0, U64);
                    byThread(k, 0, () -> {
                        Operand stream = words.load(k, 1, U64);
                        launch(k, C1, stream);
                        k.device().eventRecord(event, stream);
                    });
                    if (barrier) {
                        k.syncThreads();
                    }
                    byThread(k, Lanes.COUNT, () -> {
                        Operand stream = words.load(k, 2, U64);
                        k.device().streamWaitEvent(stream, event);
                        launch(k, C2, stream);
                    });
                },
                1,
                64);
        return secondAfterFirst(machine);
    }
}
