package io.cdpsim.semantics.rules.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.Set;

/** Rule MEM-10: textures are coherent with memory where a child begins and where it is known to be complete, and nowhere else. */
final class TextureScenarios {
    private static final long LONG = 200_000;
    private static final Set<String> OLD_OR_NEW = Set.of("old", "new");

    private TextureScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                claim(
                                "MEM-10",
                                "a child fetches what its parent wrote before the launch, though the parent has"
                                        + " fetched the old value")
                        .must(BOTH, "parent old, child new", TextureScenarios::childFetches),
                claim("MEM-10", "after synchronising, a parent fetches what its child wrote")
                        .must(CDP1, "new", machine -> parentFetches(machine, true)),
                claim("MEM-10", "without synchronising, a parent may fetch either value")
                        .may(BOTH, OLD_OR_NEW, machine -> parentFetches(machine, false)),
                claim("MEM-10", "a tail launch fetches what the child wrote")
                        .must(CDP2, "new", TextureScenarios::tailFetches));
    }

    private static String oldOrNew(int value) {
        return value == 0 ? "old" : "new";
    }

    private static KernelReference fetcher(String name, Operand from, Operand to) {
        return reference(name, k -> k.memory().store(S32, to, k.memory().loadTexture(S32, from)));
    }

    private static String childFetches(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0, 0);
        KernelReference child = fetcher("child", word.address(), seen.at(1));
        machine.run(k -> {
            k.memory().loadTexture(S32, word.address());
            word.store(k, s32(1));
            seen.store(k, k.memory().loadTexture(S32, word.address()));
            launch(k, child);
        });
        int[] values = seen.ints();
        return "parent " + oldOrNew(values[0]) + ", child " + oldOrNew(values[1]);
    }

    private static String parentFetches(ProgramMachine machine, boolean synchronises) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = word.storing("child", 0, 1);
        machine.run(k -> {
            if (synchronises) {
                k.memory().loadTexture(S32, word.address());
            }
            launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
            } else {
                spin(k, LONG);
            }
            seen.store(k, k.memory().loadTexture(S32, word.address()));
        });
        return oldOrNew(seen.read());
    }

    private static String tailFetches(ProgramMachine machine) {
        WordArray word = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = word.storing("child", LONG, 1);
        KernelReference tail = fetcher("tail", word.address(), seen.address());
        machine.run(k -> {
            k.memory().loadTexture(S32, word.address());
            launch(k, child);
            launch(k, tail, TAIL_LAUNCH);
        });
        return oldOrNew(seen.read());
    }
}
