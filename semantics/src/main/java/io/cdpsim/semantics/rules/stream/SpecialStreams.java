package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;

/** What the fire-and-forget stream and the tail stream have in common: both are CDP2's, and neither takes events. */
final class SpecialStreams {
    private SpecialStreams() {}

    /** That a stream takes no events. */
    static RuleScenario takesNoEvents(String rule, Operand stream) {
        return claim(rule, "events can be neither recorded in it nor waited for by it")
                .must(CDP2, "record 1, wait 1, last error 1", machine -> eventCalls(machine, stream));
    }

    private static String eventCalls(ProgramMachine machine, Operand stream) {
        WordArray words = new WordArray(machine, 3);
        machine.run(k -> {
            Operand event = k.device().eventCreateWithFlags();
            words.store(k, 0, k.device().eventRecord(event, stream));
            words.store(k, 1, k.device().streamWaitEvent(stream, event));
            words.store(k, 2, k.device().getLastError());
        });
        return "record " + words.read(0) + ", wait " + words.read(1) + ", last error " + words.read(2);
    }

    /** That a kernel which names a stream does not load as CDP1, and is told the rule. */
    static RuleScenario notInCdp1(String rule, Operand stream) {
        Kernel parent = kernel("P", k -> launch(k, lasting("C", 1_000), stream));
        return claim(rule, "CDP1 does not have it").must(CDP1, "does not load", machine -> load(machine, parent, rule));
    }

    private static String load(ProgramMachine machine, Kernel kernel, String rule) {
        try {
            machine.run(kernel);
            return "loads";
        } catch (KernelLoadException e) {
            return String.valueOf(e.getMessage()).contains(rule) ? "does not load" : "does not load for another reason";
        }
    }
}
