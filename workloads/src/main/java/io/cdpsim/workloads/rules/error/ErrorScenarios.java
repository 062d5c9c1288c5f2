package io.cdpsim.workloads.rules.error;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.Limits;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** Rules ERR-1 to ERR-3 and ERR-5: errors of calls. Faults are {@link FaultScenarios}. */
final class ErrorScenarios {
    private static final Operand ONE = Operand.u32(1);
    private static final Operand TOO_MANY_THREADS = Operand.u32(1025);

    private ErrorScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.add(RuleScenario.must(
                "ERR-1",
                "the last error is the thread's own; peeking keeps it, getting resets it",
                RuleScenario.BOTH,
                "9 9 9 0 0 0 0 0",
                ErrorScenarios::perThread));
        all.add(RuleScenario.must(
                "ERR-2",
                "a failed launch is returned and recorded, and later launches work",
                RuleScenario.BOTH,
                "9 9 0",
                lab -> returnedAndRecorded(lab, k -> launch(k, TOO_MANY_THREADS))));
        all.add(RuleScenario.must(
                "ERR-2",
                "so is a failed making of a stream",
                RuleScenario.BOTH,
                "1 1 0",
                lab -> returnedAndRecorded(
                        lab,
                        k -> k.device().streamCreateWithFlags(Operand.u32(0x77)).get(0))));
        all.add(RuleScenario.must(
                "ERR-2",
                "so is a failed making of an event",
                RuleScenario.BOTH,
                "1 1 0",
                lab -> returnedAndRecorded(
                        lab,
                        k -> k.device().eventCreateWithFlags(Operand.u32(0)).get(0))));
        all.add(RuleScenario.must(
                "ERR-2",
                "so is a failed copy",
                RuleScenario.BOTH,
                "21 21 0",
                lab -> returnedAndRecorded(lab, ErrorScenarios::copyFromHost)));
        numbers(all, "10.0", "11 7");
        numbers(all, "10.1", "1 701");
        all.add(RuleScenario.must(
                "ERR-3",
                "a success does not clear an earlier error",
                RuleScenario.BOTH,
                "0 9",
                ErrorScenarios::successKeepsIt));
        all.add(RuleScenario.must(
                "ERR-5",
                "the host is not told of errors that threads got",
                RuleScenario.BOTH,
                "9, then cudaSuccess",
                ErrorScenarios::hostIsNotTold));
        all.addAll(FaultScenarios.all());
        return all;
    }

    private static void numbers(List<RuleScenario> all, String version, String outcome) {
        all.add(RuleScenario.must("ERR-2", "numbers are those of CUDA " + version, RuleScenario.CDP1, outcome, lab -> {
            return numbersSeen(Limits.withCuda(lab, version));
        }));
    }

    private static Register launch(KernelBuilder k, Operand threads) {
        return k.device().launch(ProgramKernels.lasting("C", 100), ONE, threads, DeviceRuntimeCalls.NULL_STREAM);
    }

    private static Register copyFromHost(KernelBuilder k) {
        return k.device()
                .memcpyAsync(Operand.u64(0), Operand.u64(0), Operand.u64(4), ONE, DeviceRuntimeCalls.NULL_STREAM);
    }

    private static String perThread(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 8);
        Programs.run(
                lab,
                ProgramKernels.kernel("P", k -> {
                    Register mine = answers.at(k, k.multiply(k.threadX(), Operand.u32(4)));
                    launch(k, k.select(k.equal(k.threadX(), Operand.u32(0)), TOO_MANY_THREADS, ONE));
                    for (int i = 0; i < 4; i++) {
                        Register code = i < 2
                                ? k.device().peekAtLastError()
                                : k.device().getLastError();
                        k.memory().store(StateSpace.GLOBAL, ValueType.S32, mine, 8L * i, code);
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

    private static String returnedAndRecorded(ProgramMachine lab, FailingCall call) {
        WordArray answers = new WordArray(lab, 3);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            answers.store(k, 0, call.in(k));
            answers.store(k, 1, k.device().getLastError());
            answers.store(k, 2, launch(k, ONE));
        }));
        return lab.grid("C").completed() < 0 ? "the launch after it did not run" : answers.text();
    }

    private static String numbersSeen(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 2);
        KernelReference bounded =
                KernelReference.to(ProgramKernels.kernel("C", k -> ProgramKernels.spin(k.maxThreadsPerBlock(32), 100)));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            answers.store(
                    k, 0, k.device().streamCreateWithFlags(Operand.u32(0x77)).get(0));
            answers.store(k, 1, k.device().launch(bounded, ONE, Operand.u32(64), DeviceRuntimeCalls.NULL_STREAM));
        }));
        return answers.text();
    }

    private static String successKeepsIt(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 2);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            launch(k, TOO_MANY_THREADS);
            answers.store(k, 0, launch(k, ONE));
            answers.store(k, 1, k.device().getLastError());
        }));
        return answers.text();
    }

    private static String hostIsNotTold(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 1);
        CudaError seen = Programs.run(lab, ProgramKernels.kernel("P", k -> {
            answers.store(k, launch(k, TOO_MANY_THREADS));
        }));
        return answers.text() + ", then " + seen.cudaName();
    }
}
