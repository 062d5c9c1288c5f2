package io.cdpsim.semantics.rules.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.semantics.rules.scenario.TwoStreamParent;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Rules MEM-2 to MEM-7, MEM-10, MEM-12 and MEM-13: which writes a grid is guaranteed to see, and which it may see. */
final class VisibilityScenarios {
    private static final int THREADS = 256;
    private static final long LONG = 200_000;
    private static final long SHORT = 10_000;
    private static final Set<String> OLD_OR_NEW = Set.of("old", "new");

    private VisibilityScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                claim("MEM-2", "a child sees all writes of the block before a barrier and the launch")
                        .must(BOTH, "all", machine -> writesBeforeLaunch(machine, true)),
                claim("MEM-2", "without the barrier it is guaranteed to see only those of the launching thread")
                        .may(BOTH, Set.of("all", "its own, not all"), machine -> writesBeforeLaunch(machine, false)),
                claim("MEM-6", "the next grid of a stream sees the writes of the previous one")
                        .must(BOTH, "new", VisibilityScenarios::sameStream),
                claim("MEM-6", "an event makes writes visible from one stream to another")
                        .must(BOTH, "new", machine -> twoStreams(machine, true)),
                claim("MEM-6", "without an event, grids of two streams may or may not see each other's writes")
                        .may(BOTH, OLD_OR_NEW, machine -> twoStreams(machine, false)),
                claim("MEM-12", "atomic additions of two unordered children are complete")
                        .must(BOTH, "2000", VisibilityScenarios::atomics),
                claim("MEM-10", "a child fetches its parent's write before the launch")
                        .must(BOTH, "parent old, child new", VisibilityScenarios::childFetches),
                claim("MEM-10", "after synchronising, a parent fetches its child's write")
                        .must(CDP1, "new", machine -> parentFetches(machine, true)),
                claim("MEM-10", "without synchronising, a parent may fetch either value")
                        .may(BOTH, OLD_OR_NEW, machine -> parentFetches(machine, false)),
                claim("MEM-10", "a tail launch fetches the child's write")
                        .must(CDP2, "new", VisibilityScenarios::tailFetches),
                claim("MEM-13", "a read-only load of what a child writes meanwhile may return either value")
                        .may(CDP2, OLD_OR_NEW, VisibilityScenarios::parentReadsOnly),
                claim("MEM-13", "a read-only load returns what an earlier grid of the stream wrote")
                        .must(CDP2, "new", VisibilityScenarios::successorReadsOnly)));
        all.addAll(of("MEM-3", "MEM-4", "MEM-5", "", WordArray::of));
        all.addAll(of("MEM-7", "MEM-7", "MEM-7", ", in mapped host memory", WordArray::mapped));
        return all;
    }

    /** The rules for both device memory and mapped memory. */
    private static List<RuleScenario> of(
            String race, String cdp1, String cdp2, String where, BiFunction<ProgramMachine, int[], WordArray> memory) {
        return List.of(
                claim(race, "v = 1; launch; v = 2: the child sees 1 or 2, never 0" + where)
                        .may(BOTH, Set.of("1", "2"), machine -> race(machine, memory)),
                claim(cdp1, "after synchronising, a parent sees its child's write" + where)
                        .must(CDP1, "new", machine -> parentReads(machine, memory, true)),
                claim(cdp1, "before synchronising, a parent may or may not see its child's write" + where)
                        .may(CDP1, OLD_OR_NEW, machine -> parentReads(machine, memory, false)),
                claim(cdp2, "a running parent that polls may never see its child's write" + where)
                        .may(CDP2, OLD_OR_NEW, machine -> parentPolls(machine, memory)),
                claim(cdp2, "a tail launch sees the child's write" + where)
                        .must(CDP2, "new", machine -> tailReads(machine, memory)));
    }

    private static String oldOrNew(int value) {
        return value == 0 ? "old" : "new";
    }

    private static String writesBeforeLaunch(ProgramMachine machine, boolean barrier) {
        WordArray data = new WordArray(machine, THREADS);
        WordArray seen = WordArray.of(machine, 0, 0);
        Kernel child = kernel("child", k -> {
            Operand thread = k.threadX();
            Operand value = k.memory().load(S32, data.at(k, thread));
            Predicate written = k.equal(value, k.add(thread, u32(1)));
            k.ifThen(written, () -> {
                k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, S32, seen.address(), s32(1));
                k.ifThen(k.equal(thread, u32(0)), () -> seen.store(k, 1, s32(1)));
            });
        });
        machine.run(
                k -> {
                    Operand thread = k.threadX();
                    k.ifThen(k.atLeast(thread, u32(Lanes.COUNT)), () -> spin(k, LONG));
                    k.memory().store(S32, data.at(k, thread), k.add(thread, u32(1)));
                    if (barrier) {
                        k.syncThreads();
                    }
                    k.ifThen(
                            k.equal(thread, u32(0)),
                            () -> k.device().launch(KernelReference.to(child), u32(1), u32(THREADS), NULL_STREAM));
                },
                1,
                THREADS);
        int[] result = seen.ints();
        if (result[1] == 0) {
            return "not even its own";
        }
        return result[0] == THREADS ? "all" : "its own, not all";
    }

    private static String race(ProgramMachine machine, BiFunction<ProgramMachine, int[], WordArray> memory) {
        WordArray v = memory.apply(machine, new int[] {0});
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = v.copying("child", seen);
        machine.run(k -> {
            v.store(k, s32(1));
            launch(k, child);
            v.store(k, s32(2));
        });
        return Integer.toString(seen.read());
    }

    private static String parentReads(
            ProgramMachine machine, BiFunction<ProgramMachine, int[], WordArray> memory, boolean synchronises) {
        WordArray word = memory.apply(machine, new int[] {0});
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = word.storing("child", 0, 1);
        machine.run(k -> {
            launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
            }
            seen.store(k, word.load(k));
        });
        return oldOrNew(seen.read());
    }

    private static String parentPolls(ProgramMachine machine, BiFunction<ProgramMachine, int[], WordArray> memory) {
        WordArray word = memory.apply(machine, new int[] {0});
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = word.storing("child", 0, 1);
        machine.run(k -> {
            launch(k, child);
            seen.store(k, pollFor(k, word.address(), LONG));
        });
        return oldOrNew(seen.read());
    }

    /** Reads a word until it is not 0 or the time has passed. */
    private static Operand pollFor(KernelBuilder k, Operand word, long cycles) {
        Operand start = k.special(SpecialRegister.CLOCK);
        Operand.Register value = k.variable(s32(0));
        k.doWhile(() -> {
            k.assign(value, k.memory().loadVolatile(S32, word));
            Predicate inTime = k.less(k.subtract(k.special(SpecialRegister.CLOCK), start), u64(cycles));
            return k.and(inTime, k.equal(value, s32(0)));
        });
        return value;
    }

    private static String tailReads(ProgramMachine machine, BiFunction<ProgramMachine, int[], WordArray> memory) {
        WordArray word = memory.apply(machine, new int[] {0});
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = word.storing("child", SHORT, 1);
        KernelReference tail = word.copying("tail", seen);
        machine.run(k -> {
            launch(k, tail, TAIL_LAUNCH);
            launch(k, child);
        });
        return oldOrNew(seen.read());
    }

    private static String sameStream(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference c1 = word.storing("C1", LONG, 1);
        KernelReference c2 = word.copying("C2", seen);
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, c1, stream);
            launch(k, c2, stream);
        });
        return oldOrNew(seen.read());
    }

    private static String twoStreams(ProgramMachine machine, boolean event) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference c1 = word.storing("C1", 4 * SHORT, 1);
        KernelReference c2 = word.copying("C2", seen);
        TwoStreamParent.run(machine, p -> {
            p.launch(c1, p.first());
            if (event) {
                p.record(p.first());
                p.waitForEvent();
            }
            p.launch(c2, p.second());
        });
        return oldOrNew(seen.read());
    }

    private static String atomics(ProgramMachine machine) {
        WordArray counter = WordArray.of(machine, 0);
        KernelReference child = reference(
                "child",
                k -> k.forLoop(
                        s32(0),
                        s32(1000),
                        s32(1),
                        i -> k.memory()
                                .reduce(StateSpace.GLOBAL, AtomicOperation.ADD, S32, counter.address(), s32(1))));
        machine.run(k -> {
            launch(k, child, k.device().streamCreateWithFlags());
            launch(k, child, k.device().streamCreateWithFlags());
        });
        return Integer.toString(counter.read());
    }

    private static KernelReference fetcher(String name, Operand from, Operand to) {
        return reference(name, k -> k.memory().store(S32, to, k.memory().loadTexture(S32, from)));
    }

    private static String childFetches(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0, 0);
        KernelReference child = fetcher("child", word.address(), seen.at(1));
        machine.run(k -> {
            seen.store(k, k.memory().loadTexture(S32, word.address()));
            word.store(k, s32(1));
            launch(k, child);
        });
        int[] values = seen.ints();
        return "parent " + oldOrNew(values[0]) + ", child " + oldOrNew(values[1]);
    }

    private static String parentFetches(ProgramMachine machine, boolean synchronises) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = word.storing("child", 0, 1);
        machine.run(k -> {
            if (synchronises) {
                k.memory().loadTexture(S32, word.address());
            }
            launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
            } else {
                spin(k, LONG);
            }
            seen.store(k, k.memory().loadTexture(S32, word.address()));
        });
        return oldOrNew(seen.read());
    }

    private static String tailFetches(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = word.storing("child", LONG, 1);
        KernelReference tail = fetcher("tail", word.address(), seen.address());
        machine.run(k -> {
            k.memory().loadTexture(S32, word.address());
            launch(k, child);
            launch(k, tail, TAIL_LAUNCH);
        });
        return oldOrNew(seen.read());
    }

    private static String parentReadsOnly(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = word.storing("child", 0, 1);
        machine.run(k -> {
            launch(k, child);
            spin(k, LONG);
            seen.store(k, k.memory().loadReadOnly(S32, word.address()));
        });
        return oldOrNew(seen.read());
    }

    private static String successorReadsOnly(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference writer = word.storing("writer", LONG, 1);
        KernelReference reader =
                reference("reader", k -> seen.store(k, k.memory().loadReadOnly(S32, word.address())));
        machine.run(k -> {
            launch(k, writer);
            launch(k, reader);
        });
        return oldOrNew(seen.read());
    }
}
