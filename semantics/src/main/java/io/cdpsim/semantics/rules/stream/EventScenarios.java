package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byBlock;
import static io.cdpsim.workloads.program.ProgramKernels.byThread;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.semantics.rules.scenario.TwoStreamParent;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.Set;

/** Rules EVT: creation and scope of events, and the order of record and wait. */
public final class EventScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final int LIMIT = 64;
    private static final Set<String> FREE = Set.of("before the end", "after");
    private static final KernelReference C1 = lasting("C1", LONG);
    private static final KernelReference C2 = lasting("C2", SHORT);

    private EventScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("EVT-1", "device code can order streams by events, and nothing else")
                        .must(
                                BOTH,
                                "not offered",
                                machine -> StreamScenarios.offered(
                                        "EVENT_SYNCHRONIZE", "EVENT_QUERY", "EVENT_ELAPSED_TIME")),
                claim("EVT-1", "a wait accepts no flags")
                        .must(CDP1, "flags 0: 0, flags 7: 1", EventScenarios::waitFlags),
                claim("EVT-1", "the H200 accepts any flags of a wait")
                        .must(CDP2, "flags 0: 0, flags 7: 0", EventScenarios::waitFlags)
                        .strictly("flags 0: 0, flags 7: 1"),
                claim("EVT-2", "an event must be created without timing")
                        .must(BOTH, "flags 2: 0, flags 0: 1", EventScenarios::creation),
                claim("EVT-2", "an event must be created without timing, up to CUDA 10.0")
                        .must(CDP1, "flags 2: 0, flags 0: 11", machine -> creation(machine.withCuda("10.0"))),
                claim("EVT-3", "another block's event is an invalid value, and reported")
                        .must(CDP1, "1; reported", EventScenarios::otherBlock),
                claim("EVT-3", "another block of the grid may wait for an event")
                        .must(CDP2, "0; not reported", EventScenarios::otherBlock),
                claim("EVT-3", "a child may not use its parent's event")
                        .must(BOTH, "1; reported", EventScenarios::parentsEvent),
                claim("EVT-5", "an event that is destroyed after record and wait still orders")
                        .must(BOTH, "0; after", EventScenarios::destroyAtOnce),
                claim("EVT-5", "the NULL event is an invalid handle, up to CUDA 10.0")
                        .must(CDP1, "33, 33", machine -> nullEvent(machine.withCuda("10.0"))),
                claim("EVT-5", "the NULL event is an invalid handle, from CUDA 10.1")
                        .must(CDP1, "400, 400", EventScenarios::nullEvent),
                claim("EVT-5", "on the H200 the NULL event is an invalid value")
                        .must(CDP2, "1, 1", EventScenarios::nullEvent)
                        .strictly("400, 400"),
                claim("EVT-5", "as documented the NULL event is an invalid handle")
                        .must(CDP2, "400, 400", machine -> {
                            machine.rebuild(settings -> settings.withStrict(true));
                            return nullEvent(machine);
                        }),
                claim("EVT-6", "there are two events for each pending launch, free again when the grid ends")
                        .must(CDP2, "128 made, then 2; after a destroy 2; in the next grid 0", EventScenarios::slots),
                claim("EVT-7", "the special streams accept no events")
                        .must(CDP2, "1, 1, 1, 1; the next launch does not wait", EventScenarios::specialStreams),
                claim("EVT-1", "a wait in one stream for an event recorded in another orders the two")
                        .must(BOTH, "after", EventScenarios::recordThenWait),
                claim("EVT-4", "an event captures the content of the stream at the record, not later launches")
                        .may(BOTH, FREE, EventScenarios::recordedBeforeTheWork),
                claim("EVT-4", "a second record replaces the first")
                        .may(
                                BOTH,
                                Set.of("after C3, before the end of C1", "after C3, after C1"),
                                EventScenarios::recordedTwice),
                claim("EVT-4", "a wait uses the last record before its call")
                        .may(
                                BOTH,
                                Set.of("after C1, before the end of C3", "after C1, after C3"),
                                EventScenarios::recordedAgainAfterTheWait),
                claim("EVT-4", "a wait for an event without a record waits for nothing")
                        .may(BOTH, FREE, EventScenarios::neverRecorded),
                claim("EVT-8", "an event waits for the descendants of the grid before it")
                        .must(BOTH, "after", machine -> descendants(machine, u64(0))),
                claim("EVT-8", "an event waits for the tail of the grid before it")
                        .must(CDP2, "after", machine -> descendants(machine, TAIL_LAUNCH)),
                claim("EVT-9", "one thread may record and another wait, with a barrier between")
                        .must(BOTH, "after", machine -> twoThreads(machine, true)),
                claim("EVT-9", "without a barrier the wait may be first and order nothing")
                        .may(BOTH, FREE, machine -> twoThreads(machine, false)));
    }

    private static String creation(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 2);
        machine.run(k -> {
            words.store(k, 0, k.device().eventCreateWithFlags(u32(2)).get(0));
            words.store(k, 1, k.device().eventCreateWithFlags(u32(0)).get(0));
        });
        return "flags 2: " + words.read(0) + ", flags 0: " + words.read(1);
    }

    private static String waitFlags(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 2);
        machine.run(k -> {
            Operand event = k.device().eventCreateWithFlags();
            words.store(k, 0, k.device().streamWaitEvent(NULL_STREAM, event));
            words.store(k, 1, k.device().streamWaitEvent(NULL_STREAM, event, u32(7)));
        });
        return "flags 0: " + words.read(0) + ", flags 7: " + words.read(1);
    }

    private static String otherBlock(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 4);
        machine.run(
                k -> {
                    byBlock(k, 0, () -> {
                        words.store(k, 0, k.device().eventCreateWithFlags());
                        words.raise(k, 1);
                        words.awaitRaised(k, 2);
                    });
                    byBlock(k, 1, () -> {
                        words.awaitRaised(k, 1);
                        Operand event = words.load(k, 0, U64);
                        words.store(k, 3, k.device().streamWaitEvent(NULL_STREAM, event));
                        words.raise(k, 2);
                    });
                },
                2,
                1);
        return words.read(3) + "; " + machine.reported("EVT-3");
    }

    private static String parentsEvent(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 1);
        KernelReference child = reference("C", k -> {
            Operand event = k.parameter(U64);
            words.store(k, 0, k.device().eventRecord(event, NULL_STREAM));
        });
        machine.run(k -> {
            Operand event = k.device().eventCreateWithFlags();
            launch(k, child, NULL_STREAM, event);
        });
        return words.read(0) + "; " + machine.reported("EVT-3");
    }

    private static String destroyAtOnce(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 1);
        KernelReference c1 = lasting("C1", LONG);
        KernelReference c2 = lasting("C2", SHORT);
        TwoStreamParent.run(machine, p -> {
            p.secondAwaits(c1);
            words.store(p.k(), p.k().device().eventDestroy(p.event()));
            p.launch(c2, p.second());
        });
        return words.read(0) + "; " + ProgramMachine.startsAfter(machine.grid("C2"), machine.grid("C1"));
    }

    private static String nullEvent(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 2);
        machine.run(k -> {
            words.store(k, 0, k.device().eventRecord(u64(0), NULL_STREAM));
            words.store(k, 1, k.device().eventDestroy(u64(0)));
        });
        return words.list(2);
    }

    private static String slots(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(LIMIT);
        WordArray words = new WordArray(machine, 4);
        machine.run(k -> {
            Register made = k.variable(u32(0));
            Register event = k.variable(u64(0));
            k.whileLoop(() -> k.less(made, u32(4 * LIMIT)), () -> {
                List<Register> next = k.device().eventCreateWithFlags(u32(2));
                words.store(k, 1, next.get(0));
                k.breakIf(k.notEqual(next.get(0), u64(0)));
                k.assign(event, next.get(1));
                k.increment(made, u32(1));
            });
            words.store(k, 0, made);
            k.device().eventDestroy(event);
            words.store(k, 2, k.device().eventCreateWithFlags(u32(2)).get(0));
        });
        machine.run(
                "next",
                k -> words.store(k, 3, k.device().eventCreateWithFlags(u32(2)).get(0)));
        return words.read(0) + " made, then " + words.read(1) + "; after a destroy " + words.read(2)
                + "; in the next grid " + words.read(3);
    }

    private static String specialStreams(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 4);
        KernelReference f = lasting("F", 20 * LONG);
        KernelReference c = lasting("C", SHORT);
        machine.run(k -> {
            Operand event = k.device().eventCreateWithFlags();
            launch(k, f, FIRE_AND_FORGET);
            words.store(k, 0, k.device().eventRecord(event, FIRE_AND_FORGET));
            words.store(k, 1, k.device().streamWaitEvent(FIRE_AND_FORGET, event));
            words.store(k, 2, k.device().eventRecord(event, TAIL_LAUNCH));
            words.store(k, 3, k.device().streamWaitEvent(TAIL_LAUNCH, event));
            k.device().streamWaitEvent(NULL_STREAM, event);
            launch(k, c);
        });
        // F runs far longer than any delay of the start of C.
        boolean waits = machine.grid("C").started() >= machine.grid("F").completed();
        return words.list(4) + (waits ? "; the next launch waits" : "; the next launch does not wait");
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
