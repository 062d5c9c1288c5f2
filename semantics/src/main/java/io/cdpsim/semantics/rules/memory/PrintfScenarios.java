package io.cdpsim.semantics.rules.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.f64;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.Collections;
import java.util.List;

/** Rules PRNT: output of device code. */
public final class PrintfScenarios {
    private static final double FIVE_MILLIS = 5e6;
    private static final int BEYOND = 100;

    private PrintfScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("PRNT-1", "an overflow of the FIFO keeps the newest output")
                        .must(BOTH, "the newest lines, without a gap", PrintfScenarios::overflow),
                claim("PRNT-1", "the host can set the FIFO's size only before the first kernel that prints")
                        .must(BOTH, "set 0, set again 1, still 1048576", PrintfScenarios::sizeIsFixed),
                claim("PRNT-2", "the output of a child appears when the host synchronises, not before")
                        .must(BOTH, "before: nothing, after: child", PrintfScenarios::flushedBySynchronising),
                claim("PRNT-2", "a launch by the host flushes earlier output")
                        .must(BOTH, "before: nothing, after: child", PrintfScenarios::flushedByLaunch),
                claim("PRNT-2", "output is flushed before a callback runs")
                        .must(BOTH, "callback: child", PrintfScenarios::flushedBeforeCallback),
                claim("PRNT-3", "a child prints before its parent that synchronises")
                        .must(CDP1, "Hello World!", machine -> hello(machine, true)),
                claim("PRNT-3", "a child prints before the tail launch of its parent")
                        .must(CDP2, "Hello World!", machine -> hello(machine, false)),
                claim("PRNT-4", "from the 33rd argument on, the specifier stays text")
                        .must(BOTH, "32 numbers, then %d", PrintfScenarios::tooManyArguments),
                claim("PRNT-4", "as measured, a width may be an argument; .* and the sizes z and j stay text")
                        .must(
                                BOTH,
                                "[   42] %.*f %zu %jd, null string (null), null pointer (nil), plain text returned 0",
                                PrintfScenarios::specifiers));
    }

    private static KernelReference printing(String text) {
        return reference("child", k -> k.printf(text));
    }

    private static String overflow(ProgramMachine machine) {
        machine.host().setPrintfFifoBytes(1024);
        // Few enough that the waiting host does not drain the buffer meanwhile.
        int capacity = (int) (machine.host().printfFifoBytes()
                / machine.settings().profile().limits().printfFifo().recordBytes());
        int count = capacity + BEYOND;
        machine.run(k -> k.forLoop(s32(0), s32(count), s32(1), i -> k.printf("line %d\n", i)));
        List<String> lines = machine.host().takeOutput().lines().toList();
        int first = count - lines.size();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).equals("line " + (first + i))) {
                return "line " + (first + i) + " is missing";
            }
        }
        return lines.isEmpty() || first == 0 ? lines.size() + " lines" : "the newest lines, without a gap";
    }

    private static String sizeIsFixed(ProgramMachine machine) {
        CudaError before = machine.host().setPrintfFifoBytes(1 << 20);
        machine.run(printing("x").kernel());
        CudaError after = machine.host().setPrintfFifoBytes(1 << 21);
        return "set " + before.code(machine.settings().cuda()) + ", set again "
                + after.code(machine.settings().cuda()) + ", still "
                + machine.host().printfFifoBytes();
    }

    private static String shown(String output) {
        return output.isEmpty() ? "nothing" : output;
    }

    private static void launchPrintingChild(ProgramMachine machine) {
        KernelReference child = printing("child");
        Kernel parent = kernel("P", k -> launch(k, child));
        machine.host().launch(parent, LaunchShape.of(1, 1), machine.host().defaultStream());
    }

    private static String flushedBySynchronising(ProgramMachine machine) {
        launchPrintingChild(machine);
        machine.host().spend(FIVE_MILLIS);
        String before = machine.host().takeOutput();
        machine.host().synchronize();
        return "before: " + shown(before) + ", after: " + shown(machine.host().takeOutput());
    }

    private static String flushedByLaunch(ProgramMachine machine) {
        Host host = machine.host();
        launchPrintingChild(machine);
        host.spend(FIVE_MILLIS);
        String before = host.takeOutput();
        host.launch(kernel("next", k -> {}), LaunchShape.of(1, 1), host.defaultStream());
        String after = host.takeOutput();
        host.synchronize();
        return "before: " + shown(before) + ", after: " + shown(after);
    }

    private static String flushedBeforeCallback(ProgramMachine machine) {
        Host host = machine.host();
        StringBuilder seen = new StringBuilder();
        launchPrintingChild(machine);
        host.addCallback(host.defaultStream(), () -> seen.append(host.takeOutput()));
        host.synchronize();
        return "callback: " + shown(seen.toString());
    }

    private static String hello(ProgramMachine machine, boolean synchronises) {
        KernelReference child = printing("Hello ");
        KernelReference tail = reference("tail", k -> k.printf("World!\n"));
        machine.run(k -> {
            launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
                k.printf("World!\n");
            } else {
                launch(k, tail, TAIL_LAUNCH);
            }
        });
        return machine.host().takeOutput().strip();
    }

    private static String specifiers(ProgramMachine machine) {
        WordArray returned = WordArray.of(machine, -1);
        machine.run(k -> {
            k.printf("[%*d] ", s32(5), s32(42));
            k.printf("%.*f %zu %jd, null ", s32(2), f64(1.5), u64(7), u64(8));
            k.printf("string %s, null pointer %p, ", u64(0), u64(0));
            returned.store(k, k.printf("plain text"));
        });
        return machine.host().takeOutput() + " returned " + returned.read();
    }

    private static String tooManyArguments(ProgramMachine machine) {
        String format = String.join(" ", Collections.nCopies(33, "%d"));
        Operand[] arguments = new Operand[33];
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = s32(i);
            expected.append(i < 32 ? i + " " : "%d");
        }
        machine.run(k -> k.printf(format, arguments));
        String output = machine.host().takeOutput();
        return output.contentEquals(expected) ? "32 numbers, then %d" : output;
    }
}
