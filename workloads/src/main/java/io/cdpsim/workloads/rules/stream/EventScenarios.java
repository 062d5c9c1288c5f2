package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import io.cdpsim.workloads.rules.scenario.TwoStreamParent;
import java.util.ArrayList;
import java.util.List;

/** Rules EVT-1, EVT-2, EVT-3, EVT-5, EVT-6 and EVT-7: which events there are, and who may use them. */
final class EventScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final int LIMIT = 64;

    private EventScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                RuleScenario.must(
                        "EVT-1",
                        "device code can order streams by events, and nothing else",
                        RuleScenario.BOTH,
                        "not offered",
                        lab -> StreamScenarios.offered("EVENT_SYNCHRONIZE", "EVENT_QUERY", "EVENT_ELAPSED_TIME")),
                RuleScenario.must(
                        "EVT-1",
                        "a wait takes no flags",
                        RuleScenario.CDP1,
                        "flags 0: 0, flags 7: 1",
                        EventScenarios::waitFlags),
                RuleScenario.must(
                                "EVT-1",
                                "the H200 takes any flags of a wait",
                                RuleScenario.CDP2,
                                "flags 0: 0, flags 7: 0",
                                EventScenarios::waitFlags)
                        .strictly("flags 0: 0, flags 7: 1"),
                RuleScenario.must(
                        "EVT-2",
                        "an event must be made without timing",
                        RuleScenario.BOTH,
                        "flags 2: 0, flags 0: 1",
                        lab -> creation(lab, lab.settings().cuda())),
                RuleScenario.must(
                        "EVT-2",
                        "an event must be made without timing, up to CUDA 10.0",
                        RuleScenario.CDP1,
                        "flags 2: 0, flags 0: 11",
                        lab -> creation(lab, new CudaVersion(10, 0))),
                RuleScenario.must(
                        "EVT-3",
                        "another block's event is an invalid value, and reported",
                        RuleScenario.CDP1,
                        "1; reported",
                        EventScenarios::otherBlock),
                RuleScenario.must(
                        "EVT-3",
                        "another block of the grid may wait for an event",
                        RuleScenario.CDP2,
                        "0; not reported",
                        EventScenarios::otherBlock),
                RuleScenario.must(
                        "EVT-3",
                        "a child may not use its parent's event",
                        RuleScenario.BOTH,
                        "1; reported",
                        EventScenarios::parentsEvent),
                RuleScenario.must(
                        "EVT-5",
                        "an event destroyed after record and wait still orders",
                        RuleScenario.BOTH,
                        "0; after",
                        EventScenarios::destroyAtOnce),
                RuleScenario.must(
                        "EVT-5",
                        "the NULL event is an invalid handle, up to CUDA 10.0",
                        RuleScenario.CDP1,
                        "33, 33",
                        lab -> nullEvent(lab, new CudaVersion(10, 0), false)),
                RuleScenario.must(
                        "EVT-5",
                        "the NULL event is an invalid handle, from CUDA 10.1",
                        RuleScenario.CDP1,
                        "400, 400",
                        lab -> nullEvent(lab, lab.settings().cuda(), false)),
                RuleScenario.must(
                        "EVT-5",
                        "to the H200 the NULL event is an invalid value",
                        RuleScenario.CDP2,
                        "1, 1",
                        lab -> nullEvent(lab, lab.settings().cuda(), false)),
                RuleScenario.must(
                        "EVT-5",
                        "as documented the NULL event is an invalid handle",
                        RuleScenario.CDP2,
                        "400, 400",
                        lab -> nullEvent(lab, lab.settings().cuda(), true)),
                RuleScenario.must(
                        "EVT-6",
                        "there are twice as many events as pending launches, and they come back with the grid's end",
                        RuleScenario.CDP2,
                        "128 made, then 2; after a destroy 2; in the next grid 0",
                        EventScenarios::slots),
                RuleScenario.must(
                        "EVT-7",
                        "the special streams take no events",
                        RuleScenario.CDP2,
                        "1, 1, 1, 1; the next launch does not wait",
                        EventScenarios::specialStreams)));
        all.addAll(EventOrderScenarios.all());
        return all;
    }

    private static String creation(ProgramMachine lab, CudaVersion version) {
        lab.rebuild(settings -> settings.withCuda(version));
        WordArray words = new WordArray(lab, 2);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            words.store(k, 0, k.device().eventCreateWithFlags(Operand.u32(2)).get(0));
            words.store(k, 1, k.device().eventCreateWithFlags(Operand.u32(0)).get(0));
        }));
        return "flags 2: " + words.read(0) + ", flags 0: " + words.read(1);
    }

    private static String waitFlags(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 2);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand event = k.device().eventCreateWithFlags();
            words.store(k, 0, k.device().streamWaitEvent(NULL_STREAM, event));
            words.store(k, 1, k.device().streamWaitEvent(NULL_STREAM, event, Operand.u32(7)));
        }));
        return "flags 0: " + words.read(0) + ", flags 7: " + words.read(1);
    }

    private static String otherBlock(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 4);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            Programs.byBlock(k, 0, () -> {
                words.store(k, 0, k.device().eventCreateWithFlags());
                words.raise(k, 1);
                words.awaitRaised(k, 2);
            });
            Programs.byBlock(k, 1, () -> {
                words.awaitRaised(k, 1);
                Operand event = words.load(k, 0, ValueType.U64);
                words.store(k, 3, k.device().streamWaitEvent(NULL_STREAM, event));
                words.raise(k, 2);
            });
        });
        Programs.run(lab, parent, 2, 1);
        return words.read(3) + "; " + Programs.reported(lab, "EVT-3");
    }

    private static String parentsEvent(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 1);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("C", k -> {
            Operand event = k.parameter(ValueType.U64);
            words.store(k, 0, k.device().eventRecord(event, NULL_STREAM));
        }));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand event = k.device().eventCreateWithFlags();
            ProgramKernels.launch(k, child, NULL_STREAM, event);
        }));
        return words.read(0) + "; " + Programs.reported(lab, "EVT-3");
    }

    private static String destroyAtOnce(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 1);
        KernelReference c1 = ProgramKernels.lasting("C1", LONG);
        KernelReference c2 = ProgramKernels.lasting("C2", SHORT);
        TwoStreamParent.run(lab, p -> {
            p.secondAwaits(c1);
            words.store(p.k(), p.k().device().eventDestroy(p.event()));
            p.launch(c2, p.second());
        });
        return words.read(0) + "; " + ProgramMachine.startsAfter(lab.grid("C2"), lab.grid("C1"));
    }

    private static String nullEvent(ProgramMachine lab, CudaVersion version, boolean strict) {
        lab.rebuild(settings -> settings.withCuda(version).withStrict(strict));
        WordArray words = new WordArray(lab, 2);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            words.store(k, 0, k.device().eventRecord(Operand.u64(0), NULL_STREAM));
            words.store(k, 1, k.device().eventDestroy(Operand.u64(0)));
        }));
        return words.list(2);
    }

    private static String slots(ProgramMachine lab) {
        lab.host().setPendingLaunchLimit(LIMIT);
        WordArray words = new WordArray(lab, 4);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Register made = k.variable(Operand.u32(0));
            Register event = k.variable(Operand.u64(0));
            k.whileLoop(() -> k.less(made, Operand.u32(4 * LIMIT)), () -> {
                List<Register> next = k.device().eventCreateWithFlags(Operand.u32(2));
                words.store(k, 1, next.get(0));
                k.breakIf(k.notEqual(next.get(0), Operand.u64(0)));
                k.assign(event, next.get(1));
                k.increment(made, Operand.u32(1));
            });
            words.store(k, 0, made);
            k.device().eventDestroy(event);
            words.store(k, 2, k.device().eventCreateWithFlags(Operand.u32(2)).get(0));
        }));
        Programs.run(
                lab,
                ProgramKernels.kernel(
                        "next",
                        k -> words.store(
                                k,
                                3,
                                k.device().eventCreateWithFlags(Operand.u32(2)).get(0))));
        return words.read(0) + " made, then " + words.read(1) + "; after a destroy " + words.read(2)
                + "; in the next grid " + words.read(3);
    }

    private static String specialStreams(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 4);
        KernelReference f = ProgramKernels.lasting("F", 20 * LONG);
        KernelReference c = ProgramKernels.lasting("C", SHORT);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand event = k.device().eventCreateWithFlags();
            ProgramKernels.launch(k, f, FIRE_AND_FORGET);
            words.store(k, 0, k.device().eventRecord(event, FIRE_AND_FORGET));
            words.store(k, 1, k.device().streamWaitEvent(FIRE_AND_FORGET, event));
            words.store(k, 2, k.device().eventRecord(event, TAIL_LAUNCH));
            words.store(k, 3, k.device().streamWaitEvent(TAIL_LAUNCH, event));
            k.device().streamWaitEvent(NULL_STREAM, event);
            ProgramKernels.launch(k, c);
        }));
        // F runs far longer than the start of C can be put off.
        boolean waits = lab.grid("C").started() >= lab.grid("F").completed();
        return words.list(4) + (waits ? "; the next launch waits" : "; the next launch does not wait");
    }
}
