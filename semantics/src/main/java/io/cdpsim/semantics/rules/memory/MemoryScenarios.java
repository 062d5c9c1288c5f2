package io.cdpsim.semantics.rules.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.kernel.code.ValueType.U64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.observe.Timeline;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;

/** Rules MEM: the memory that a child shares with its parent. */
public final class MemoryScenarios {
    private static final long LONG = 200_000;

    private MemoryScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                claim("MEM-1", "loading a kernel reports a launch argument that points to local or shared memory")
                        .must(BOTH, "argument 1, argument 2 reported; the child ran", MemoryScenarios::directArguments),
                claim("MEM-1", "a hidden pointer to the parent's local memory addresses the child's own")
                        .must(
                                CDP1,
                                "reported once; read the child's own value",
                                machine -> hiddenPointer(machine, StateSpace.LOCAL)),
                claim("MEM-1", "as measured, a child that uses a hidden pointer to its parent's local memory faults")
                        .must(
                                CDP2,
                                "reported once; read nothing, cudaErrorInvalidAddressSpace",
                                machine -> hiddenPointer(machine, StateSpace.LOCAL))
                        .strictly("reported once; read the child's own value"),
                claim("MEM-1", "a thread may store and use the address of its own local memory")
                        .must(BOTH, "42, cudaSuccess", MemoryScenarios::ownPointer),
                claim("MEM-1", "a hidden pointer to the parent's shared memory addresses the child's own")
                        .must(
                                BOTH,
                                "reported once; read the child's own value",
                                machine -> hiddenPointer(machine, StateSpace.SHARED)),
                claim("MEM-1", "the address of a __device__ variable may be passed")
                        .must(BOTH, "not reported; read the parent's value", MemoryScenarios::globalPointer),
                claim("MEM-1", "__isGlobal shows which pointers may be passed")
                        .must(
                                BOTH,
                                "global yes, mapped yes, constant no, local no, shared no",
                                MemoryScenarios::isGlobal),
                claim("MEM-7", "device code cannot free mapped memory").must(BOTH, "1", MemoryScenarios::freesMapped),
                claim("MEM-8", "parent and child read the same constants, which the host set")
                        .must(BOTH, "parent 42, child 42", MemoryScenarios::constants),
                claim("MEM-8", "a store to constant memory is reported and, as on the H200, not a fault")
                        .must(BOTH, "reported, cudaSuccess", machine -> storesToConstant(machine, false)),
                claim("MEM-8", "a store to constant memory is a fault under strict rules")
                        .must(BOTH, "reported, cudaErrorIllegalAddress", machine -> storesToConstant(machine, true)),
                claim("MEM-8", "a change of a constant while a grid runs is reported")
                        .must(BOTH, "reported", MemoryScenarios::hostChangesConstant),
                claim("MEM-9", "the static and dynamic shared memory of a child are not its parent's")
                        .must(BOTH, "parent keeps 5, child has 9 and 11", MemoryScenarios::sharedApart),
                claim("MEM-11", "a tail launch reads a child's addition to a __device__ variable")
                        .must(CDP2, "8", machine -> deviceVariable(machine, false)),
                claim("MEM-11", "a parent that synchronised reads its child's addition to a __device__ variable")
                        .must(CDP1, "8", machine -> deviceVariable(machine, true))));
        all.addAll(VisibilityScenarios.all());
        return all;
    }

    private static List<Timeline.Warning> warnings(ProgramMachine machine, String rule) {
        return machine.timeline().warnings().stream()
                .filter(w -> w.rule().equals(rule))
                .toList();
    }

    private static String directArguments(ProgramMachine machine) {
        WordArray ran = WordArray.of(machine, 0);
        Kernel child = kernel("child", k -> {
            k.parameter(U64);
            k.parameter(U64);
            ran.store(k, s32(1));
        });
        machine.run(k -> {
            Operand local = k.memory().addressOf(StateSpace.LOCAL, k.localArray(16));
            Operand shared = k.element(k.memory().addressOf(StateSpace.SHARED, k.sharedArray(16)), k.threadX(), 4);
            launch(k, KernelReference.to(child), NULL_STREAM, local, shared);
        });
        List<String> arguments = new ArrayList<>();
        for (Timeline.Warning warning : warnings(machine, "MEM-1")) {
            int at = warning.message().indexOf("argument ");
            if (at >= 0 && warning.timeCycles() <= machine.grid("P").posted()) {
                arguments.add(warning.message().substring(at, at + "argument 1".length()));
            }
        }
        return String.join(", ", arguments) + " reported; the child " + (ran.read() == 1 ? "ran" : "did not run");
    }

    private static String hiddenPointer(ProgramMachine machine, StateSpace space) {
        WordArray struct = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        Kernel child = kernel("child", k -> {
            Operand parameter = k.parameter(U64);
            k.memory().store(space, S32, array(k, space), 0, s32(7));
            Operand hidden = k.memory().load(U64, parameter);
            seen.store(k, k.memory().loadGeneric(S32, hidden));
        });
        CudaError error = machine.run(k -> {
            Operand offset = array(k, space);
            k.memory().store(space, S32, offset, 0, s32(42));
            struct.store(k, k.memory().addressOf(space, offset));
            launch(k, KernelReference.to(child), NULL_STREAM, struct.address());
        });
        String read = switch (seen.read()) {
            case 7 -> "the child's own value";
            case 42 -> "the parent's value";
            default -> "nothing";
        };
        return (warnings(machine, "MEM-1").size() == 1 ? "reported once" : "not reported once") + "; read " + read
                + (error == CudaError.SUCCESS ? "" : ", " + error.cudaName());
    }

    private static String ownPointer(ProgramMachine machine) {
        WordArray kept = WordArray.of(machine, 0, 0);
        WordArray seen = WordArray.of(machine, 0);
        CudaError error = machine.run(k -> {
            Operand local = k.localArray(4);
            k.memory().store(StateSpace.LOCAL, S32, local, 0, s32(42));
            kept.store(k, k.memory().addressOf(StateSpace.LOCAL, local));
            Operand back = k.memory().load(U64, kept.address());
            seen.store(k, k.memory().loadGeneric(S32, back));
        });
        return seen.read() + ", " + error.cudaName();
    }

    private static Operand array(KernelBuilder k, StateSpace space) {
        return space == StateSpace.LOCAL ? k.localArray(4) : k.sharedArray(4);
    }

    private static String globalPointer(ProgramMachine machine) {
        WordArray v = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        Kernel child = kernel("child", k -> seen.store(k, k.memory().load(S32, k.parameter(U64))));
        machine.run(k -> {
            v.store(k, s32(42));
            launch(k, KernelReference.to(child), NULL_STREAM, v.address());
        });
        String read = seen.read() == 42 ? "the parent's value" : "something else";
        return (machine.timeline().warnings().isEmpty() ? "not reported" : "reported") + "; read " + read;
    }

    private static String isGlobal(ProgramMachine machine) {
        WordArray seen = WordArray.of(machine, 0, 0, 0, 0, 0);
        WordArray mapped = WordArray.mapped(machine, 0);
        Operand.Constant constant = u64(machine.host().constantSymbol(4));
        machine.run(k -> {
            List<Operand> addresses = List.of(
                    seen.address(),
                    mapped.address(),
                    constant,
                    k.memory().addressOf(StateSpace.LOCAL, k.localArray(4)),
                    k.memory().addressOf(StateSpace.SHARED, k.sharedArray(4)));
            for (int i = 0; i < addresses.size(); i++) {
                Predicate global = k.memory().isGlobal(addresses.get(i));
                seen.store(k, i, k.select(global, s32(1), s32(0)));
            }
        });
        int[] answers = seen.ints();
        List<String> spaces = List.of("global", "mapped", "constant", "local", "shared");
        List<String> said = new ArrayList<>();
        for (int i = 0; i < answers.length; i++) {
            said.add(spaces.get(i) + (answers[i] == 1 ? " yes" : " no"));
        }
        return String.join(", ", said);
    }

    private static String freesMapped(ProgramMachine machine) {
        WordArray mapped = WordArray.mapped(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        machine.run(k -> seen.store(k, k.device().cudaFree(mapped.address())));
        return Integer.toString(seen.read());
    }

    private static String constants(ProgramMachine machine) {
        Operand.Constant symbol = u64(machine.host().constantSymbol(4));
        WordArray seen = WordArray.of(machine, 0, 0);
        machine.host().memcpyToSymbol(symbol.bits(), 42);
        Kernel child = kernel("child", k -> seen.store(k, 1, k.memory().loadGeneric(S32, k.parameter(U64))));
        machine.run(k -> {
            seen.store(k, k.memory().load(StateSpace.CONSTANT, S32, symbol, 0));
            launch(k, KernelReference.to(child), NULL_STREAM, symbol);
        });
        int[] values = seen.ints();
        return "parent " + values[0] + ", child " + values[1];
    }

    private static String storesToConstant(ProgramMachine machine, boolean strict) {
        machine.rebuild(settings -> settings.withStrict(strict));
        Operand.Constant symbol = u64(machine.host().constantSymbol(4));
        Kernel child = kernel("child", k -> k.memory().storeGeneric(S32, k.parameter(U64), s32(1)));
        CudaError error = machine.run(k -> launch(k, KernelReference.to(child), NULL_STREAM, symbol));
        return (warnings(machine, "MEM-8").isEmpty() ? "not reported, " : "reported, ") + error.cudaName();
    }

    private static String hostChangesConstant(ProgramMachine machine) {
        Operand.Constant symbol = u64(machine.host().constantSymbol(4));
        WordArray seen = WordArray.of(machine, 0);
        Kernel kernel = kernel("P", k -> {
            spin(k, 20 * LONG);
            seen.store(k, k.memory().load(StateSpace.CONSTANT, S32, symbol, 0));
        });
        machine.host().launch(kernel, LaunchShape.of(1, 1), machine.host().defaultStream());
        machine.host().spend(50_000);
        machine.host().memcpyToSymbol(symbol.bits(), 1);
        machine.host().synchronize();
        return warnings(machine, "MEM-8").isEmpty() ? "not reported" : "reported";
    }

    private static String sharedApart(ProgramMachine machine) {
        WordArray seen = WordArray.of(machine, 0, 0, 0);
        Kernel child = kernel("child", k -> {
            Operand.Constant fixed = k.sharedArray(16);
            Operand dynamic = u64(fixed.bits() + 16);
            k.memory().store(StateSpace.SHARED, S32, fixed, 0, s32(9));
            k.memory().store(StateSpace.SHARED, S32, dynamic, 0, s32(11));
            seen.store(k, 1, k.memory().load(StateSpace.SHARED, S32, fixed, 0));
            seen.store(k, 2, k.memory().load(StateSpace.SHARED, S32, dynamic, 0));
        });
        machine.run(k -> {
            Operand.Constant shared = k.sharedArray(16);
            List<Operand> one = List.of(u32(1), u32(1), u32(1));
            k.memory().store(StateSpace.SHARED, S32, shared, 0, s32(5));
            k.device().launch(KernelReference.to(child), one, one, u32(64), NULL_STREAM, List.of());
            spin(k, LONG);
            seen.store(k, k.memory().load(StateSpace.SHARED, S32, shared, 0));
        });
        int[] values = seen.ints();
        return "parent keeps " + values[0] + ", child has " + values[1] + " and " + values[2];
    }

    private static String deviceVariable(ProgramMachine machine, boolean synchronises) {
        WordArray v = WordArray.of(machine, 7);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = reference(
                "child", k -> k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, S32, v.address(), s32(1)));
        KernelReference tail = v.copying("tail", seen);
        machine.run(k -> {
            launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
                seen.store(k, v.load(k));
            } else {
                launch(k, tail, TAIL_LAUNCH);
            }
        });
        return Integer.toString(seen.read());
    }
}
