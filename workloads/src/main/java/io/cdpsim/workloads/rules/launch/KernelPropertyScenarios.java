package io.cdpsim.workloads.rules.launch;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;

/** Rules LNCH-10 and LNCH-11: what a kernel may not use if device code launches it. */
final class KernelPropertyScenarios {
    private KernelPropertyScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "LNCH-10",
                        "device code cannot launch a kernel with a texture reference of its module",
                        RuleScenario.BOTH,
                        "cudaErrorLaunchFileScopedTex, 0 children",
                        lab -> launchedByDevice(lab, KernelProperty.TEXTURE_REFERENCE)),
                RuleScenario.must(
                        "LNCH-10",
                        "device code cannot launch a kernel with a surface reference of its module",
                        RuleScenario.BOTH,
                        "cudaErrorLaunchFileScopedSurf, 0 children",
                        lab -> launchedByDevice(lab, KernelProperty.SURFACE_REFERENCE)),
                RuleScenario.must(
                        "LNCH-10",
                        "the host can",
                        RuleScenario.BOTH,
                        "runs, cudaSuccess",
                        lab -> Programs.outcome(lab, child(KernelProperty.TEXTURE_REFERENCE))),
                RuleScenario.must(
                        "LNCH-11",
                        "arguments of a launch by device code are copied byte by byte, so no other type compiles",
                        RuleScenario.BOTH,
                        "compile error",
                        lab -> Programs.outcome(lab, parent(child(KernelProperty.NONTRIVIAL_PARAMETER)))));
    }

    private static Kernel child(KernelProperty property) {
        return ProgramKernels.kernel("C", k -> ProgramKernels.spin(k.declare(property), 100));
    }

    private static Kernel parent(Kernel child) {
        return ProgramKernels.kernel("P", k -> ProgramKernels.launch(k, KernelReference.to(child)));
    }

    private static String launchedByDevice(ProgramMachine lab, KernelProperty property) {
        WordArray answers = new WordArray(lab, 1);
        KernelReference child = KernelReference.to(child(property));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand one = Operand.u32(1);
            answers.store(k, 0, k.device().launch(child, one, one, DeviceRuntimeCalls.NULL_STREAM));
        }));
        return answers.error(0) + ", " + lab.grids("C").size() + " children";
    }
}
