package io.cdpsim.semantics.rules.version;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
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
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rules VER-4 to VER-8: both versions in one program, and programs that cannot be loaded. */
final class MixedVersionScenarios {
    private static final long LONG = 100_000;

    private MixedVersionScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                claim("VER-4", "kernels of both versions run at the same time, each with its own features")
                        .must(
                                CDP1,
                                "synchronised with its child, tail after its grid, side by side",
                                MixedVersionScenarios::sideBySide),
                claim(
                                "VER-5",
                                "a CDP1 kernel that names a launch of a CDP2 kernel does not load, even if it never"
                                        + " launches")
                        .must(
                                CDP1,
                                "load cudaErrorCdpVersionMismatch, 0 grids",
                                machine -> mixedCallGraph(machine, KernelProperty.FORCED_CDP1, null)),
                claim("VER-5", "nor does a CDP2 kernel that names a launch of a CDP1 kernel")
                        .must(
                                CDP1,
                                "load cudaErrorCdpVersionMismatch, 0 grids",
                                machine -> mixedCallGraph(machine, null, KernelProperty.FORCED_CDP1)),
                claim("VER-5", "a call graph of one version loads")
                        .must(
                                CDP1,
                                "runs, cudaSuccess, 1 grids",
                                machine -> mixedCallGraph(
                                        machine, KernelProperty.FORCED_CDP1, KernelProperty.FORCED_CDP1)),
                claim("VER-6", "the Multi-Process Service loads no kernel with launches")
                        .must(BOTH, "load cudaErrorCdpNotSupported", machine -> {
                            machine.rebuild(s -> s.withMps(true));
                            return launcher(machine, UnaryOperator.identity());
                        }),
                claim("VER-6", "and loads all others").must(BOTH, "runs, cudaSuccess", machine -> {
                    machine.rebuild(s -> s.withMps(true));
                    return machine.outcome(kernel("K", k -> spin(k, 100)));
                }),
                claim("VER-7", "code that is not relocatable has no device runtime")
                        .must(
                                BOTH,
                                "link cudaErrorUnknown",
                                machine -> launcher(machine, k -> k.declare(KernelProperty.NOT_RELOCATABLE))),
                claim("VER-8", "a graph for launching from the device may not hold a kernel with launches")
                        .must(
                                CDP2,
                                "load cudaErrorNotSupported",
                                machine -> launcher(machine, k -> k.declare(KernelProperty.IN_DEVICE_GRAPH))));
    }

    private static String launcher(ProgramMachine machine, UnaryOperator<KernelBuilder> declaration) {
        return machine.outcome(kernel("P", k -> launch(declaration.apply(k), lasting("C", 100))));
    }

    private static String sideBySide(ProgramMachine machine) {
        VersionScenarios.onBothVersions(machine);
        Host host = machine.host();
        WordArray answers = new WordArray(machine, 1);
        KernelReference child = lasting("C", LONG);
        Kernel first = kernel("CDP1", k -> {
            k.declare(KernelProperty.FORCED_CDP1);
            launch(k, child);
            k.device().deviceSynchronize();
            spin(k, LONG);
            answers.store(k, 0, s32(1));
        });
        KernelReference tail = lasting("T", LONG);
        Kernel second = kernel("CDP2", k -> {
            launch(k, tail, TAIL_LAUNCH);
            spin(k, LONG);
        });
        HostStream one = host.createStream();
        HostStream two = host.createStream();
        host.launch(first, LaunchShape.of(1, 1), one);
        host.launch(second, LaunchShape.of(1, 1), two);
        host.synchronize();
        GridLifetime cdp1 = machine.grid("CDP1");
        GridLifetime cdp2 = machine.grid("CDP2");
        boolean waited = machine.grid("C").completed() < cdp1.bodyEnded();
        boolean after = machine.grid("T").started() >= cdp2.bodyEnded();
        boolean together = cdp1.started() < cdp2.completed() && cdp2.started() < cdp1.completed();
        return (waited ? "synchronised with its child, " : "not synchronised, ")
                + (after ? "tail after its grid, " : "tail too early, ")
                + (together ? "side by side" : "one after the other");
    }

    private static String mixedCallGraph(
            ProgramMachine machine,
            @org.jspecify.annotations.Nullable KernelProperty ofCaller,
            @org.jspecify.annotations.Nullable KernelProperty ofCallee) {
        VersionScenarios.onBothVersions(machine);
        KernelReference callee = reference("B", k -> {
            declare(k, ofCallee);
            launch(k, lasting("C", 100));
        });
        Kernel caller = kernel("A", k -> {
            declare(k, ofCaller);
            k.ifThen(k.equal(k.blockX(), u32(1)), () -> launch(k, callee));
        });
        return machine.outcome(caller) + ", " + machine.timeline().grids().size() + " grids";
    }

    private static void declare(KernelBuilder k, @org.jspecify.annotations.Nullable KernelProperty property) {
        if (property != null) {
            k.declare(property);
        }
    }
}
