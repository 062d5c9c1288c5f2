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
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Rules ERR: errors of calls, faults of device code, and memory errors. */
public final class ErrorScenarios {
    private static final Operand ONE = u32(1);
    private static final Operand TOO_MANY_THREADS = u32(1025);
    private static final long LONG = 100_000;
    private static final String LAST_ERROR =
            "before cudaSuccess, peek cudaErrorIllegalAddress, first cudaErrorIllegalAddress, malloc"
                    + " cudaErrorIllegalAddress, second ";

    private ErrorScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.add(claim("ERR-1", "each thread has its own last error; peeking keeps it, getting resets it")
                .must(BOTH, "9 9 9 0 0 0 0 0", ErrorScenarios::perThread));
        all.add(claim("ERR-2", "a failed launch is returned and recorded, and later launches work")
                .must(BOTH, "9 9 0", machine -> returnedAndRecorded(machine, k -> launchThreads(k, TOO_MANY_THREADS))));
        all.add(claim("ERR-2", "so is a failed creation of a stream")
                .must(
                        BOTH,
                        "1 1 0",
                        machine -> returnedAndRecorded(
                                machine,
                                k -> k.device().streamCreateWithFlags(u32(0x77)).get(0))));
        all.add(claim("ERR-2", "so is a failed creation of an event")
                .must(
                        BOTH,
                        "1 1 0",
                        machine -> returnedAndRecorded(
                                machine,
                                k -> k.device().eventCreateWithFlags(u32(0)).get(0))));
        all.add(claim("ERR-2", "so is a failed copy")
                .must(BOTH, "21 21 0", machine -> returnedAndRecorded(machine, ErrorScenarios::copyFromHost)));
        numbers(all, "10.0", "11 7");
        numbers(all, "10.1", "1 701");
        all.add(claim("ERR-3", "a success does not clear an earlier error")
                .must(BOTH, "0 9", ErrorScenarios::successKeepsIt));
        all.add(claim("ERR-5", "errors of device threads do not reach the host")
                .must(BOTH, "9, then cudaSuccess", ErrorScenarios::hostGetsNoError));
        all.addAll(faults());
        return all;
    }

    private static void numbers(List<RuleScenario> all, String version, String outcome) {
        all.add(claim("ERR-2", "the numbers are those of CUDA " + version).must(CDP1, outcome, machine -> {
            return numbersSeen(machine.withCuda(version));
        }));
    }

    private static Register launchThreads(KernelBuilder k, Operand threads) {
        return k.device().launch(lasting("C", 100), ONE, threads, NULL_STREAM);
    }

    private static Register copyFromHost(KernelBuilder k) {
        return k.device().memcpyAsync(u64(0), u64(0), u64(4), ONE, NULL_STREAM);
    }

    private static String perThread(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 8);
        machine.run(
                kernel("P", k -> {
                    Register mine = answers.at(k, k.multiply(k.threadX(), u32(4)));
                    launchThreads(k, k.select(k.equal(k.threadX(), u32(0)), TOO_MANY_THREADS, ONE));
                    for (int i = 0; i < 4; i++) {
                        Register code = i < 2
                                ? k.device().peekAtLastError()
                                : k.device().getLastError();
                        k.memory().store(StateSpace.GLOBAL, S32, mine, 8L * i, code);
                    }
                }),
                1,
                2);
        return answers.text();
    }

    /** A call that fails. */
    private interface FailingCall {
        Register in(KernelBuilder k);
    }

    private static String returnedAndRecorded(ProgramMachine machine, FailingCall call) {
        WordArray answers = new WordArray(machine, 3);
        machine.run(k -> {
            answers.store(k, 0, call.in(k));
            answers.store(k, 1, k.device().getLastError());
            answers.store(k, 2, launchThreads(k, ONE));
        });
        return machine.grid("C").completed() < 0 ? "the launch after it did not run" : answers.text();
    }

    private static String numbersSeen(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 2);
        KernelReference bounded = reference("C", k -> spin(k.maxThreadsPerBlock(32), 100));
        machine.run(k -> {
            answers.store(k, 0, k.device().streamCreateWithFlags(u32(0x77)).get(0));
            answers.store(k, 1, k.device().launch(bounded, ONE, u32(64), NULL_STREAM));
        });
        return answers.text();
    }

    private static String successKeepsIt(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 2);
        machine.run(k -> {
            launchThreads(k, TOO_MANY_THREADS);
            answers.store(k, 0, launchThreads(k, ONE));
            answers.store(k, 1, k.device().getLastError());
        });
        return answers.text();
    }

    private static String hostGetsNoError(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 1);
        CudaError seen = machine.run(k -> {
            answers.store(k, launchThreads(k, TOO_MANY_THREADS));
        });
        return answers.text() + ", then " + seen.cudaName();
    }

    private static List<RuleScenario> faults() {
        List<RuleScenario> all = new ArrayList<>();
        fault(all, "a bad address", "cudaErrorIllegalAddress", ErrorScenarios::storeToNull);
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
        all.add(claim("ERR-4", "a true assertion is not a fault")
                .must(
                        BOTH,
                        "runs, cudaSuccess",
                        machine -> machine.outcome(kernel(
                                "K", k -> k.assertThat(k.equal(k.blockX(), u32(0)), "blockIdx.x == 0")))));
        all.add(claim("ERR-4", "after a fault every call of the host returns its error")
                .must(
                        BOTH,
                        "malloc cudaErrorIllegalAddress, launch cudaErrorIllegalAddress, copy cudaErrorIllegalAddress,"
                                + " synchronize cudaErrorIllegalAddress",
                        ErrorScenarios::laterCalls));
        all.add(claim("ERR-4", "as measured, cudaGetLastError reports a fault once, while all other calls fail")
                .must(CDP2, LAST_ERROR + "cudaSuccess", ErrorScenarios::lastError)
                .strictly(LAST_ERROR + "cudaErrorIllegalAddress"));
        all.add(claim("ERR-4", "with CDP1 it always reports the fault, as documented")
                .must(CDP1, LAST_ERROR + "cudaErrorIllegalAddress", ErrorScenarios::lastError));
        all.add(claim("ERR-6", "an ECC error reaches the host after the launch tree, and no device code")
                .must(BOTH, "parent saw 0, child complete, host cudaErrorECCUncorrectable", ErrorScenarios::eccError));
        all.add(claim("ERR-7", "work after a faulting grid in its stream never runs")
                .must(BOTH, "C1 started, C2 never, fill never", ErrorScenarios::queuedBehind));
        all.add(claim("ERR-7", "a tail never runs after a fault of its grid's child")
                .must(CDP2, "C1 started, tail never", ErrorScenarios::tailAfterFault));
        return all;
    }

    private static void storeToNull(KernelBuilder k) {
        k.memory().store(StateSpace.GLOBAL, S32, u64(0), 0, s32(1));
    }

    private static void fault(List<RuleScenario> all, String what, String error, Consumer<KernelBuilder> body) {
        all.add(claim("ERR-4", what + " in a grandchild reaches the host, not the parent")
                .must(BOTH, "parent saw 0, host " + error, machine -> grandchild(machine, body)));
    }

    private static String grandchild(ProgramMachine machine, Consumer<KernelBuilder> body) {
        WordArray answers = new WordArray(machine, 1);
        KernelReference grandchild = reference("G", body);
        KernelReference child = reference("C", k -> launch(k, grandchild));
        CudaError seen = machine.run(k -> launchAndStoreError(k, answers, child));
        // The fault may end the parent before it has stored its error, which is not an error of the parent.
        String parent = answers.text().equals("-1") ? "0" : answers.text();
        return "parent saw " + parent + ", host " + seen.cudaName();
    }

    /** Launches a child and stores the error of the launch. */
    private static void launchAndStoreError(KernelBuilder k, WordArray answers, KernelReference child) {
        Operand one = u32(1);
        answers.store(k, s32(-1));
        answers.store(k, k.device().launch(child, one, one, NULL_STREAM));
    }

    private static String laterCalls(ProgramMachine machine) {
        Host host = machine.host();
        long buffer = host.malloc(64);
        Kernel kernel = kernel("K", ErrorScenarios::storeToNull);
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
        machine.run("K", ErrorScenarios::storeToNull);
        CudaError peeked = host.peekAtLastError();
        CudaError first = host.getLastError();
        String later = refused(() -> host.malloc(64));
        return "before " + before.cudaName() + ", peek " + peeked.cudaName() + ", first " + first.cudaName()
                + ", malloc " + later + ", second " + host.getLastError().cudaName();
    }

    private static String eccError(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 1);
        KernelReference child = lasting("C", LONG);
        Kernel parent = kernel("P", k -> launchAndStoreError(k, answers, child));
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
        KernelReference c1 = reference("C1", k -> {
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
        KernelReference c1 = reference("C1", ErrorScenarios::storeToNull);
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
