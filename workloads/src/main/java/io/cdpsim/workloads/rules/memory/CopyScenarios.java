package io.cdpsim.workloads.rules.memory;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Rules COPY: copies and fills by device code. */
final class CopyScenarios {
    private static final long LONG = 200_000;
    private static final Operand NULL_STREAM = DeviceRuntimeCalls.NULL_STREAM;
    private static final int DEEPEST = 24;

    private CopyScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "COPY-1",
                        "copies and fills of one, two and three dimensions move the bytes they name",
                        RuleScenario.BOTH,
                        "as the reference",
                        CopyForms::compare),
                RuleScenario.must(
                                "COPY-1",
                                "as measured, a fill by device code writes zeros, and is warned of",
                                RuleScenario.CDP2,
                                "0x0, reported",
                                CopyScenarios::fillValue)
                        .strictly("0x5a5a5a5a, not reported"),
                RuleScenario.must(
                        "COPY-1",
                        "as documented, it writes the value",
                        RuleScenario.BOTH,
                        "0x5a5a5a5a, not reported",
                        lab -> {
                            lab.rebuild(settings -> settings.withStrict(true));
                            return fillValue(lab);
                        }),
                RuleScenario.must(
                        "COPY-2",
                        "copies that involve the host are refused, those within the device work",
                        RuleScenario.BOTH,
                        "21 21 21 0; copied once",
                        CopyScenarios::kinds),
                RuleScenario.must(
                        "COPY-3",
                        "shared and local memory are refused, and nothing is copied",
                        RuleScenario.BOTH,
                        "1 1 1; nothing copied",
                        CopyScenarios::ownMemory),
                RuleScenario.must(
                        "COPY-3",
                        "before CUDA 10.1 the same error had another number",
                        RuleScenario.CDP1,
                        "11 11 11; nothing copied",
                        lab -> {
                            lab.rebuild(settings -> settings.withCuda(new CudaVersion(6, 5)));
                            return ownMemory(lab);
                        }),
                RuleScenario.must(
                        "COPY-4",
                        "a copy keeps its place in its stream",
                        RuleScenario.BOTH,
                        "copied after the grid before, read by the grid behind",
                        CopyScenarios::inStreamOrder),
                RuleScenario.must(
                        "COPY-4",
                        "a grid is not complete before its copies are",
                        RuleScenario.BOTH,
                        "new",
                        CopyScenarios::waitedFor),
                RuleScenario.must(
                        "COPY-4",
                        "a fill takes a place in the pool, and a full pool refuses it",
                        RuleScenario.CDP2,
                        "31 fills beside a child, then 999",
                        CopyScenarios::takesSlots),
                RuleScenario.may(
                        "COPY-4",
                        "a fill in a grid at the nesting limit may count as one level too deep",
                        RuleScenario.CDP1,
                        Set.of("0", "65"),
                        CopyScenarios::atNestingLimit),
                RuleScenario.must(
                        "COPY-5",
                        "a copy in the tail-launch stream runs after all children",
                        RuleScenario.CDP2,
                        "0; copied what the child wrote",
                        CopyScenarios::tailCopy),
                RuleScenario.must(
                        "COPY-5",
                        "a copy in the fire-and-forget stream runs",
                        RuleScenario.CDP2,
                        "0; copied",
                        CopyScenarios::fireAndForgetCopy),
                RuleScenario.must(
                        "COPY-6",
                        "as measured, copies and fills on the device take memory of the device heap",
                        RuleScenario.BOTH,
                        "0, 0; copied 42",
                        CopyScenarios::heapCopy));
    }

    private static String fillValue(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 7);
        Kernel parent = ProgramKernels.kernel(
                "P", k -> k.device().memsetAsync(word.address(), Operand.u32(0x5A), bytes(1), NULL_STREAM));
        Programs.run(lab, parent);
        return "0x" + Integer.toHexString(word.read()) + ", " + Programs.reported(lab, "Q-40");
    }

    private static Operand bytes(int ints) {
        return Operand.u64(4L * ints);
    }

    private static Operand copyInt(KernelBuilder k, Operand to, Operand from, int kind, Operand stream) {
        return k.device().memcpyAsync(to, from, bytes(1), Operand.s32(kind), stream);
    }

    private static String kinds(ProgramMachine lab) {
        WordArray from = WordArray.of(lab, 5);
        WordArray host = WordArray.mapped(lab, 6);
        WordArray to = WordArray.of(lab, 0, 0, 0, 0);
        WordArray errors = WordArray.of(lab, 0, 0, 0, 0);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            for (int kind = 0; kind < 4; kind++) {
                Operand source = (kind < 2 ? host : from).address();
                errors.store(k, kind, copyInt(k, to.at(kind), source, kind, NULL_STREAM));
            }
        }));
        boolean once = Arrays.equals(to.ints(), new int[] {0, 0, 0, 5});
        return errors.text() + "; copied " + (once ? "once" : "otherwise");
    }

    private static String ownMemory(ProgramMachine lab) {
        WordArray to = WordArray.of(lab, 0);
        WordArray errors = WordArray.of(lab, 0, 0, 0);
        WordArray kept = WordArray.of(lab, 0);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand sharedArray = k.sharedArray(4);
            Operand localArray = k.localArray(4);
            k.memory().store(StateSpace.SHARED, ValueType.S32, sharedArray, 0, Operand.s32(7));
            k.memory().store(StateSpace.LOCAL, ValueType.S32, localArray, 0, Operand.s32(8));
            Operand shared = k.memory().addressOf(StateSpace.SHARED, sharedArray);
            Operand local = k.memory().addressOf(StateSpace.LOCAL, localArray);
            errors.store(k, 0, copyInt(k, to.address(), shared, 3, NULL_STREAM));
            errors.store(k, 1, copyInt(k, to.address(), local, 3, NULL_STREAM));
            errors.store(k, 2, k.device().memsetAsync(shared, Operand.s32(0), bytes(1), NULL_STREAM));
            ProgramKernels.spin(k, LONG);
            kept.store(k, k.memory().load(StateSpace.SHARED, ValueType.S32, sharedArray, 0));
        }));
        boolean untouched = to.read() == 0 && kept.read() == 7;
        return errors.text() + "; " + (untouched ? "nothing copied" : "something copied");
    }

    private static String inStreamOrder(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 0);
        WordArray copy = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        KernelReference before = word.storing("before", LONG, 1);
        KernelReference behind = copy.copying("behind", seen);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            ProgramKernels.launch(k, before, stream);
            copyInt(k, copy.address(), word.address(), 3, stream);
            ProgramKernels.launch(k, behind, stream);
        }));
        return (copy.read() == 1 ? "copied after the grid before" : "copied too early") + ", "
                + (seen.read() == 1 ? "read by the grid behind" : "not read by the grid behind");
    }

    private static String waitedFor(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 1);
        WordArray copy = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        Kernel parent = ProgramKernels.kernel(
                "P",
                k -> copyInt(k, copy.address(), word.address(), 3, k.device().streamCreateWithFlags()));
        Kernel next = copy.copying("next", seen).kernel();
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
        Programs.run(lab, next);
        return seen.read() == 1 ? "new" : "old";
    }

    private static String takesSlots(ProgramMachine lab) {
        lab.host().setPendingLaunchLimit(32);
        WordArray word = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0, 0);
        KernelReference child = ProgramKernels.lasting("child", 100 * LONG);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            ProgramKernels.launch(k, child, stream);
            Operand.Register error = k.variable(Operand.s32(0));
            k.forLoop(Operand.s32(0), Operand.s32(40), Operand.s32(1), i -> {
                k.assign(error, k.device().memsetAsync(word.address(), Operand.s32(0), bytes(1), stream));
                k.breakIf(k.notEqual(error, Operand.s32(0)));
                seen.store(k, k.add(i, Operand.s32(1)));
            });
            seen.store(k, 1, error);
        }));
        int[] values = seen.ints();
        return values[0] + " fills beside a child, then " + values[1];
    }

    private static String atNestingLimit(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, -1);
        Kernel nest = ProgramKernels.kernel("nest", k -> {
            Operand depth = k.parameter(ValueType.S32);
            k.ifThenElse(
                    k.less(depth, Operand.s32(DEEPEST)),
                    () -> ProgramKernels.launch(k, k.self(), NULL_STREAM, k.add(depth, Operand.s32(1))),
                    () -> seen.store(k, k.device().memsetAsync(word.address(), Operand.s32(0), bytes(1), NULL_STREAM)));
        });
        lab.host().launch(nest, LaunchShape.of(1, 1), lab.host().defaultStream(), 0);
        lab.host().synchronize();
        return Integer.toString(seen.read());
    }

    private static String tailCopy(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 0);
        WordArray copy = WordArray.of(lab, 0);
        WordArray error = WordArray.of(lab, -1);
        KernelReference child = word.storing("child", LONG, 1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            error.store(k, copyInt(k, copy.address(), word.address(), 3, DeviceRuntimeCalls.TAIL_LAUNCH));
            ProgramKernels.launch(k, child);
        }));
        return error.read() + "; " + (copy.read() == 1 ? "copied what the child wrote" : "copied too early");
    }

    private static String fireAndForgetCopy(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 1);
        WordArray copy = WordArray.of(lab, 0);
        WordArray error = WordArray.of(lab, -1);
        Programs.run(
                lab,
                ProgramKernels.kernel(
                        "P",
                        k -> error.store(
                                k, copyInt(k, copy.address(), word.address(), 3, DeviceRuntimeCalls.FIRE_AND_FORGET))));
        return error.read() + "; " + (copy.read() == 1 ? "copied" : "not copied");
    }

    private static String heapCopy(ProgramMachine lab) {
        WordArray errors = WordArray.of(lab, -1, -1);
        WordArray copy = WordArray.of(lab, 0);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            Operand from = k.device().malloc(bytes(2));
            k.memory().store(ValueType.S32, from, Operand.s32(42));
            errors.store(k, 0, copyInt(k, copy.address(), from, 3, stream));
            Operand filled = k.device().malloc(bytes(2));
            errors.store(k, 1, k.device().memsetAsync(filled, Operand.s32(0), bytes(1), stream));
        }));
        int[] seen = errors.ints();
        return seen[0] + ", " + seen[1] + "; copied " + copy.read();
    }
}
