package io.cdpsim.workloads.rules.memory;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import io.cdpsim.workloads.rules.scenario.TwoStreamParent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Rules MEM-2 to MEM-7 and MEM-12: which writes a grid must see, and which it may. */
final class VisibilityScenarios {
    private static final int THREADS = 256;
    private static final long LONG = 200_000;
    private static final long SHORT = 10_000;
    private static final Set<String> OLD_OR_NEW = Set.of("old", "new");

    private VisibilityScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                RuleScenario.must(
                        "MEM-2",
                        "a child sees what the whole block wrote before a barrier and the launch",
                        RuleScenario.BOTH,
                        "all",
                        lab -> writesBeforeLaunch(lab, true)),
                RuleScenario.may(
                        "MEM-2",
                        "without the barrier only the launching thread's own writes are sure to be seen",
                        RuleScenario.BOTH,
                        Set.of("all", "its own, not all"),
                        lab -> writesBeforeLaunch(lab, false)),
                RuleScenario.must(
                        "MEM-6",
                        "the next grid of a stream sees what the one before it wrote",
                        RuleScenario.BOTH,
                        "new",
                        VisibilityScenarios::sameStream),
                RuleScenario.must(
                        "MEM-6",
                        "an event carries writes from one stream to another",
                        RuleScenario.BOTH,
                        "new",
                        lab -> twoStreams(lab, true)),
                RuleScenario.may(
                        "MEM-6",
                        "grids of two streams without an event may see each other's writes or not",
                        RuleScenario.BOTH,
                        OLD_OR_NEW,
                        lab -> twoStreams(lab, false)),
                RuleScenario.must(
                        "MEM-12",
                        "atomics of two unordered children add up",
                        RuleScenario.BOTH,
                        "2000",
                        VisibilityScenarios::atomics)));
        all.addAll(of("MEM-3", "MEM-4", "MEM-5", "", WordArray::of));
        all.addAll(of("MEM-7", "MEM-7", "MEM-7", ", in mapped host memory", WordArray::mapped));
        return all;
    }

    /** The rules that hold for device memory and for mapped memory alike. */
    private static List<RuleScenario> of(
            String race, String cdp1, String cdp2, String where, BiFunction<ProgramMachine, int[], WordArray> memory) {
        return List.of(
                RuleScenario.may(
                        race,
                        "v = 1; launch; v = 2: the child sees 1 or 2, never 0" + where,
                        RuleScenario.BOTH,
                        Set.of("1", "2"),
                        lab -> race(lab, memory)),
                RuleScenario.must(
                        cdp1,
                        "after synchronising, a parent sees what its child wrote" + where,
                        RuleScenario.CDP1,
                        "new",
                        lab -> parentReads(lab, memory, true)),
                RuleScenario.may(
                        cdp1,
                        "before synchronising, a parent may see what its child wrote or not" + where,
                        RuleScenario.CDP1,
                        OLD_OR_NEW,
                        lab -> parentReads(lab, memory, false)),
                RuleScenario.may(
                        cdp2,
                        "a running parent that polls may never see what its child wrote" + where,
                        RuleScenario.CDP2,
                        OLD_OR_NEW,
                        lab -> parentPolls(lab, memory)),
                RuleScenario.must(
                        cdp2,
                        "a tail launch sees what the child wrote" + where,
                        RuleScenario.CDP2,
                        "new",
                        lab -> tailReads(lab, memory)));
    }

    private static String oldOrNew(int value) {
        return value == 0 ? "old" : "new";
    }

    private static String writesBeforeLaunch(ProgramMachine lab, boolean barrier) {
        WordArray data = new WordArray(lab, THREADS);
        WordArray seen = WordArray.of(lab, 0, 0);
        Kernel child = ProgramKernels.kernel("child", k -> {
            Operand thread = k.threadX();
            Operand value = k.memory().load(ValueType.S32, data.at(k, thread));
            Predicate written = k.equal(value, k.add(thread, Operand.u32(1)));
            k.ifThen(written, () -> {
                k.memory()
                        .reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, seen.address(), Operand.s32(1));
                k.ifThen(k.equal(thread, Operand.u32(0)), () -> seen.store(k, 1, Operand.s32(1)));
            });
        });
        Kernel parent = ProgramKernels.kernel("P", k -> {
            Operand thread = k.threadX();
            k.ifThen(k.atLeast(thread, Operand.u32(Lanes.COUNT)), () -> ProgramKernels.spin(k, LONG));
            k.memory().store(ValueType.S32, data.at(k, thread), k.add(thread, Operand.u32(1)));
            if (barrier) {
                k.syncThreads();
            }
            k.ifThen(
                    k.equal(thread, Operand.u32(0)),
                    () -> k.device()
                            .launch(
                                    KernelReference.to(child),
                                    Operand.u32(1),
                                    Operand.u32(THREADS),
                                    DeviceRuntimeCalls.NULL_STREAM));
        });
        Programs.run(lab, parent, 1, THREADS);
        int[] result = seen.ints();
        if (result[1] == 0) {
            return "not even its own";
        }
        return result[0] == THREADS ? "all" : "its own, not all";
    }

    private static String race(ProgramMachine lab, BiFunction<ProgramMachine, int[], WordArray> memory) {
        WordArray v = memory.apply(lab, new int[] {0});
        WordArray seen = WordArray.of(lab, 0);
        KernelReference child = v.copying("child", seen);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            v.store(k, Operand.s32(1));
            ProgramKernels.launch(k, child);
            v.store(k, Operand.s32(2));
        }));
        return Integer.toString(seen.read());
    }

    private static String parentReads(
            ProgramMachine lab, BiFunction<ProgramMachine, int[], WordArray> memory, boolean synchronises) {
        WordArray word = memory.apply(lab, new int[] {0});
        WordArray seen = WordArray.of(lab, 0);
        KernelReference child = word.storing("child", 0, 1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
            }
            seen.store(k, word.load(k));
        }));
        return oldOrNew(seen.read());
    }

    private static String parentPolls(ProgramMachine lab, BiFunction<ProgramMachine, int[], WordArray> memory) {
        WordArray word = memory.apply(lab, new int[] {0});
        WordArray seen = WordArray.of(lab, 0);
        KernelReference child = word.storing("child", 0, 1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, child);
            seen.store(k, pollFor(k, word.address(), LONG));
        }));
        return oldOrNew(seen.read());
    }

    /** Reads a word again and again until it is not 0 or the time is over. */
    private static Operand pollFor(KernelBuilder k, Operand word, long cycles) {
        Operand begin = k.special(SpecialRegister.CLOCK);
        Operand.Register value = k.variable(Operand.s32(0));
        k.doWhile(() -> {
            k.assign(value, k.memory().loadVolatile(ValueType.S32, word));
            Predicate inTime = k.less(k.subtract(k.special(SpecialRegister.CLOCK), begin), Operand.u64(cycles));
            return k.and(inTime, k.equal(value, Operand.s32(0)));
        });
        return value;
    }

    private static String tailReads(ProgramMachine lab, BiFunction<ProgramMachine, int[], WordArray> memory) {
        WordArray word = memory.apply(lab, new int[] {0});
        WordArray seen = WordArray.of(lab, 0);
        KernelReference child = word.storing("child", SHORT, 1);
        KernelReference tail = word.copying("tail", seen);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, tail, DeviceRuntimeCalls.TAIL_LAUNCH);
            ProgramKernels.launch(k, child);
        }));
        return oldOrNew(seen.read());
    }

    private static String sameStream(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        KernelReference c1 = word.storing("C1", LONG, 1);
        KernelReference c2 = word.copying("C2", seen);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            ProgramKernels.launch(k, c1, stream);
            ProgramKernels.launch(k, c2, stream);
        }));
        return oldOrNew(seen.read());
    }

    private static String twoStreams(ProgramMachine lab, boolean event) {
        WordArray word = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        KernelReference c1 = word.storing("C1", 4 * SHORT, 1);
        KernelReference c2 = word.copying("C2", seen);
        TwoStreamParent.run(lab, p -> {
            p.launch(c1, p.first());
            if (event) {
                p.record(p.first());
                p.waitForEvent();
            }
            p.launch(c2, p.second());
        });
        return oldOrNew(seen.read());
    }

    private static String atomics(ProgramMachine lab) {
        WordArray counter = WordArray.of(lab, 0);
        KernelReference child = KernelReference.to(ProgramKernels.kernel(
                "child",
                k -> k.forLoop(
                        Operand.s32(0),
                        Operand.s32(1000),
                        Operand.s32(1),
                        i -> k.memory()
                                .reduce(
                                        StateSpace.GLOBAL,
                                        AtomicOperation.ADD,
                                        ValueType.S32,
                                        counter.address(),
                                        Operand.s32(1)))));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, child, k.device().streamCreateWithFlags());
            ProgramKernels.launch(k, child, k.device().streamCreateWithFlags());
        }));
        return Integer.toString(counter.read());
    }
}
