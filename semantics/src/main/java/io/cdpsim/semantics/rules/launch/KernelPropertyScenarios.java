package io.cdpsim.semantics.rules.launch;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;

/** Rules LNCH-10 and LNCH-11: what a kernel may not use if device code launches it. */
public final class KernelPropertyScenarios {
    private KernelPropertyScenarios() {}

    /** The scenarios, those of a rule in the order in which they are shown. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("LNCH-10", "device code cannot launch a kernel with a texture reference of its module")
                        .must(
                                BOTH,
                                "cudaErrorLaunchFileScopedTex, 0 children",
                                machine -> launchedByDevice(machine, KernelProperty.TEXTURE_REFERENCE)),
                claim("LNCH-10", "device code cannot launch a kernel with a surface reference of its module")
                        .must(
                                BOTH,
                                "cudaErrorLaunchFileScopedSurf, 0 children",
                                machine -> launchedByDevice(machine, KernelProperty.SURFACE_REFERENCE)),
                claim("LNCH-10", "the host can")
                        .must(
                                BOTH,
                                "runs, cudaSuccess",
                                machine -> machine.outcome(child(KernelProperty.TEXTURE_REFERENCE))),
                claim(
                                "LNCH-11",
                                "arguments of a launch by device code are copied byte by byte, so no other type"
                                        + " compiles")
                        .must(
                                BOTH,
                                "compile error",
                                machine -> machine.outcome(parent(child(KernelProperty.NONTRIVIAL_PARAMETER)))));
    }

    private static Kernel child(KernelProperty property) {
        return kernel("C", k -> spin(k.declare(property), 100));
    }

    private static Kernel parent(Kernel child) {
        return kernel("P", k -> launch(k, KernelReference.to(child)));
    }

    private static String launchedByDevice(ProgramMachine machine, KernelProperty property) {
        WordArray answers = new WordArray(machine, 1);
        KernelReference child = KernelReference.to(child(property));
        machine.run(k -> {
            Operand one = u32(1);
            answers.store(k, 0, k.device().launch(child, one, one, NULL_STREAM));
        });
        return answers.error(0) + ", " + machine.grids("C").size() + " children";
    }
}
