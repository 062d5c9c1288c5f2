package io.cdpsim.semantics.rules.launch;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U32;
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
import io.cdpsim.kernel.code.Operand.Constant;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.observe.Timeline;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules LNCH-6 to LNCH-11: launches that fail, with the error codes of each CUDA version, and kernels that device code cannot launch. */
final class LaunchErrorScenarios {
    private static final int POOL = 32;

    private LaunchErrorScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                claim("LNCH-6", "failed launches of CUDA 5 return the documented codes")
                        .must(CDP1, "9, 7, 69", machine -> codes(machine.withCuda("5.0"))),
                claim("LNCH-6", "failed launches of CDP2 return the documented codes")
                        .must(CDP2, "9, 701, 69", LaunchErrorScenarios::codes)
                        .strictly("9, 701"),
                claim("LNCH-7", "a launch beyond the device's limits is an invalid configuration")
                        .must(BOTH, "9 for each, never ran", LaunchErrorScenarios::invalidConfigurations),
                claim("LNCH-7", "as measured with CUDA 13, the host gets an invalid value for such a launch")
                        .must(CDP2, "1 for each, last error 1", LaunchErrorScenarios::onHost)
                        .strictly("9 for each, last error 9"),
                claim("LNCH-7", "with an earlier CUDA the host gets an invalid configuration")
                        .must(CDP2, "9 for each, last error 9", machine -> onHost(machine.withCuda("12.9"))),
                claim("LNCH-7", "with CDP1 the host gets an invalid configuration")
                        .must(CDP1, "9 for each, last error 9", LaunchErrorScenarios::onHost),
                claim("LNCH-8", "more registers than an SM has, in CUDA 10.1 and later")
                        .must(BOTH, "701, never ran", LaunchErrorScenarios::tooManyRegisters),
                claim("LNCH-8", "more registers than an SM has, up to CUDA 10.0")
                        .must(CDP1, "7, never ran", machine -> tooManyRegisters(machine.withCuda("10.0"))),
                claim("LNCH-8", "more threads than the launch bounds, in CDP1")
                        .must(CDP1, "701, never ran", machine -> overLaunchBounds(machine, false)),
                claim("LNCH-8", "more threads than the launch bounds, as measured on the H200")
                        .must(CDP2, "9, never ran", machine -> overLaunchBounds(machine, false)),
                claim("LNCH-8", "more threads than the launch bounds, as documented")
                        .must(CDP2, "701, never ran", machine -> overLaunchBounds(machine, true)),
                claim("LNCH-9", "the largest dimensions are accepted, and one more is not")
                        .must(BOTH, "0 at each limit, 9 beyond", LaunchErrorScenarios::boundaries),
                claim("LNCH-10", "device code cannot launch a kernel with a texture reference")
                        .must(
                                BOTH,
                                "cudaErrorLaunchFileScopedTex, 0 children",
                                machine -> launchedByDevice(machine, KernelProperty.TEXTURE_REFERENCE)),
                claim("LNCH-10", "device code cannot launch a kernel with a surface reference")
                        .must(
                                BOTH,
                                "cudaErrorLaunchFileScopedSurf, 0 children",
                                machine -> launchedByDevice(machine, KernelProperty.SURFACE_REFERENCE)),
                claim("LNCH-10", "the host can")
                        .must(
                                BOTH,
                                "runs, cudaSuccess",
                                machine -> machine.outcome(child(KernelProperty.TEXTURE_REFERENCE))),
                claim("LNCH-11", "a child with parameters that are not trivially copyable does not compile")
                        .must(
                                BOTH,
                                "compile error",
                                machine -> machine.outcome(parent(child(KernelProperty.NONTRIVIAL_PARAMETER)))));
    }

    private static List<Operand> dimensions(int x, int y, int z) {
        return List.of(u32(x), u32(y), u32(z));
    }

    private static Register launch(
            KernelBuilder k, KernelReference kernel, List<Operand> grid, List<Operand> block, long sharedBytes) {
        Constant shared = u32((int) sharedBytes);
        return k.device().launch(kernel, grid, block, shared, u64(0), List.of());
    }

    private static KernelReference withAllRegisters() {
        return reference("C", k -> k.registersPerThread(255));
    }

    private static String codes(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(POOL);
        long pool = machine.host().pendingLaunchLimit();
        KernelReference hungry = withAllRegisters();
        KernelReference first = lasting("first", 60_000L * pool);
        KernelReference next = lasting("next", 1);
        machine.run(k -> {
            launch(k, next, dimensions(1, 1, 1), dimensions(1025, 1, 1), 0);
            launch(k, hungry, dimensions(1, 1, 1), dimensions(1024, 1, 1), 0);
            ProgramKernels.launch(k, first);
            k.forLoop(u32(0), u32((int) pool), u32(1), i -> ProgramKernels.launch(k, next));
        });
        return machine.timeline().failures().stream()
                .map(Timeline.Failure::errorCode)
                .map(String::valueOf)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String invalidConfigurations(ProgramMachine machine) {
        SmSpec sm = machine.settings().profile().sm();
        KernelReference child = lasting("C", 1);
        KernelReference large = reference("C", KernelBuilder::largeShared);
        List<String> seen = runAll(
                machine,
                k -> List.of(
                        launch(k, child, dimensions(1, 1, 1), dimensions(1025, 1, 1), 0),
                        launch(k, child, dimensions(1, 1, 1), dimensions(2048, 1, 1), 0),
                        launch(k, child, dimensions(1, 65536, 1), dimensions(1, 1, 1), 0),
                        launch(k, child, dimensions(1, 1, 70000), dimensions(1, 1, 1), 0),
                        launch(k, child, dimensions(1, 1, 1), dimensions(1, 1, 128), 0),
                        launch(k, child, dimensions(0, 1, 1), dimensions(1, 1, 1), 0),
                        launch(k, child, dimensions(1, 1, 1), dimensions(0, 1, 1), 0),
                        launch(k, child, dimensions(1, 1, 1), dimensions(1, 1, 1), 1 << 20),
                        launch(k, child, dimensions(1, 1, 1), dimensions(1, 1, 1), sm.maxSharedBytesPerBlock() + 1L),
                        launch(
                                k,
                                large,
                                dimensions(1, 1, 1),
                                dimensions(1, 1, 1),
                                sm.maxSharedBytesPerBlockOptIn() + 1L)));
        List<String> distinct = seen.stream().distinct().toList();
        return (distinct.size() == 1 ? distinct.get(0) + " for each" : seen) + ", " + machine.ran("C");
    }

    private static String onHost(ProgramMachine machine) {
        CudaVersion version = machine.machine().settings().cuda();
        Kernel kernel = lasting("C", 1).kernel();
        List<LaunchShape> wrong = List.of(
                LaunchShape.of(1, 2048),
                LaunchShape.of(0, 1),
                LaunchShape.of(1, 0),
                LaunchShape.of(1, 1).withShared(1 << 20));
        Set<Integer> codes = new TreeSet<>();
        for (LaunchShape shape : wrong) {
            try {
                machine.host().launch(kernel, shape, machine.host().defaultStream());
                codes.add(0);
            } catch (CudaException e) {
                codes.add(e.error().code(version));
            }
        }
        return codes.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " for each, last error "
                + machine.host().getLastError().code(version);
    }

    private interface Launches {
        List<Register> write(KernelBuilder k);
    }

    /** Runs a parent with these launches. @return their error codes; each is also its thread's last error */
    private static List<String> runAll(ProgramMachine machine, Launches launches) {
        List<Integer> count = new ArrayList<>();
        WordArray words = new WordArray(machine, 32);
        machine.run(k -> {
            List<Register> codes = launches.write(k);
            count.add(codes.size());
            for (int i = 0; i < codes.size(); i++) {
                words.store(k, i, codes.get(i));
            }
            words.store(k, codes.size(), k.device().getLastError());
        });
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < count.get(0); i++) {
            codes.add(Long.toString(words.read(i)));
        }
        if (words.read(count.get(0)) != words.read(count.get(0) - 1)) {
            codes.add("last error " + words.read(count.get(0)));
        }
        return codes;
    }

    private static String tooManyRegisters(ProgramMachine machine) {
        KernelReference child = withAllRegisters();
        List<String> codes =
                runAll(machine, k -> List.of(launch(k, child, dimensions(1, 1, 1), dimensions(1024, 1, 1), 0)));
        return String.join(" ", codes) + ", " + machine.ran("C");
    }

    private static String overLaunchBounds(ProgramMachine machine, boolean strict) {
        machine.rebuild(settings -> settings.withStrict(strict));
        KernelReference child = reference("C", k -> k.maxThreadsPerBlock(128));
        List<String> codes =
                runAll(machine, k -> List.of(launch(k, child, dimensions(1, 1, 1), dimensions(129, 1, 1), 0)));
        return String.join(" ", codes) + ", " + machine.ran("C");
    }

    private static String boundaries(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 10);
        KernelReference child = lasting("C", 1);
        // The child faults, so the simulator accepts the following grids of 65,535 blocks but need not run them.
        KernelReference fault = reference("fault", k -> {
            spin(k, 2_000_000);
            k.memory().load(U32, u64(8));
        });
        machine.run(k -> {
            ProgramKernels.launch(k, fault);
            words.store(k, 0, launch(k, child, dimensions(1, 1, 1), dimensions(1024, 1, 1), 0));
            words.store(k, 1, launch(k, child, dimensions(1, 1, 1), dimensions(1, 1, 64), 0));
            words.store(k, 2, launch(k, child, dimensions(1, 65535, 1), dimensions(1, 1, 1), 0));
            words.store(k, 3, launch(k, child, dimensions(1, 1, 65535), dimensions(1, 1, 1), 0));
            words.store(k, 4, launch(k, child, dimensions(1, 1, 1), dimensions(1, 1, 1), 48 << 10));
            words.store(k, 5, launch(k, child, dimensions(1, 1, 1), dimensions(1025, 1, 1), 0));
            words.store(k, 6, launch(k, child, dimensions(1, 1, 1), dimensions(1, 1, 65), 0));
            words.store(k, 7, launch(k, child, dimensions(1, 65536, 1), dimensions(1, 1, 1), 0));
            words.store(k, 8, launch(k, child, dimensions(1, 1, 65536), dimensions(1, 1, 1), 0));
            words.store(k, 9, launch(k, child, dimensions(1, 1, 1), dimensions(1, 1, 1), (48 << 10) + 1));
        });
        String codes = words.list(10);
        return codes.equals("0, 0, 0, 0, 0, 9, 9, 9, 9, 9") ? "0 at each limit, 9 beyond" : codes;
    }

    private static Kernel child(KernelProperty property) {
        return kernel("C", k -> spin(k.declare(property), 100));
    }

    private static Kernel parent(Kernel child) {
        return kernel("P", k -> ProgramKernels.launch(k, KernelReference.to(child)));
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
