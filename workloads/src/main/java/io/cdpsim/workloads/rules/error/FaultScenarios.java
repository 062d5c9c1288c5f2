package io.cdpsim.workloads.rules.error;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
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
                k -> k.assertThat(k.notEqual(k.blockX(), Operand.u32(0)), "blockIdx.x != 0"));
        fault(all, "a trap", "cudaErrorLaunchFailure", KernelBuilder::trap);
        fault(
                all,
                "a misaligned address",
                "cudaErrorMisalignedAddress",
                k -> k.memory()
                        .load(
                                StateSpace.GLOBAL,
                                ValueType.S32,
                                k.add(k.device().malloc(Operand.u64(64)), Operand.u64(2)),
                                0));
        all.add(RuleScenario.must(
                "ERR-4",
                "an assertion that holds is no fault",
                RuleScenario.BOTH,
                "runs, cudaSuccess",
                lab -> Programs.outcome(
                        lab,
                        Children.kernel(
                                "K", k -> k.assertThat(k.equal(k.blockX(), Operand.u32(0)), "blockIdx.x == 0")))));
        all.add(RuleScenario.must(
                "ERR-4",
                "after a fault every call of the host gives its error",
                RuleScenario.BOTH,
                "malloc cudaErrorIllegalAddress, launch cudaErrorIllegalAddress, copy cudaErrorIllegalAddress,"
                        + " synchronize cudaErrorIllegalAddress",
                FaultScenarios::laterCalls));
        all.add(RuleScenario.must(
                        "ERR-4",
                        "as measured, the host's cudaGetLastError tells of a fault once, while all other calls keep"
                                + " failing",
                        RuleScenario.CDP2,
                        LAST_ERROR + "cudaSuccess",
                        FaultScenarios::lastError)
                .strictly(LAST_ERROR + "cudaErrorIllegalAddress"));
        all.add(RuleScenario.must(
                "ERR-4",
                "with CDP1 it gives the fault's error for ever, as documented",
                RuleScenario.CDP1,
                LAST_ERROR + "cudaErrorIllegalAddress",
                FaultScenarios::lastError));
        all.add(RuleScenario.must(
                "ERR-6",
                "the host learns of lost bits once the launch tree is complete, device code does not",
                RuleScenario.BOTH,
                "parent saw 0, child complete, host cudaErrorECCUncorrectable",
                FaultScenarios::lostBits));
        all.add(RuleScenario.must(
                "ERR-7",
                "what waits behind a fault in its stream never runs",
                RuleScenario.BOTH,
                "C1 started, C2 never, fill never",
                FaultScenarios::queuedBehind));
        all.add(RuleScenario.must(
                "ERR-7",
                "a grid's tail never runs after a fault of its child",
                RuleScenario.CDP2,
                "C1 started, tail never",
                FaultScenarios::tailAfterFault));
        return all;
    }

    private static void storeToNull(KernelBuilder k) {
        k.memory().store(StateSpace.GLOBAL, ValueType.S32, Operand.u64(0), 0, Operand.s32(1));
    }

    private static void fault(List<RuleScenario> all, String what, String error, Consumer<KernelBuilder> body) {
        all.add(RuleScenario.must(
                "ERR-4",
                what + " in a grandchild is told to the host, not to the parent",
                RuleScenario.BOTH,
                "parent saw 0, host " + error,
                lab -> grandchild(lab, body)));
    }

    private static KernelReference faulting(String name, Consumer<KernelBuilder> body) {
        return KernelReference.to(Children.kernel(name, body));
    }

    private static String grandchild(ProgramLab lab, Consumer<KernelBuilder> body) {
        Words answers = new Words(lab, 1);
        KernelReference grandchild = faulting("G", body);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> Children.launch(k, grandchild)));
        CudaError seen = Programs.run(lab, Children.kernel("P", k -> launchAndTell(k, answers, child)));
        // The fault may end everything before the parent has told what it saw, which is no error either.
        String parent = answers.text().equals("-1") ? "0" : answers.text();
        return "parent saw " + parent + ", host " + seen.cudaName();
    }

    /** Launches a child and leaves the launch's error. */
    private static void launchAndTell(KernelBuilder k, Words answers, KernelReference child) {
        Operand one = Operand.u32(1);
        answers.store(k, Operand.s32(-1));
        answers.store(k, k.device().launch(child, one, one, DeviceRuntimeCalls.NULL_STREAM));
    }

    private static String laterCalls(ProgramLab lab) {
        Host host = lab.host();
        long buffer = host.malloc(64);
        Kernel kernel = Children.kernel("K", FaultScenarios::storeToNull);
        Programs.run(lab, kernel);
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

    private static String lastError(ProgramLab lab) {
        Host host = lab.host();
        CudaError before = host.getLastError();
        Programs.run(lab, Children.kernel("K", FaultScenarios::storeToNull));
        CudaError peeked = host.peekAtLastError();
        CudaError first = host.getLastError();
        String later = refused(() -> host.malloc(64));
        return "before " + before.cudaName() + ", peek " + peeked.cudaName() + ", first " + first.cudaName()
                + ", malloc " + later + ", second " + host.getLastError().cudaName();
    }

    private static String lostBits(ProgramLab lab) {
        Words answers = new Words(lab, 1);
        KernelReference child = Children.lasting("C", LONG);
        Kernel parent = Children.kernel("P", k -> launchAndTell(k, answers, child));
        Host host = lab.host();
        host.launch(parent, LaunchShape.of(1, 1), host.defaultStream());
        host.injectUncorrectableEccError();
        CudaError seen = host.synchronize();
        return "parent saw " + answers.text()
                + (lab.grid("C").completed() >= 0 ? ", child complete" : ", child cut off") + ", host "
                + seen.cudaName();
    }

    private static String queuedBehind(ProgramLab lab) {
        Words answers = Words.of(lab, 7);
        KernelReference c1 = faulting("C1", k -> {
            Children.spin(k, 2 * LONG);
            storeToNull(k);
        });
        KernelReference c2 = Children.lasting("C2", 100);
        Programs.run(lab, Children.kernel("P", k -> {
            Children.launch(k, c1);
            Children.launch(k, c2);
            k.device().memsetAsync(answers.address(), Operand.u32(0), Operand.u64(4), DeviceRuntimeCalls.NULL_STREAM);
        }));
        return started(lab, "C1") + ", " + started(lab, "C2") + ", fill " + (answers.read() == 7 ? "never" : "ran");
    }

    private static String tailAfterFault(ProgramLab lab) {
        KernelReference c1 = faulting("C1", FaultScenarios::storeToNull);
        KernelReference tail = Children.lasting("tail", 100);
        Programs.outcome(lab, Children.kernel("P", k -> {
            Children.launch(k, tail, DeviceRuntimeCalls.TAIL_LAUNCH);
            Children.launch(k, c1);
        }));
        return started(lab, "C1") + ", " + started(lab, "tail");
    }

    private static String started(ProgramLab lab, String kernel) {
        GridLifetime grid = lab.grid(kernel);
        return kernel + (grid.started() >= 0 ? " started" : " never");
    }
}
