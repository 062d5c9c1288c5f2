package io.cdpsim.semantics.rules.error;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;

/** Rules ERR-1 to ERR-3 and ERR-5: errors of calls. Faults are {@link FaultScenarios}. */
public final class ErrorScenarios {
    private static final Operand ONE = u32(1);
    private static final Operand TOO_MANY_THREADS = u32(1025);

    private ErrorScenarios() {}

    /** The scenarios, those of a rule in the order in which they are shown. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.add(claim("ERR-1", "the last error is the thread's own; peeking keeps it, getting resets it")
                .must(BOTH, "9 9 9 0 0 0 0 0", ErrorScenarios::perThread));
        all.add(claim("ERR-2", "a failed launch is returned and recorded, and later launches work")
                .must(BOTH, "9 9 0", machine -> returnedAndRecorded(machine, k -> launch(k, TOO_MANY_THREADS))));
        all.add(claim("ERR-2", "so is a failed making of a stream")
                .must(
                        BOTH,
                        "1 1 0",
                        machine -> returnedAndRecorded(
                                machine,
                                k -> k.device().streamCreateWithFlags(u32(0x77)).get(0))));
        all.add(claim("ERR-2", "so is a failed making of an event")
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
        all.add(claim("ERR-5", "the host is not told of errors that threads got")
                .must(BOTH, "9, then cudaSuccess", ErrorScenarios::hostIsNotTold));
        all.addAll(FaultScenarios.all());
        return all;
    }

    private static void numbers(List<RuleScenario> all, String version, String outcome) {
        all.add(claim("ERR-2", "numbers are those of CUDA " + version).must(CDP1, outcome, machine -> {
            return numbersSeen(machine.withCuda(version));
        }));
    }

    private static Register launch(KernelBuilder k, Operand threads) {
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
                    launch(k, k.select(k.equal(k.threadX(), u32(0)), TOO_MANY_THREADS, ONE));
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

    /** A call that fails: what it returns, what is the last error then, and what a correct launch returns after it. */
    private interface FailingCall {
        Register in(KernelBuilder k);
    }

    private static String returnedAndRecorded(ProgramMachine machine, FailingCall call) {
        WordArray answers = new WordArray(machine, 3);
        machine.run(k -> {
            answers.store(k, 0, call.in(k));
            answers.store(k, 1, k.device().getLastError());
            answers.store(k, 2, launch(k, ONE));
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
            launch(k, TOO_MANY_THREADS);
            answers.store(k, 0, launch(k, ONE));
            answers.store(k, 1, k.device().getLastError());
        });
        return answers.text();
    }

    private static String hostIsNotTold(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 1);
        CudaError seen = machine.run(k -> {
            answers.store(k, launch(k, TOO_MANY_THREADS));
        });
        return answers.text() + ", then " + seen.cudaName();
    }
}
