package io.cdpsim.semantics.rules.version;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U64;
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
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CdpVersionTable;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Rules VER: the version of dynamic parallelism of a kernel, and programs with both versions. */
public final class VersionScenarios {
    private static final long LONG = 100_000;

    private VersionScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.add(claim("VER-1", "a GPU below compute capability 3.5 has no launches by the device")
                .must(
                        CDP1,
                        "compile error, cudaErrorUnsupportedLimit, cudaErrorUnsupportedLimit",
                        VersionScenarios::withoutDynamicParallelism));
        all.add(claim("VER-2", "toolkit, flag and compute capability decide the version")
                .must(
                        BOTH,
                        "5.0 on 3.5 CDP1, 11.8 on 8.0 CDP1, 12.0 on 8.0 CDP2, 12.0 forced on 8.0 CDP1, 12.0 on 9.0"
                                + " CDP2, 12.0 forced on 9.0 CDP2, 13.0 on 3.0 NONE",
                        machine -> versions()));
        addSynchronize(all);
        addTail(all);
        addBehaviour(all);
        cell(
                all,
                "CDP2 has no 32-bit programs",
                CDP2,
                "compile error",
                k -> launches(k).declare(KernelProperty.ADDRESSES_OF_32_BITS));
        cell(
                all,
                "CDP1 has 32-bit programs",
                CDP1,
                "runs, cudaSuccess",
                k -> launches(k).declare(KernelProperty.ADDRESSES_OF_32_BITS));
        all.addAll(mixedVersions());
        return all;
    }

    private static void addSynchronize(List<RuleScenario> all) {
        cell(
                all,
                "code built as CDP2 cannot synchronise on the device",
                CDP2,
                "compile error",
                VersionScenarios::synchronizes);
        cell(all, "code built as CDP1 can", CDP1, "runs, cudaSuccess", VersionScenarios::synchronizes);
        cell(
                all,
                "code built as CDP1 by force cannot on compute capability 9.0",
                CDP2,
                "compile error",
                k -> synchronizes(k).declare(KernelProperty.FORCED_CDP1));
        cell(
                all,
                "older PTX that synchronises does not load on compute capability 9.0",
                CDP2,
                "load cudaErrorSymbolNotFound",
                k -> synchronizes(k).declare(KernelProperty.EARLIER_PTX));
    }

    private static void addTail(List<RuleScenario> all) {
        cell(all, "code built as CDP2 can name the tail stream", CDP2, "runs, cudaSuccess", k -> tails(k, TAIL_LAUNCH));
        cell(all, "code built as CDP1 cannot name the tail stream", CDP1, "compile error", k -> tails(k, TAIL_LAUNCH));
        cell(
                all,
                "code built as CDP1 cannot name the fire-and-forget stream",
                CDP1,
                "compile error",
                k -> tails(k, FIRE_AND_FORGET));
    }

    private static void addBehaviour(List<RuleScenario> all) {
        add(
                all,
                "code built as CDP1 gets streams of block scope below compute capability 9.0",
                CDP1,
                "cudaErrorInvalidValue",
                machine -> streamOfAnotherBlock(machine, KernelProperty.FORCED_CDP1));
        add(
                all,
                "code built as CDP1 gets streams of grid scope on compute capability 9.0",
                CDP2,
                "cudaSuccess",
                machine -> streamOfAnotherBlock(machine, KernelProperty.FORCED_CDP1));
        add(
                all,
                "code built as CDP2 gets streams of grid scope on compute capability 8.0",
                CDP1,
                "cudaSuccess",
                machine -> {
                    onBothVersions(machine);
                    return streamOfAnotherBlock(machine, null);
                });
    }

    private static void cell(
            List<RuleScenario> all, String name, List<String> profiles, String outcome, Consumer<KernelBuilder> body) {
        add(all, name, profiles, outcome, machine -> machine.outcome(kernel("P", body)));
    }

    private static void add(
            List<RuleScenario> all,
            String name,
            List<String> profiles,
            String outcome,
            Function<ProgramMachine, String> program) {
        all.add(claim("VER-3", name).must(profiles, outcome, program));
    }

    /** A GPU of compute capability 8.0 under CUDA 12, which runs both versions. */
    static void onBothVersions(ProgramMachine machine) {
        GpuProfile profile =
                Profiles.load("k20x", List.of("compute_capability=8.0", "limits.event_slots_per_pending_slot=2"));
        machine.rebuild(s -> on(profile, s).withCuda(new CudaVersion(12, 4)));
    }

    private static MachineSettings on(GpuProfile profile, MachineSettings original) {
        return MachineSettings.of(profile).withSeed(original.seed()).withPolicy(original.policy());
    }

    private static String withoutDynamicParallelism(ProgramMachine machine) {
        machine.rebuild(s -> on(Profiles.load("gtx680"), s));
        Host host = machine.host();
        return machine.outcome(kernel("P", VersionScenarios::launches)) + ", "
                + host.setPendingLaunchLimit(1024).cudaName() + ", "
                + host.setSyncDepth(4).cudaName();
    }

    private static String versions() {
        return String.join(
                ", ",
                version("5.0", false, 3, 5),
                version("11.8", false, 8, 0),
                version("12.0", false, 8, 0),
                version("12.0", true, 8, 0),
                version("12.0", false, 9, 0),
                version("12.0", true, 9, 0),
                version("13.0", false, 3, 0));
    }

    private static String version(String toolkit, boolean forced, int major, int minor) {
        ComputeCapability capability = new ComputeCapability(major, minor);
        return toolkit + (forced ? " forced" : "") + " on " + capability + " "
                + CdpVersionTable.resolve(CudaVersion.parse(toolkit), forced, capability);
    }

    private static KernelBuilder launches(KernelBuilder k) {
        launch(k, lasting("C", 100));
        return k;
    }

    static KernelBuilder synchronizes(KernelBuilder k) {
        launches(k);
        k.device().deviceSynchronize();
        return k;
    }

    static KernelBuilder tails(KernelBuilder k, Operand stream) {
        launch(k, lasting("C", 100), stream);
        return k;
    }

    /** Block 0 creates a stream and passes it to block 1, which launches into it. */
    private static String streamOfAnotherBlock(
            ProgramMachine machine, @org.jspecify.annotations.Nullable KernelProperty property) {
        WordArray answers = new WordArray(machine, 2);
        Operand shown = answers.at(1);
        KernelReference child = lasting("C", 100);
        machine.run(
                k -> {
                    if (property != null) {
                        k.declare(property);
                    }
                    Predicate first = k.equal(k.blockX(), u32(0));
                    k.ifThenElse(
                            first,
                            () -> k.memory()
                                    .storeVolatile(U64, shown, k.device().streamCreateWithFlags()),
                            () -> {
                                k.doWhile(() -> k.equal(k.memory().loadVolatile(U64, shown), u64(0)));
                                Operand stream = k.memory().loadVolatile(U64, shown);
                                answers.store(k, 0, k.device().launch(child, u32(1), u32(1), stream));
                            });
                },
                2,
                1);
        return answers.error(0);
    }

    private static List<RuleScenario> mixedVersions() {
        return List.of(
                claim("VER-4", "kernels of both versions run at the same time, each with its own features")
                        .must(
                                CDP1,
                                "synchronised with its child, tail after its grid, side by side",
                                VersionScenarios::sideBySide),
                claim("VER-5", "a CDP1 kernel with a launch of a CDP2 kernel does not load")
                        .must(
                                CDP1,
                                "load cudaErrorCdpVersionMismatch, 0 grids",
                                machine -> mixedCallGraph(machine, KernelProperty.FORCED_CDP1, null)),
                claim("VER-5", "a CDP2 kernel with a launch of a CDP1 kernel does not load")
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
                claim("VER-6", "the Multi-Process Service loads kernels without launches")
                        .must(BOTH, "runs, cudaSuccess", machine -> {
                            machine.rebuild(s -> s.withMps(true));
                            return machine.outcome(kernel("K", k -> spin(k, 100)));
                        }),
                claim("VER-7", "code that is not relocatable has no device runtime")
                        .must(
                                BOTH,
                                "link cudaErrorUnknown",
                                machine -> launcher(machine, k -> k.declare(KernelProperty.NOT_RELOCATABLE))),
                claim("VER-8", "a graph for device launch may not contain a kernel with launches")
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
