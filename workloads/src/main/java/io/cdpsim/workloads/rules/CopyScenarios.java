package io.cdpsim.workloads.rules;

import io.cdpsim.gpu.LaunchShape;
import io.cdpsim.kernel.DeviceRuntimeCalls;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.KernelBuilder;
import io.cdpsim.kernel.KernelReference;
import io.cdpsim.kernel.Operand;
import io.cdpsim.kernel.StateSpace;
import io.cdpsim.kernel.ValueType;
import io.cdpsim.runtime.CudaVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Rules COPY: copies and fills by device code. */
final class CopyScenarios {
    private static final long LONG = 200_000;
    private static final Operand DEVICE_TO_DEVICE = Operand.s32(3);
    private static final Operand NULL_STREAM = DeviceRuntimeCalls.NULL_STREAM;
    private static final int CELLS = 24;
    private static final int DEEPEST = 24;

    private CopyScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "COPY-1",
                        "copies and fills of one, two and three dimensions move the bytes they name",
                        RuleScenario.BOTH,
                        "as the reference",
                        CopyScenarios::allForms),
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

    /** Bytes of three forms of copy and three of fill, with the same done in plain Java. */
    private static String allForms(RuleLab lab) {
        int[] source = IntStream.rangeClosed(1, CELLS).toArray();
        Operand.Constant from = Ints.device(lab, source);
        List<Operand.Constant> to = new ArrayList<>();
        List<int[]> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            to.add(Ints.device(lab, new int[CELLS]));
            expected.add(new int[CELLS]);
        }
        System.arraycopy(source, 0, expected.get(0), 0, 5);
        for (int z = 0; z < 2; z++) {
            for (int y = 0; y < 2; y++) {
                // Two rows of three ints; in three dimensions, two slices of them.
                if (z == 0) {
                    System.arraycopy(source, 4 * y, expected.get(1), 6 * y, 3);
                    Arrays.fill(expected.get(4), 6 * y, 6 * y + 3, 0x02020202);
                }
                System.arraycopy(source, 4 * (3 * z + y), expected.get(2), 3 * (4 * z + y), 3);
                Arrays.fill(expected.get(5), 4 * (3 * z + y), 4 * (3 * z + y) + 2, 0x03030303);
            }
        }
        Arrays.fill(expected.get(3), 0, 5, 0x01010101);
        Ints.run(lab, Children.kernel("P", k -> {
            k.device().copyAsync(to.get(0), from, bytes(5), DEVICE_TO_DEVICE, NULL_STREAM);
            k.device()
                    .copy2dAsync(
                            to.get(1),
                            bytes(6),
                            from,
                            bytes(4),
                            bytes(3),
                            Operand.u64(2),
                            DEVICE_TO_DEVICE,
                            NULL_STREAM);
            k.device()
                    .copy3dAsync(List.of(
                            to.get(2),
                            bytes(3),
                            Operand.u64(4),
                            from,
                            bytes(4),
                            Operand.u64(3),
                            bytes(3),
                            Operand.u64(2),
                            Operand.u64(2),
                            DEVICE_TO_DEVICE,
                            NULL_STREAM));
            k.device().setAsync(to.get(3), Operand.s32(1), bytes(5), NULL_STREAM);
            k.device().set2dAsync(to.get(4), bytes(6), Operand.s32(2), bytes(3), Operand.u64(2), NULL_STREAM);
            k.device()
                    .set3dAsync(List.of(
                            to.get(5),
                            bytes(4),
                            Operand.u64(3),
                            Operand.s32(3),
                            bytes(2),
                            Operand.u64(2),
                            Operand.u64(2),
                            NULL_STREAM));
        }));
        List<String> names = List.of("copy", "copy 2D", "copy 3D", "fill", "fill 2D", "fill 3D");
        for (int i = 0; i < 6; i++) {
            int[] got = Ints.read(lab, to.get(i), CELLS);
            if (!Arrays.equals(got, expected.get(i))) {
                return names.get(i) + " gave " + Arrays.toString(got);
            }
        }
        return "as the reference";
    }

    private static Operand bytes(int ints) {
        return Operand.u64(4L * ints);
    }

    private static Operand copyInt(KernelBuilder k, Operand to, Operand from, int kind, Operand stream) {
        return k.device().copyAsync(to, from, bytes(1), Operand.s32(kind), stream);
    }

    private static String kinds(RuleLab lab) {
        Operand.Constant from = Ints.device(lab, 5);
        Operand.Constant host = Ints.mapped(lab, 6);
        Operand.Constant to = Ints.device(lab, 0, 0, 0, 0);
        Operand.Constant errors = Ints.device(lab, 0, 0, 0, 0);
        Ints.run(lab, Children.kernel("P", k -> {
            for (int kind = 0; kind < 4; kind++) {
                Operand source = kind < 2 ? host : from;
                Operand target = Operand.u64(to.bits() + 4L * kind);
                Ints.store(k, errors, kind, copyInt(k, target, source, kind, NULL_STREAM));
            }
        }));
        boolean once = Arrays.equals(Ints.read(lab, to, 4), new int[] {0, 0, 0, 5});
        return spaced(Ints.read(lab, errors, 4)) + "; copied " + (once ? "once" : "otherwise");
    }

    private static String spaced(int[] codes) {
        return String.join(" ", Arrays.stream(codes).mapToObj(Integer::toString).toList());
    }

    private static String ownMemory(RuleLab lab) {
        Operand.Constant to = Ints.device(lab, 0);
        Operand.Constant errors = Ints.device(lab, 0, 0, 0);
        Operand.Constant kept = Ints.device(lab, 0);
        Ints.run(lab, Children.kernel("P", k -> {
            Operand sharedArray = k.sharedArray(4);
            Operand localArray = k.localArray(4);
            k.memory().store(StateSpace.SHARED, ValueType.S32, sharedArray, 0, Operand.s32(7));
            k.memory().store(StateSpace.LOCAL, ValueType.S32, localArray, 0, Operand.s32(8));
            Operand shared = k.memory().addressOf(StateSpace.SHARED, sharedArray);
            Operand local = k.memory().addressOf(StateSpace.LOCAL, localArray);
            Ints.store(k, errors, 0, copyInt(k, to, shared, 3, NULL_STREAM));
            Ints.store(k, errors, 1, copyInt(k, to, local, 3, NULL_STREAM));
            Ints.store(k, errors, 2, k.device().setAsync(shared, Operand.s32(0), bytes(1), NULL_STREAM));
            Children.spin(k, LONG);
            Ints.store(k, kept, k.memory().load(StateSpace.SHARED, ValueType.S32, sharedArray, 0));
        }));
        boolean untouched = Ints.read(lab, to) == 0 && Ints.read(lab, kept) == 7;
        return spaced(Ints.read(lab, errors, 3)) + "; " + (untouched ? "nothing copied" : "something copied");
    }

    private static String inStreamOrder(RuleLab lab) {
        Operand.Constant word = Ints.device(lab, 0);
        Operand.Constant copy = Ints.device(lab, 0);
        Operand.Constant seen = Ints.device(lab, 0);
        KernelReference before = Ints.writer("before", LONG, word, 1);
        KernelReference behind = Ints.reader("behind", copy, seen);
        Ints.run(lab, Children.kernel("P", k -> {
            Operand stream = k.device().createStream();
            Children.launch(k, before, stream);
            copyInt(k, copy, word, 3, stream);
            Children.launch(k, behind, stream);
        }));
        return (Ints.read(lab, copy) == 1 ? "copied after the grid before" : "copied too early") + ", "
                + (Ints.read(lab, seen) == 1 ? "read by the grid behind" : "not read by the grid behind");
    }

    private static String waitedFor(RuleLab lab) {
        Operand.Constant word = Ints.device(lab, 1);
        Operand.Constant copy = Ints.device(lab, 0);
        Operand.Constant seen = Ints.device(lab, 0);
        Kernel parent =
                Children.kernel("P", k -> copyInt(k, copy, word, 3, k.device().createStream()));
        Kernel next = Ints.reader("next", copy, seen).kernel();
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
        Ints.run(lab, next);
        return Ints.read(lab, seen) == 1 ? "new" : "old";
    }

    private static String takesSlots(RuleLab lab) {
        lab.host().setPendingLaunchLimit(32);
        Operand.Constant word = Ints.device(lab, 0);
        Operand.Constant seen = Ints.device(lab, 0, 0);
        KernelReference child = Children.lasting("child", 100 * LONG);
        Ints.run(lab, Children.kernel("P", k -> {
            Operand stream = k.device().createStream();
            Children.launch(k, child, stream);
            Operand.Register error = k.variable(Operand.s32(0));
            k.forLoop(Operand.s32(0), Operand.s32(40), Operand.s32(1), i -> {
                k.assign(error, k.device().setAsync(word, Operand.s32(0), bytes(1), stream));
                k.breakIf(k.notEqual(error, Operand.s32(0)));
                Ints.store(k, seen, k.add(i, Operand.s32(1)));
            });
            Ints.store(k, seen, 1, error);
        }));
        int[] values = Ints.read(lab, seen, 2);
        return values[0] + " fills beside a child, then " + values[1];
    }

    private static String atNestingLimit(RuleLab lab) {
        Operand.Constant word = Ints.device(lab, 0);
        Operand.Constant seen = Ints.device(lab, -1);
        Kernel nest = Children.kernel("nest", k -> {
            Operand depth = k.parameter(ValueType.S32);
            k.ifThenElse(
                    k.less(depth, Operand.s32(DEEPEST)),
                    () -> Children.launch(k, k.self(), NULL_STREAM, k.add(depth, Operand.s32(1))),
                    () -> Ints.store(k, seen, k.device().setAsync(word, Operand.s32(0), bytes(1), NULL_STREAM)));
        });
        lab.host().launch(nest, LaunchShape.of(1, 1), lab.host().defaultStream(), 0);
        lab.host().synchronize();
        return Integer.toString(Ints.read(lab, seen));
    }

    private static String tailCopy(RuleLab lab) {
        Operand.Constant word = Ints.device(lab, 0);
        Operand.Constant copy = Ints.device(lab, 0);
        Operand.Constant error = Ints.device(lab, -1);
        KernelReference child = Ints.writer("child", LONG, word, 1);
        Ints.run(lab, Children.kernel("P", k -> {
            Ints.store(k, error, copyInt(k, copy, word, 3, DeviceRuntimeCalls.TAIL_LAUNCH));
            Children.launch(k, child);
        }));
        return Ints.read(lab, error) + "; "
                + (Ints.read(lab, copy) == 1 ? "copied what the child wrote" : "copied too early");
    }

    private static String fireAndForgetCopy(RuleLab lab) {
        Operand.Constant word = Ints.device(lab, 1);
        Operand.Constant copy = Ints.device(lab, 0);
        Operand.Constant error = Ints.device(lab, -1);
        Ints.run(
                lab,
                Children.kernel(
                        "P", k -> Ints.store(k, error, copyInt(k, copy, word, 3, DeviceRuntimeCalls.FIRE_AND_FORGET))));
        return Ints.read(lab, error) + "; " + (Ints.read(lab, copy) == 1 ? "copied" : "not copied");
    }

    private static String heapCopy(RuleLab lab) {
        Operand.Constant errors = Ints.device(lab, -1, -1);
        Operand.Constant copy = Ints.device(lab, 0);
        Ints.run(lab, Children.kernel("P", k -> {
            Operand stream = k.device().createStream();
            Operand from = k.device().malloc(bytes(2));
            Ints.store(k, from, 42);
            Ints.store(k, errors, 0, copyInt(k, copy, from, 3, stream));
            Operand filled = k.device().malloc(bytes(2));
            Ints.store(k, errors, 1, k.device().setAsync(filled, Operand.s32(0), bytes(1), stream));
        }));
        int[] seen = Ints.read(lab, errors, 2);
        return seen[0] + ", " + seen[1] + "; copied " + Ints.read(lab, copy);
    }
}
