package io.cdpsim.workloads.rules.memory;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.Collections;
import java.util.List;

/** Rules PRNT: what device code prints. */
final class PrintfScenarios {
    private static final double FIVE_MILLIS = 5e6;
    private static final int MANY = 500;

    private PrintfScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "PRNT-1",
                        "where the FIFO overflows, the newest output survives",
                        RuleScenario.BOTH,
                        "the newest lines, without a gap",
                        PrintfScenarios::overflow),
                RuleScenario.must(
                        "PRNT-1",
                        "the FIFO's size can be set before the first kernel that prints, not after",
                        RuleScenario.BOTH,
                        "set 0, set again 1, still 2048",
                        PrintfScenarios::sizeIsFixed),
                RuleScenario.must(
                        "PRNT-2",
                        "what a child prints is there when the host has synchronised, not before",
                        RuleScenario.BOTH,
                        "before: nothing, after: child",
                        PrintfScenarios::flushedBySynchronising),
                RuleScenario.must(
                        "PRNT-2",
                        "a launch by the host flushes what was printed before",
                        RuleScenario.BOTH,
                        "before: nothing, after: child",
                        PrintfScenarios::flushedByLaunch),
                RuleScenario.must(
                        "PRNT-2",
                        "output is flushed before a callback runs",
                        RuleScenario.BOTH,
                        "callback: child",
                        PrintfScenarios::flushedBeforeCallback),
                RuleScenario.must(
                        "PRNT-3",
                        "a child prints before its parent that synchronises",
                        RuleScenario.CDP1,
                        "Hello World!",
                        lab -> hello(lab, true)),
                RuleScenario.must(
                        "PRNT-3",
                        "a child prints before the tail launch of its parent",
                        RuleScenario.CDP2,
                        "Hello World!",
                        lab -> hello(lab, false)),
                RuleScenario.must(
                        "PRNT-4",
                        "from the 33rd argument on, the specifier is printed as it is",
                        RuleScenario.BOTH,
                        "32 numbers, then %d",
                        PrintfScenarios::tooManyArguments),
                RuleScenario.must(
                        "PRNT-4",
                        "as measured, a width may be an argument; a precision from an argument and the sizes z and j"
                                + " stay text",
                        RuleScenario.BOTH,
                        "[   42] %.*f %zu %jd, null string (null), null pointer (nil), plain text returned 0",
                        PrintfScenarios::specifiers));
    }

    private static KernelReference printing(String text) {
        return KernelReference.to(ProgramKernels.kernel("child", k -> k.printf(text)));
    }

    private static String overflow(ProgramMachine lab) {
        lab.host().setPrintfFifoBytes(1024);
        Programs.run(
                lab,
                ProgramKernels.kernel(
                        "P",
                        k -> k.forLoop(
                                Operand.s32(0), Operand.s32(MANY), Operand.s32(1), i -> k.printf("line %d\n", i))));
        List<String> lines = lab.host().takeOutput().lines().toList();
        int first = MANY - lines.size();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).equals("line " + (first + i))) {
                return "line " + (first + i) + " is missing";
            }
        }
        return lines.isEmpty() || first == 0 ? lines.size() + " lines" : "the newest lines, without a gap";
    }

    private static String sizeIsFixed(ProgramMachine lab) {
        CudaError before = lab.host().setPrintfFifoBytes(2048);
        Programs.run(lab, printing("x").kernel());
        CudaError after = lab.host().setPrintfFifoBytes(4096);
        return "set " + before.code(lab.settings().cuda()) + ", set again "
                + after.code(lab.settings().cuda()) + ", still "
                + lab.host().printfFifoBytes();
    }

    private static String shown(String output) {
        return output.isEmpty() ? "nothing" : output;
    }

    private static void launchPrintingChild(ProgramMachine lab) {
        KernelReference child = printing("child");
        Kernel parent = ProgramKernels.kernel("P", k -> ProgramKernels.launch(k, child));
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
    }

    private static String flushedBySynchronising(ProgramMachine lab) {
        launchPrintingChild(lab);
        lab.host().spend(FIVE_MILLIS);
        String before = lab.host().takeOutput();
        lab.host().synchronize();
        return "before: " + shown(before) + ", after: " + shown(lab.host().takeOutput());
    }

    private static String flushedByLaunch(ProgramMachine lab) {
        Host host = lab.host();
        launchPrintingChild(lab);
        host.spend(FIVE_MILLIS);
        String before = host.takeOutput();
        host.launch(ProgramKernels.kernel("next", k -> {}), LaunchShape.of(1, 1), host.defaultStream());
        String after = host.takeOutput();
        host.synchronize();
        return "before: " + shown(before) + ", after: " + shown(after);
    }

    private static String flushedBeforeCallback(ProgramMachine lab) {
        Host host = lab.host();
        StringBuilder seen = new StringBuilder();
        launchPrintingChild(lab);
        host.addCallback(host.defaultStream(), () -> seen.append(host.takeOutput()));
        host.synchronize();
        return "callback: " + shown(seen.toString());
    }

    private static String hello(ProgramMachine lab, boolean synchronises) {
        KernelReference child = printing("Hello ");
        KernelReference tail = KernelReference.to(ProgramKernels.kernel("tail", k -> k.printf("World!\n")));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
                k.printf("World!\n");
            } else {
                ProgramKernels.launch(k, tail, DeviceRuntimeCalls.TAIL_LAUNCH);
            }
        }));
        return lab.host().takeOutput().strip();
    }

    private static String specifiers(ProgramMachine lab) {
        WordArray returned = WordArray.of(lab, -1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            k.printf("[%*d] ", Operand.s32(5), Operand.s32(42));
            k.printf("%.*f %zu %jd, null ", Operand.s32(2), Operand.f64(1.5), Operand.u64(7), Operand.u64(8));
            k.printf("string %s, null pointer %p, ", Operand.u64(0), Operand.u64(0));
            returned.store(k, k.printf("plain text"));
        }));
        return lab.host().takeOutput() + " returned " + returned.read();
    }

    private static String tooManyArguments(ProgramMachine lab) {
        String format = String.join(" ", Collections.nCopies(33, "%d"));
        Operand[] arguments = new Operand[33];
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = Operand.s32(i);
            expected.append(i < 32 ? i + " " : "%d");
        }
        Programs.run(lab, ProgramKernels.kernel("P", k -> k.printf(format, arguments)));
        String output = lab.host().takeOutput();
        return output.contentEquals(expected) ? "32 numbers, then %d" : output;
    }
}
