package io.cdpsim.semantics.rules.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
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

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Rules COPY: copies and fills by device code. */
public final class CopyScenarios {
    private static final long LONG = 200_000;
    private static final int STAY_NANOS = 11_000_000;
    private static final Operand NULL_STREAM = DeviceRuntimeCalls.NULL_STREAM;
    private static final int DEEPEST = 24;
    private static final Operand DEVICE_TO_DEVICE = s32(3);
    /** Ints in each array. */
    private static final int CELLS = 24;

    private CopyScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("COPY-1", "copies and fills of one, two and three dimensions write the specified bytes")
                        .must(BOTH, "as the reference", CopyScenarios::compare),
                claim("COPY-1", "as measured, a fill by device code writes zeros, with a warning")
                        .must(CDP2, "0x0, reported", CopyScenarios::fillValue)
                        .strictly("0x5a5a5a5a, not reported"),
                claim("COPY-1", "as documented, it writes the value")
                        .must(BOTH, "0x5a5a5a5a, not reported", machine -> {
                            machine.rebuild(settings -> settings.withStrict(true));
                            return fillValue(machine);
                        }),
                claim("COPY-2", "copies from or to the host fail, copies within the device work")
                        .must(BOTH, "21 21 21 0; copied once", CopyScenarios::kinds),
                claim("COPY-3", "copies of shared and local memory fail")
                        .must(BOTH, "1 1 1; nothing copied", CopyScenarios::ownMemory),
                claim("COPY-3", "before CUDA 10.1 this error had another number")
                        .must(CDP1, "11 11 11; nothing copied", machine -> ownMemory(machine.withCuda("6.5"))),
                claim("COPY-4", "a copy runs in stream order")
                        .must(
                                BOTH,
                                "copied after the grid before, read by the grid behind",
                                CopyScenarios::inStreamOrder),
                claim("COPY-4", "a grid is not complete before its copies are")
                        .must(BOTH, "new", CopyScenarios::waitedFor),
                claim("COPY-4", "a fill takes a place in the pool, and fails if the pool is full")
                        .must(CDP2, "31 fills beside a child, then 999", CopyScenarios::takesSlots),
                claim("COPY-4", "a fill in a grid at the nesting limit may exceed the depth")
                        .may(CDP1, Set.of("0", "65"), CopyScenarios::atNestingLimit),
                claim("COPY-5", "a copy in the tail-launch stream runs after all children")
                        .must(CDP2, "0; copied what the child wrote", CopyScenarios::tailCopy),
                claim("COPY-5", "a copy in the fire-and-forget stream runs")
                        .must(CDP2, "0; copied", CopyScenarios::fireAndForgetCopy),
                claim("COPY-6", "as measured, copies and fills on the device take memory of the device heap")
                        .must(BOTH, "0, 0; copied 42", CopyScenarios::heapCopy));
    }

    private static String fillValue(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 7);
        machine.run(k -> k.device().memsetAsync(word.address(), u32(0x5A), bytes(1), NULL_STREAM));
        return "0x" + Integer.toHexString(word.read()) + ", " + machine.reported("Q-40");
    }

    private static Operand bytes(int ints) {
        return u64(4L * ints);
    }

    private static Operand copyInt(KernelBuilder k, Operand to, Operand from, int kind, Operand stream) {
        return k.device().memcpyAsync(to, from, bytes(1), s32(kind), stream);
    }

    private static String kinds(ProgramMachine machine) {
        WordArray from = WordArray.of(machine, 5);
        WordArray host = WordArray.mapped(machine, 6);
        WordArray to = WordArray.of(machine, 0, 0, 0, 0);
        WordArray errors = WordArray.of(machine, 0, 0, 0, 0);
        machine.run(k -> {
            for (int kind = 0; kind < 4; kind++) {
                Operand source = (kind < 2 ? host : from).address();
                errors.store(k, kind, copyInt(k, to.at(kind), source, kind, NULL_STREAM));
            }
        });
        boolean once = Arrays.equals(to.ints(), new int[] {0, 0, 0, 5});
        return errors.text() + "; copied " + (once ? "once" : "otherwise");
    }

    private static String ownMemory(ProgramMachine machine) {
        WordArray to = WordArray.of(machine, 0);
        WordArray errors = WordArray.of(machine, 0, 0, 0);
        WordArray kept = WordArray.of(machine, 0);
        machine.run(k -> {
            Operand sharedArray = k.sharedArray(4);
            Operand localArray = k.localArray(4);
            k.memory().store(StateSpace.SHARED, S32, sharedArray, 0, s32(7));
            k.memory().store(StateSpace.LOCAL, S32, localArray, 0, s32(8));
            Operand shared = k.memory().addressOf(StateSpace.SHARED, sharedArray);
            Operand local = k.memory().addressOf(StateSpace.LOCAL, localArray);
            errors.store(k, 0, copyInt(k, to.address(), shared, 3, NULL_STREAM));
            errors.store(k, 1, copyInt(k, to.address(), local, 3, NULL_STREAM));
            errors.store(k, 2, k.device().memsetAsync(shared, s32(0), bytes(1), NULL_STREAM));
            spin(k, LONG);
            kept.store(k, k.memory().load(StateSpace.SHARED, S32, sharedArray, 0));
        });
        boolean untouched = to.read() == 0 && kept.read() == 7;
        return errors.text() + "; " + (untouched ? "nothing copied" : "something copied");
    }

    private static String inStreamOrder(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray copy = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference before = word.storing("before", LONG, 1);
        KernelReference behind = copy.copying("behind", seen);
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, before, stream);
            copyInt(k, copy.address(), word.address(), 3, stream);
            launch(k, behind, stream);
        });
        return (copy.read() == 1 ? "copied after the grid before" : "copied too early") + ", "
                + (seen.read() == 1 ? "read by the grid behind" : "not read by the grid behind");
    }

    private static String waitedFor(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 1);
        WordArray copy = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        Kernel parent = kernel(
                "P",
                k -> copyInt(k, copy.address(), word.address(), 3, k.device().streamCreateWithFlags()));
        Kernel next = copy.copying("next", seen).kernel();
        machine.host().launch(parent, LaunchShape.of(1, 1), machine.host().defaultStream());
        machine.run(next);
        return seen.read() == 1 ? "new" : "old";
    }

    private static String takesSlots(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(32);
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0, 0);
        // Longer than all fills, asleep: loops that wait for the clock take long to simulate.
        KernelReference child = reference("child", k -> k.nanosleep(u32(STAY_NANOS)));
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, child, stream);
            Operand.Register error = k.variable(s32(0));
            k.forLoop(s32(0), s32(40), s32(1), i -> {
                k.assign(error, k.device().memsetAsync(word.address(), s32(0), bytes(1), stream));
                k.breakIf(k.notEqual(error, s32(0)));
                seen.store(k, k.add(i, s32(1)));
            });
            seen.store(k, 1, error);
        });
        int[] values = seen.ints();
        return values[0] + " fills beside a child, then " + values[1];
    }

    private static String atNestingLimit(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, -1);
        Kernel nest = kernel("nest", k -> {
            Operand depth = k.parameter(S32);
            k.ifThenElse(
                    k.less(depth, s32(DEEPEST)),
                    () -> launch(k, k.self(), NULL_STREAM, k.add(depth, s32(1))),
                    () -> seen.store(k, k.device().memsetAsync(word.address(), s32(0), bytes(1), NULL_STREAM)));
        });
        machine.host().launch(nest, LaunchShape.of(1, 1), machine.host().defaultStream(), 0);
        machine.host().synchronize();
        return Integer.toString(seen.read());
    }

    private static String tailCopy(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray copy = WordArray.of(machine, 0);
        WordArray error = WordArray.of(machine, -1);
        KernelReference child = word.storing("child", LONG, 1);
        machine.run(k -> {
            error.store(k, copyInt(k, copy.address(), word.address(), 3, TAIL_LAUNCH));
            launch(k, child);
        });
        return error.read() + "; " + (copy.read() == 1 ? "copied what the child wrote" : "copied too early");
    }

    private static String fireAndForgetCopy(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 1);
        WordArray copy = WordArray.of(machine, 0);
        WordArray error = WordArray.of(machine, -1);
        machine.run(k -> error.store(k, copyInt(k, copy.address(), word.address(), 3, FIRE_AND_FORGET)));
        return error.read() + "; " + (copy.read() == 1 ? "copied" : "not copied");
    }

    private static String heapCopy(ProgramMachine machine) {
        WordArray errors = WordArray.of(machine, -1, -1);
        WordArray copy = WordArray.of(machine, 0);
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            Operand from = k.device().malloc(bytes(2));
            k.memory().store(S32, from, s32(42));
            errors.store(k, 0, copyInt(k, copy.address(), from, 3, stream));
            Operand filled = k.device().malloc(bytes(2));
            errors.store(k, 1, k.device().memsetAsync(filled, s32(0), bytes(1), stream));
        });
        int[] seen = errors.ints();
        return seen[0] + ", " + seen[1] + "; copied " + copy.read();
    }

    /** Compares three forms of copy and three of fill (COPY-1) with the same operations in Java. */
    static String compare(ProgramMachine machine) {
        int[] source = IntStream.rangeClosed(1, CELLS).toArray();
        Operand.Constant from = cells(machine, source);
        List<Operand.Constant> to = new ArrayList<>();
        List<int[]> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int[] before = new int[CELLS];
            Arrays.fill(before, -1);
            to.add(cells(machine, before));
            expected.add(before);
        }
        System.arraycopy(source, 0, expected.get(0), 0, 5);
        for (int z = 0; z < 2; z++) {
            for (int y = 0; y < 2; y++) {
                // Two rows of three ints; in three dimensions, two slices of these.
                if (z == 0) {
                    System.arraycopy(source, 4 * y, expected.get(1), 6 * y, 3);
                    Arrays.fill(expected.get(4), 6 * y, 6 * y + 3, writesZeros(machine) ? 0 : 0x02020202);
                }
                System.arraycopy(source, 4 * (3 * z + y), expected.get(2), 3 * (4 * z + y), 3);
                Arrays.fill(
                        expected.get(5), 4 * (3 * z + y), 4 * (3 * z + y) + 2, writesZeros(machine) ? 0 : 0x03030303);
            }
        }
        Arrays.fill(expected.get(3), 0, 5, writesZeros(machine) ? 0 : 0x01010101);
        machine.run(copyingKernel(from, to));
        List<String> names = List.of("copy", "copy 2D", "copy 3D", "fill", "fill 2D", "fill 3D");
        for (int i = 0; i < 6; i++) {
            int[] got = machine.host().memory().readInts(to.get(i).bits(), CELLS);
            if (!Arrays.equals(got, expected.get(i))) {
                return names.get(i) + " gave " + Arrays.toString(got);
            }
        }
        return "as the reference";
    }

    /** Whether fills write zeros whatever the value, as measured on an H200 and an H100 (Q-40, O-1). */
    private static boolean writesZeros(ProgramMachine machine) {
        return machine.settings().profile().cdp() == CdpSupport.CDP2
                && !machine.settings().strict();
    }

    private static Kernel copyingKernel(Operand from, List<Operand.Constant> to) {
        return kernel("P", k -> {
            k.device().memcpyAsync(to.get(0), from, bytes(5), DEVICE_TO_DEVICE, NULL_STREAM);
            k.device()
                    .memcpy2DAsync(
                            to.get(1), bytes(6), from, bytes(4), bytes(3), u64(2), DEVICE_TO_DEVICE, NULL_STREAM);
            k.device()
                    .memcpy3DAsync(List.of(
                            to.get(2),
                            bytes(3),
                            u64(4),
                            from,
                            bytes(4),
                            u64(3),
                            bytes(3),
                            u64(2),
                            u64(2),
                            DEVICE_TO_DEVICE,
                            NULL_STREAM));
            k.device().memsetAsync(to.get(3), s32(1), bytes(5), NULL_STREAM);
            k.device().memset2DAsync(to.get(4), bytes(6), s32(2), bytes(3), u64(2), NULL_STREAM);
            k.device()
                    .memset3DAsync(List.of(to.get(5), bytes(4), u64(3), s32(3), bytes(2), u64(2), u64(2), NULL_STREAM));
        });
    }

    private static Operand.Constant cells(ProgramMachine machine, int[] values) {
        long address = machine.host().malloc(4L * CELLS);
        machine.host().memory().write(address, values);
        return u64(address);
    }
}
