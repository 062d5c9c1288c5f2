package io.cdpsim.semantics.rules.error;

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
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Rules ERR-4, ERR-6 and ERR-7: faults of device code, and of memory. */
final class FaultScenarios {
    private static final long LONG = 100_000;
    private static final String LAST_ERROR = "before cudaSuccess, peek cudaErrorIllegalAddress,"
            + " first cudaErrorIllegalAddress, malloc cudaErrorIllegalAddress, second ";

    private FaultScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        fault(all, "a bad address", "cudaErrorIllegalAddress", FaultScenarios::storeToNull);
        fault(
                all,
                "a failed assertion",
                "cudaErrorAssert",
                k -> k.assertThat(k.notEqual(k.blockX(), u32(0)), "blockIdx.x != 0"));
        fault(all, "a trap", "cudaErrorLaunchFailure", KernelBuilder::trap);
        fault(
                all,
                "a misaligned address",
                "cudaErrorMisalignedAddress",
                k -> k.memory().load(StateSpace.GLOBAL, S32, k.add(k.device().malloc(u64(64)), u64(2)), 0));
        all.add(claim("ERR-4", "an assertion that holds is no fault")
                .must(
                        BOTH,
                        "runs, cudaSuccess",
                        machine -> machine.outcome(kernel(
                                "K", k -> k.assertThat(k.equal(k.blockX(), u32(0)), "blockIdx.x == 0")))));
        all.add(claim("ERR-4", "after a fault every call of the host gives its error")
                .must(
                        BOTH,
                        "malloc cudaErrorIllegalAddress, launch cudaErrorIllegalAddress, copy cudaErrorIllegalAddress,"
                                + " synchronize cudaErrorIllegalAddress",
                        FaultScenarios::laterCalls));
        all.add(claim(
                        "ERR-4",
                        "as measured, the host's cudaGetLastError tells of a fault once, while all other calls keep"
                                + " failing")
                .must(CDP2, LAST_ERROR + "cudaSuccess", FaultScenarios::lastError)
                .strictly(LAST_ERROR + "cudaErrorIllegalAddress"));
        all.add(claim("ERR-4", "with CDP1 it gives the fault's error for ever, as documented")
                .must(CDP1, LAST_ERROR + "cudaErrorIllegalAddress", FaultScenarios::lastError));
        all.add(claim("ERR-6", "the host learns of lost bits once the launch tree is complete, device code does not")
                .must(BOTH, "parent saw 0, child complete, host cudaErrorECCUncorrectable", FaultScenarios::lostBits));
        all.add(claim("ERR-7", "what waits behind a fault in its stream never runs")
                .must(BOTH, "C1 started, C2 never, fill never", FaultScenarios::queuedBehind));
        all.add(claim("ERR-7", "a grid's tail never runs after a fault of its child")
                .must(CDP2, "C1 started, tail never", FaultScenarios::tailAfterFault));
        return all;
    }

    private static void storeToNull(KernelBuilder k) {
        k.memory().store(StateSpace.GLOBAL, S32, u64(0), 0, s32(1));
    }

    private static void fault(List<RuleScenario> all, String what, String error, Consumer<KernelBuilder> body) {
        all.add(claim("ERR-4", what + " in a grandchild is told to the host, not to the parent")
                .must(BOTH, "parent saw 0, host " + error, machine -> grandchild(machine, body)));
    }

    private static KernelReference faulting(String name, Consumer<KernelBuilder> body) {
        return reference(name, body);
    }

    private static String grandchild(ProgramMachine machine, Consumer<KernelBuilder> body) {
        WordArray answers = new WordArray(machine, 1);
        KernelReference grandchild = faulting("G", body);
        KernelReference child = reference("C", k -> launch(k, grandchild));
        CudaError seen = machine.run(k -> launchAndTell(k, answers, child));
        // The fault may end everything before the parent has told what it saw, which is no error either.
        String parent = answers.text().equals("-1") ? "0" : answers.text();
        return "parent saw " + parent + ", host " + seen.cudaName();
    }

    /** Launches a child and leaves the launch's error. */
    private static void launchAndTell(KernelBuilder k, WordArray answers, KernelReference child) {
        Operand one = u32(1);
        answers.store(k, s32(-1));
        answers.store(k, k.device().launch(child, one, one, NULL_STREAM));
    }

    private static String laterCalls(ProgramMachine machine) {
        Host host = machine.host();
        long buffer = host.malloc(64);
        Kernel kernel = kernel("K", FaultScenarios::storeToNull);
        machine.run(kernel);
        return "malloc " + refused(() -> host.malloc(64))
                + ", launch " + refused(() -> host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream()))
                + ", copy " + refused(() -> host.memcpyAsync(buffer, buffer + 32, 32, host.defaultStream()))
                + ", synchronize " + host.synchronize().cudaName();
    }

    private static String refused(Runnable call) {
        try {
            call.run();
            return "accepted";
        } catch (CudaException e) {
            return e.error().cudaName();
        }
    }

    private static String lastError(ProgramMachine machine) {
        Host host = machine.host();
        CudaError before = host.getLastError();
        machine.run("K", FaultScenarios::storeToNull);
        CudaError peeked = host.peekAtLastError();
        CudaError first = host.getLastError();
        String later = refused(() -> host.malloc(64));
        return "before " + before.cudaName() + ", peek " + peeked.cudaName() + ", first " + first.cudaName()
                + ", malloc " + later + ", second " + host.getLastError().cudaName();
    }

    private static String lostBits(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 1);
        KernelReference child = lasting("C", LONG);
        Kernel parent = kernel("P", k -> launchAndTell(k, answers, child));
        Host host = machine.host();
        host.launch(parent, LaunchShape.of(1, 1), host.defaultStream());
        host.injectUncorrectableEccError();
        CudaError seen = host.synchronize();
        return "parent saw " + answers.text()
                + (machine.grid("C").completed() >= 0 ? ", child complete" : ", child cut off") + ", host "
                + seen.cudaName();
    }

    private static String queuedBehind(ProgramMachine machine) {
        WordArray answers = WordArray.of(machine, 7);
        KernelReference c1 = faulting("C1", k -> {
            spin(k, 2 * LONG);
            storeToNull(k);
        });
        KernelReference c2 = lasting("C2", 100);
        machine.run(k -> {
            launch(k, c1);
            launch(k, c2);
            k.device().memsetAsync(answers.address(), u32(0), u64(4), NULL_STREAM);
        });
        return started(machine, "C1") + ", " + started(machine, "C2") + ", fill "
                + (answers.read() == 7 ? "never" : "ran");
    }

    private static String tailAfterFault(ProgramMachine machine) {
        KernelReference c1 = faulting("C1", FaultScenarios::storeToNull);
        KernelReference tail = lasting("tail", 100);
        machine.outcome(kernel("P", k -> {
            launch(k, tail, TAIL_LAUNCH);
            launch(k, c1);
        }));
        return started(machine, "C1") + ", " + started(machine, "tail");
    }

    private static String started(ProgramMachine machine, String kernel) {
        GridLifetime grid = machine.grid(kernel);
        return kernel + (grid.started() >= 0 ? " started" : " never");
    }
}
