package io.cdpsim.workloads.rules.memory;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.Timeline;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** Rules MEM: which memory a child shares with its parent, and what it sees there. */
final class MemoryScenarios {
    private static final long LONG = 200_000;

    private MemoryScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                RuleScenario.must(
                        "MEM-1",
                        "a launch argument that points into local or shared memory is reported when the kernel is"
                                + " loaded",
                        RuleScenario.BOTH,
                        "argument 1, argument 2 reported; the child ran",
                        MemoryScenarios::directArguments),
                RuleScenario.must(
                        "MEM-1",
                        "a hidden pointer to the parent's local memory reaches the child's own, and is reported",
                        RuleScenario.CDP1,
                        "reported once; read the child's own value",
                        lab -> hiddenPointer(lab, StateSpace.LOCAL)),
                RuleScenario.must(
                                "MEM-1",
                                "as measured, a child that follows a hidden pointer to its parent's local memory"
                                        + " faults",
                                RuleScenario.CDP2,
                                "reported once; read nothing, cudaErrorInvalidAddressSpace",
                                lab -> hiddenPointer(lab, StateSpace.LOCAL))
                        .strictly("reported once; read the child's own value"),
                RuleScenario.must(
                        "MEM-1",
                        "a thread that keeps the address of its own local memory may come back to it",
                        RuleScenario.BOTH,
                        "42, cudaSuccess",
                        MemoryScenarios::ownPointer),
                RuleScenario.must(
                        "MEM-1",
                        "a hidden pointer to the parent's shared memory reaches the child's own, and is reported",
                        RuleScenario.BOTH,
                        "reported once; read the child's own value",
                        lab -> hiddenPointer(lab, StateSpace.SHARED)),
                RuleScenario.must(
                        "MEM-1",
                        "the address of a __device__ variable may be passed",
                        RuleScenario.BOTH,
                        "not reported; read the parent's value",
                        MemoryScenarios::globalPointer),
                RuleScenario.must(
                        "MEM-1",
                        "__isGlobal tells which pointers may be passed",
                        RuleScenario.BOTH,
                        "global yes, mapped yes, constant no, local no, shared no",
                        MemoryScenarios::isGlobal),
                RuleScenario.must(
                        "MEM-7",
                        "device code cannot free mapped memory",
                        RuleScenario.BOTH,
                        "1",
                        MemoryScenarios::freesMapped),
                RuleScenario.must(
                        "MEM-8",
                        "parent and child read the same constants, which the host has set",
                        RuleScenario.BOTH,
                        "parent 42, child 42",
                        MemoryScenarios::constants),
                RuleScenario.must(
                        "MEM-8",
                        "a store to constant memory is reported and, as on the H200, no fault",
                        RuleScenario.BOTH,
                        "reported, cudaSuccess",
                        lab -> storesToConstant(lab, false)),
                RuleScenario.must(
                        "MEM-8",
                        "a store to constant memory is a fault under strict rules",
                        RuleScenario.BOTH,
                        "reported, cudaErrorIllegalAddress",
                        lab -> storesToConstant(lab, true)),
                RuleScenario.must(
                        "MEM-8",
                        "changing a constant while a grid runs is reported",
                        RuleScenario.BOTH,
                        "reported",
                        MemoryScenarios::hostChangesConstant),
                RuleScenario.must(
                        "MEM-9",
                        "the shared memory of a child, static or sized by the launch, is not its parent's",
                        RuleScenario.BOTH,
                        "parent keeps 5, child has 9 and 11",
                        MemoryScenarios::sharedApart),
                RuleScenario.must(
                        "MEM-11",
                        "a tail launch reads what a child added to a __device__ variable",
                        RuleScenario.CDP2,
                        "8",
                        lab -> deviceVariable(lab, false)),
                RuleScenario.must(
                        "MEM-11",
                        "a parent that synchronised reads what its child added to a __device__ variable",
                        RuleScenario.CDP1,
                        "8",
                        lab -> deviceVariable(lab, true))));
        all.addAll(VisibilityScenarios.all());
        all.addAll(TextureScenarios.all());
        return all;
    }

    private static List<Timeline.Warning> warnings(ProgramMachine lab, String rule) {
        return lab.timeline().warnings().stream()
                .filter(w -> w.rule().equals(rule))
                .toList();
    }

    private static String directArguments(ProgramMachine lab) {
        WordArray ran = WordArray.of(lab, 0);
        Kernel child = ProgramKernels.kernel("child", k -> {
            k.parameter(ValueType.U64);
            k.parameter(ValueType.U64);
            ran.store(k, Operand.s32(1));
        });
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand local = k.memory().addressOf(StateSpace.LOCAL, k.localArray(16));
            Operand shared = k.element(k.memory().addressOf(StateSpace.SHARED, k.sharedArray(16)), k.threadX(), 4);
            ProgramKernels.launch(k, KernelReference.to(child), DeviceRuntimeCalls.NULL_STREAM, local, shared);
        }));
        List<String> arguments = new ArrayList<>();
        for (Timeline.Warning warning : warnings(lab, "MEM-1")) {
            int at = warning.message().indexOf("argument ");
            if (at >= 0 && warning.timeCycles() <= lab.grid("P").posted()) {
                arguments.add(warning.message().substring(at, at + "argument 1".length()));
            }
        }
        return String.join(", ", arguments) + " reported; the child " + (ran.read() == 1 ? "ran" : "did not run");
    }

    private static String hiddenPointer(ProgramMachine lab, StateSpace space) {
        WordArray struct = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        Kernel child = ProgramKernels.kernel("child", k -> {
            Operand parameter = k.parameter(ValueType.U64);
            k.memory().store(space, ValueType.S32, array(k, space), 0, Operand.s32(7));
            Operand hidden = k.memory().load(ValueType.U64, parameter);
            seen.store(k, k.memory().loadGeneric(ValueType.S32, hidden));
        });
        CudaError error = Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand offset = array(k, space);
            k.memory().store(space, ValueType.S32, offset, 0, Operand.s32(42));
            struct.store(k, k.memory().addressOf(space, offset));
            ProgramKernels.launch(k, KernelReference.to(child), DeviceRuntimeCalls.NULL_STREAM, struct.address());
        }));
        String read = switch (seen.read()) {
            case 7 -> "the child's own value";
            case 42 -> "the parent's value";
            default -> "nothing";
        };
        return (warnings(lab, "MEM-1").size() == 1 ? "reported once" : "not reported once") + "; read " + read
                + (error == CudaError.SUCCESS ? "" : ", " + error.cudaName());
    }

    private static String ownPointer(ProgramMachine lab) {
        WordArray kept = WordArray.of(lab, 0, 0);
        WordArray seen = WordArray.of(lab, 0);
        CudaError error = Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand local = k.localArray(4);
            k.memory().store(StateSpace.LOCAL, ValueType.S32, local, 0, Operand.s32(42));
            kept.store(k, k.memory().addressOf(StateSpace.LOCAL, local));
            Operand back = k.memory().load(ValueType.U64, kept.address());
            seen.store(k, k.memory().loadGeneric(ValueType.S32, back));
        }));
        return seen.read() + ", " + error.cudaName();
    }

    private static Operand array(KernelBuilder k, StateSpace space) {
        return space == StateSpace.LOCAL ? k.localArray(4) : k.sharedArray(4);
    }

    private static String globalPointer(ProgramMachine lab) {
        WordArray v = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        Kernel child = ProgramKernels.kernel(
                "child", k -> seen.store(k, k.memory().load(ValueType.S32, k.parameter(ValueType.U64))));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            v.store(k, Operand.s32(42));
            ProgramKernels.launch(k, KernelReference.to(child), DeviceRuntimeCalls.NULL_STREAM, v.address());
        }));
        String read = seen.read() == 42 ? "the parent's value" : "something else";
        return (lab.timeline().warnings().isEmpty() ? "not reported" : "reported") + "; read " + read;
    }

    private static String isGlobal(ProgramMachine lab) {
        WordArray seen = WordArray.of(lab, 0, 0, 0, 0, 0);
        WordArray mapped = WordArray.mapped(lab, 0);
        Operand.Constant constant = Operand.u64(lab.host().constantSymbol(4));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            List<Operand> addresses = List.of(
                    seen.address(),
                    mapped.address(),
                    constant,
                    k.memory().addressOf(StateSpace.LOCAL, k.localArray(4)),
                    k.memory().addressOf(StateSpace.SHARED, k.sharedArray(4)));
            for (int i = 0; i < addresses.size(); i++) {
                Predicate global = k.memory().isGlobal(addresses.get(i));
                seen.store(k, i, k.select(global, Operand.s32(1), Operand.s32(0)));
            }
        }));
        int[] answers = seen.ints();
        List<String> spaces = List.of("global", "mapped", "constant", "local", "shared");
        List<String> said = new ArrayList<>();
        for (int i = 0; i < answers.length; i++) {
            said.add(spaces.get(i) + (answers[i] == 1 ? " yes" : " no"));
        }
        return String.join(", ", said);
    }

    private static String freesMapped(ProgramMachine lab) {
        WordArray mapped = WordArray.mapped(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        Programs.run(
                lab, ProgramKernels.kernel("P", k -> seen.store(k, k.device().cudaFree(mapped.address()))));
        return Integer.toString(seen.read());
    }

    private static String constants(ProgramMachine lab) {
        Operand.Constant symbol = Operand.u64(lab.host().constantSymbol(4));
        WordArray seen = WordArray.of(lab, 0, 0);
        lab.host().memcpyToSymbol(symbol.bits(), 42);
        Kernel child = ProgramKernels.kernel(
                "child", k -> seen.store(k, 1, k.memory().loadGeneric(ValueType.S32, k.parameter(ValueType.U64))));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            seen.store(k, k.memory().load(StateSpace.CONSTANT, ValueType.S32, symbol, 0));
            ProgramKernels.launch(k, KernelReference.to(child), DeviceRuntimeCalls.NULL_STREAM, symbol);
        }));
        int[] values = seen.ints();
        return "parent " + values[0] + ", child " + values[1];
    }

    private static String storesToConstant(ProgramMachine lab, boolean strict) {
        lab.rebuild(settings -> settings.withStrict(strict));
        Operand.Constant symbol = Operand.u64(lab.host().constantSymbol(4));
        Kernel child = ProgramKernels.kernel(
                "child", k -> k.memory().storeGeneric(ValueType.S32, k.parameter(ValueType.U64), Operand.s32(1)));
        Kernel parent = ProgramKernels.kernel(
                "P", k -> ProgramKernels.launch(k, KernelReference.to(child), DeviceRuntimeCalls.NULL_STREAM, symbol));
        CudaError error = Programs.run(lab, parent);
        return (warnings(lab, "MEM-8").isEmpty() ? "not reported, " : "reported, ") + error.cudaName();
    }

    private static String hostChangesConstant(ProgramMachine lab) {
        Operand.Constant symbol = Operand.u64(lab.host().constantSymbol(4));
        WordArray seen = WordArray.of(lab, 0);
        Kernel kernel = ProgramKernels.kernel("P", k -> {
            ProgramKernels.spin(k, 20 * LONG);
            seen.store(k, k.memory().load(StateSpace.CONSTANT, ValueType.S32, symbol, 0));
        });
        lab.host().launch(kernel, LaunchShape.of(1, 1), lab.host().defaultStream());
        lab.host().spend(50_000);
        lab.host().memcpyToSymbol(symbol.bits(), 1);
        lab.host().synchronize();
        return warnings(lab, "MEM-8").isEmpty() ? "not reported" : "reported";
    }

    private static String sharedApart(ProgramMachine lab) {
        WordArray seen = WordArray.of(lab, 0, 0, 0);
        Kernel child = ProgramKernels.kernel("child", k -> {
            Operand.Constant fixed = k.sharedArray(16);
            Operand dynamic = Operand.u64(fixed.bits() + 16);
            k.memory().store(StateSpace.SHARED, ValueType.S32, fixed, 0, Operand.s32(9));
            k.memory().store(StateSpace.SHARED, ValueType.S32, dynamic, 0, Operand.s32(11));
            seen.store(k, 1, k.memory().load(StateSpace.SHARED, ValueType.S32, fixed, 0));
            seen.store(k, 2, k.memory().load(StateSpace.SHARED, ValueType.S32, dynamic, 0));
        });
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand.Constant shared = k.sharedArray(16);
            List<Operand> one = List.of(Operand.u32(1), Operand.u32(1), Operand.u32(1));
            k.memory().store(StateSpace.SHARED, ValueType.S32, shared, 0, Operand.s32(5));
            k.device()
                    .launch(
                            KernelReference.to(child),
                            one,
                            one,
                            Operand.u32(64),
                            DeviceRuntimeCalls.NULL_STREAM,
                            List.of());
            ProgramKernels.spin(k, LONG);
            seen.store(k, k.memory().load(StateSpace.SHARED, ValueType.S32, shared, 0));
        }));
        int[] values = seen.ints();
        return "parent keeps " + values[0] + ", child has " + values[1] + " and " + values[2];
    }

    private static String deviceVariable(ProgramMachine lab, boolean synchronises) {
        WordArray v = WordArray.of(lab, 7);
        WordArray seen = WordArray.of(lab, 0);
        KernelReference child = KernelReference.to(ProgramKernels.kernel(
                "child",
                k -> k.memory()
                        .reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, v.address(), Operand.s32(1))));
        KernelReference tail = v.copying("tail", seen);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
                seen.store(k, v.load(k));
            } else {
                ProgramKernels.launch(k, tail, DeviceRuntimeCalls.TAIL_LAUNCH);
            }
        }));
        return Integer.toString(seen.read());
    }
}
