package io.cdpsim.workloads.rules.memory;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;
import java.util.Set;

/** Rule MEM-10: textures are coherent with memory where a child begins and where it is known to be complete, and nowhere else. */
final class TextureScenarios {
    private static final long LONG = 200_000;
    private static final Set<String> OLD_OR_NEW = Set.of("old", "new");

    private TextureScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "MEM-10",
                        "a child fetches what its parent wrote before the launch, though the parent has fetched the"
                                + " old value",
                        RuleScenario.BOTH,
                        "parent old, child new",
                        TextureScenarios::childFetches),
                RuleScenario.must(
                        "MEM-10",
                        "after synchronising, a parent fetches what its child wrote",
                        RuleScenario.CDP1,
                        "new",
                        lab -> parentFetches(lab, true)),
                RuleScenario.may(
                        "MEM-10",
                        "without synchronising, a parent may fetch either value",
                        RuleScenario.BOTH,
                        OLD_OR_NEW,
                        lab -> parentFetches(lab, false)),
                RuleScenario.must(
                        "MEM-10",
                        "a tail launch fetches what the child wrote",
                        RuleScenario.CDP2,
                        "new",
                        TextureScenarios::tailFetches));
    }

    private static String oldOrNew(int value) {
        return value == 0 ? "old" : "new";
    }

    private static KernelReference fetcher(String name, Operand from, Operand to) {
        return KernelReference.to(ProgramKernels.kernel(
                name, k -> k.memory().store(ValueType.S32, to, k.memory().loadTexture(ValueType.S32, from))));
    }

    private static String childFetches(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0, 0);
        KernelReference child = fetcher("child", word.address(), seen.at(1));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            k.memory().loadTexture(ValueType.S32, word.address());
            word.store(k, Operand.s32(1));
            seen.store(k, k.memory().loadTexture(ValueType.S32, word.address()));
            ProgramKernels.launch(k, child);
        }));
        int[] values = seen.ints();
        return "parent " + oldOrNew(values[0]) + ", child " + oldOrNew(values[1]);
    }

    private static String parentFetches(ProgramMachine lab, boolean synchronises) {
        WordArray word = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        KernelReference child = word.storing("child", 0, 1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            if (synchronises) {
                k.memory().loadTexture(ValueType.S32, word.address());
            }
            ProgramKernels.launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
            } else {
                ProgramKernels.spin(k, LONG);
            }
            seen.store(k, k.memory().loadTexture(ValueType.S32, word.address()));
        }));
        return oldOrNew(seen.read());
    }

    private static String tailFetches(ProgramMachine lab) {
        WordArray word = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, 0);
        KernelReference child = word.storing("child", LONG, 1);
        KernelReference tail = fetcher("tail", word.address(), seen.address());
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            k.memory().loadTexture(ValueType.S32, word.address());
            ProgramKernels.launch(k, child);
            ProgramKernels.launch(k, tail, DeviceRuntimeCalls.TAIL_LAUNCH);
        }));
        return oldOrNew(seen.read());
    }
}
