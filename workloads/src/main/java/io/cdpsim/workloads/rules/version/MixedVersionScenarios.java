package io.cdpsim.workloads.rules.version;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rules VER-4 to VER-8: both versions in one program, and programs that cannot be loaded. */
final class MixedVersionScenarios {
    private static final long LONG = 100_000;

    private MixedVersionScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "VER-4",
                        "kernels of both versions run at the same time, each with its own features",
                        RuleScenario.CDP1,
                        "synchronised with its child, tail after its grid, side by side",
                        MixedVersionScenarios::sideBySide),
                RuleScenario.must(
                        "VER-5",
                        "a CDP1 kernel that names a launch of a CDP2 kernel does not load, even if it never launches",
                        RuleScenario.CDP1,
                        "load cudaErrorCdpVersionMismatch, 0 grids",
                        lab -> mixedCallGraph(lab, KernelProperty.FORCED_CDP1, null)),
                RuleScenario.must(
                        "VER-5",
                        "nor does a CDP2 kernel that names a launch of a CDP1 kernel",
                        RuleScenario.CDP1,
                        "load cudaErrorCdpVersionMismatch, 0 grids",
                        lab -> mixedCallGraph(lab, null, KernelProperty.FORCED_CDP1)),
                RuleScenario.must(
                        "VER-5",
                        "a call graph of one version loads",
                        RuleScenario.CDP1,
                        "runs, cudaSuccess, 1 grids",
                        lab -> mixedCallGraph(lab, KernelProperty.FORCED_CDP1, KernelProperty.FORCED_CDP1)),
                RuleScenario.must(
                        "VER-6",
                        "the Multi-Process Service loads no kernel with launches",
                        RuleScenario.BOTH,
                        "load cudaErrorCdpNotSupported",
                        lab -> {
                            lab.rebuild(s -> s.withMps(true));
                            return launcher(lab, UnaryOperator.identity());
                        }),
                RuleScenario.must("VER-6", "and loads all others", RuleScenario.BOTH, "runs, cudaSuccess", lab -> {
                    lab.rebuild(s -> s.withMps(true));
                    return Programs.outcome(lab, Children.kernel("K", k -> Children.spin(k, 100)));
                }),
                RuleScenario.must(
                        "VER-7",
                        "code that is not relocatable has no device runtime",
                        RuleScenario.BOTH,
                        "link cudaErrorUnknown",
                        lab -> launcher(lab, k -> k.declare(KernelProperty.NOT_RELOCATABLE))),
                RuleScenario.must(
                        "VER-8",
                        "a graph for launching from the device may not hold a kernel with launches",
                        RuleScenario.CDP2,
                        "load cudaErrorNotSupported",
                        lab -> launcher(lab, k -> k.declare(KernelProperty.IN_DEVICE_GRAPH))));
    }

    private static String launcher(ProgramLab lab, UnaryOperator<KernelBuilder> declaration) {
        return Programs.outcome(
                lab, Children.kernel("P", k -> Children.launch(declaration.apply(k), Children.lasting("C", 100))));
    }

    private static String sideBySide(ProgramLab lab) {
        VersionScenarios.onBothVersions(lab);
        Host host = lab.host();
        Words answers = new Words(lab, 1);
        KernelReference child = Children.lasting("C", LONG);
        Kernel first = Children.kernel("CDP1", k -> {
            k.declare(KernelProperty.FORCED_CDP1);
            Children.launch(k, child);
            k.device().deviceSynchronize();
            Children.spin(k, LONG);
            answers.store(k, 0, Operand.s32(1));
        });
        KernelReference tail = Children.lasting("T", LONG);
        Kernel second = Children.kernel("CDP2", k -> {
            Children.launch(k, tail, DeviceRuntimeCalls.TAIL_LAUNCH);
            Children.spin(k, LONG);
        });
        HostStream one = host.createStream();
        HostStream two = host.createStream();
        host.launch(first, LaunchShape.of(1, 1), one);
        host.launch(second, LaunchShape.of(1, 1), two);
        host.synchronize();
        GridLifetime cdp1 = lab.grid("CDP1");
        GridLifetime cdp2 = lab.grid("CDP2");
        boolean waited = lab.grid("C").completed() < cdp1.bodyEnded();
        boolean after = lab.grid("T").started() >= cdp2.bodyEnded();
        boolean together = cdp1.started() < cdp2.completed() && cdp2.started() < cdp1.completed();
        return (waited ? "synchronised with its child, " : "not synchronised, ")
                + (after ? "tail after its grid, " : "tail too early, ")
                + (together ? "side by side" : "one after the other");
    }

    private static String mixedCallGraph(
            ProgramLab lab,
            @org.jspecify.annotations.Nullable KernelProperty ofCaller,
            @org.jspecify.annotations.Nullable KernelProperty ofCallee) {
        VersionScenarios.onBothVersions(lab);
        KernelReference callee = KernelReference.to(Children.kernel("B", k -> {
            declare(k, ofCallee);
            Children.launch(k, Children.lasting("C", 100));
        }));
        Kernel caller = Children.kernel("A", k -> {
            declare(k, ofCaller);
            k.ifThen(k.equal(k.blockX(), Operand.u32(1)), () -> Children.launch(k, callee));
        });
        return Programs.outcome(lab, caller) + ", " + lab.timeline().grids().size() + " grids";
    }

    private static void declare(KernelBuilder k, @org.jspecify.annotations.Nullable KernelProperty property) {
        if (property != null) {
            k.declare(property);
        }
    }
}
