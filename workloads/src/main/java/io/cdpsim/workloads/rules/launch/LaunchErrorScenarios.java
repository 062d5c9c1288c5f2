package io.cdpsim.workloads.rules.launch;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Constant;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.Timeline;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules LNCH-6 to LNCH-9: launches that the device cannot meet, with the numbers of each CUDA version. */
final class LaunchErrorScenarios {
    private static final int POOL = 32;

    private LaunchErrorScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "LNCH-6",
                        "failed launches of CUDA 5 give documented codes",
                        RuleScenario.CDP1,
                        "9, 7, 69",
                        lab -> codes(lab, new CudaVersion(5, 0))),
                RuleScenario.must(
                                "LNCH-6",
                                "failed launches of CDP2 give documented codes",
                                RuleScenario.CDP2,
                                "9, 701, 69",
                                lab -> codes(lab, lab.settings().cuda()))
                        .strictly("9, 701"),
                RuleScenario.must(
                        "LNCH-7",
                        "what the device can never give is an invalid configuration, and the child does not run",
                        RuleScenario.BOTH,
                        "9 for each, never ran",
                        LaunchErrorScenarios::invalidConfigurations),
                RuleScenario.must(
                                "LNCH-7",
                                "as measured with CUDA 13, the host that launches such a shape sees an invalid value",
                                RuleScenario.CDP2,
                                "1 for each, last error 1",
                                lab -> onHost(lab, lab.settings().cuda()))
                        .strictly("9 for each, last error 9"),
                RuleScenario.must(
                        "LNCH-7",
                        "with an earlier CUDA the host sees an invalid configuration",
                        RuleScenario.CDP2,
                        "9 for each, last error 9",
                        lab -> onHost(lab, new CudaVersion(12, 9))),
                RuleScenario.must(
                        "LNCH-7",
                        "with CDP1 the host sees an invalid configuration",
                        RuleScenario.CDP1,
                        "9 for each, last error 9",
                        lab -> onHost(lab, lab.settings().cuda())),
                RuleScenario.must(
                        "LNCH-8",
                        "more registers than there are, in CUDA 10.1 and later",
                        RuleScenario.BOTH,
                        "701, never ran",
                        lab -> tooManyRegisters(lab, lab.settings().cuda())),
                RuleScenario.must(
                        "LNCH-8",
                        "more registers than there are, up to CUDA 10.0",
                        RuleScenario.CDP1,
                        "7, never ran",
                        lab -> tooManyRegisters(lab, new CudaVersion(10, 0))),
                RuleScenario.must(
                        "LNCH-8",
                        "more threads than the launch bounds, in CDP1",
                        RuleScenario.CDP1,
                        "701, never ran",
                        lab -> overLaunchBounds(lab, false)),
                RuleScenario.must(
                        "LNCH-8",
                        "more threads than the launch bounds, as the H200 answers",
                        RuleScenario.CDP2,
                        "9, never ran",
                        lab -> overLaunchBounds(lab, false)),
                RuleScenario.must(
                        "LNCH-8",
                        "more threads than the launch bounds, as documented",
                        RuleScenario.CDP2,
                        "701, never ran",
                        lab -> overLaunchBounds(lab, true)),
                RuleScenario.must(
                        "LNCH-9",
                        "the largest dimensions are accepted, and one more is not",
                        RuleScenario.BOTH,
                        "0 at each limit, 9 beyond",
                        LaunchErrorScenarios::boundaries));
    }

    private static List<Operand> dimensions(int x, int y, int z) {
        return List.of(Operand.u32(x), Operand.u32(y), Operand.u32(z));
    }

    private static Register launch(
            KernelBuilder k, KernelReference kernel, List<Operand> grid, List<Operand> block, long sharedBytes) {
        Constant shared = Operand.u32((int) sharedBytes);
        return k.device().launch(kernel, grid, block, shared, Operand.u64(0), List.of());
    }

    private static KernelReference withAllRegisters() {
        return KernelReference.to(ProgramKernels.kernel("C", k -> k.registersPerThread(255)));
    }

    private static String codes(ProgramMachine lab, CudaVersion version) {
        lab.rebuild(settings -> settings.withCuda(version));
        lab.host().setPendingLaunchLimit(POOL);
        long pool = lab.host().pendingLaunchLimit();
        KernelReference hungry = withAllRegisters();
        KernelReference first = ProgramKernels.lasting("first", 60_000L * pool);
        KernelReference next = ProgramKernels.lasting("next", 1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            launch(k, next, dimensions(1, 1, 1), dimensions(1025, 1, 1), 0);
            launch(k, hungry, dimensions(1, 1, 1), dimensions(1024, 1, 1), 0);
            ProgramKernels.launch(k, first);
            k.forLoop(Operand.u32(0), Operand.u32((int) pool), Operand.u32(1), i -> ProgramKernels.launch(k, next));
        }));
        return lab.timeline().failures().stream()
                .map(Timeline.Failure::errorCode)
                .map(String::valueOf)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String invalidConfigurations(ProgramMachine lab) {
        SmSpec sm = lab.settings().profile().sm();
        KernelReference child = ProgramKernels.lasting("C", 1);
        KernelReference large = KernelReference.to(ProgramKernels.kernel("C", KernelBuilder::largeShared));
        List<String> seen = runAll(
                lab,
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
        return (distinct.size() == 1 ? distinct.get(0) + " for each" : seen) + ", " + Programs.ran(lab, "C");
    }

    private static String onHost(ProgramMachine lab, CudaVersion version) {
        lab.rebuild(settings -> settings.withCuda(version));
        Kernel kernel = ProgramKernels.lasting("C", 1).kernel();
        List<LaunchShape> wrong = List.of(
                LaunchShape.of(1, 2048),
                LaunchShape.of(0, 1),
                LaunchShape.of(1, 0),
                LaunchShape.of(1, 1).withShared(1 << 20));
        Set<Integer> codes = new TreeSet<>();
        for (LaunchShape shape : wrong) {
            try {
                lab.host().launch(kernel, shape, lab.host().defaultStream());
                codes.add(0);
            } catch (CudaException e) {
                codes.add(e.error().code(version));
            }
        }
        return codes.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " for each, last error "
                + lab.host().getLastError().code(version);
    }

    private interface Launches {
        List<Register> write(KernelBuilder k);
    }

    /** Runs a parent of these launches. @return their codes, each of which is also its thread's last error */
    private static List<String> runAll(ProgramMachine lab, Launches launches) {
        List<Integer> count = new ArrayList<>();
        WordArray words = new WordArray(lab, 32);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            List<Register> codes = launches.write(k);
            count.add(codes.size());
            for (int i = 0; i < codes.size(); i++) {
                words.store(k, i, codes.get(i));
            }
            words.store(k, codes.size(), k.device().getLastError());
        });
        Programs.run(lab, parent);
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < count.get(0); i++) {
            codes.add(Long.toString(words.read(i)));
        }
        if (words.read(count.get(0)) != words.read(count.get(0) - 1)) {
            codes.add("last error " + words.read(count.get(0)));
        }
        return codes;
    }

    private static String tooManyRegisters(ProgramMachine lab, CudaVersion version) {
        lab.rebuild(settings -> settings.withCuda(version));
        KernelReference child = withAllRegisters();
        List<String> codes =
                runAll(lab, k -> List.of(launch(k, child, dimensions(1, 1, 1), dimensions(1024, 1, 1), 0)));
        return String.join(" ", codes) + ", " + Programs.ran(lab, "C");
    }

    private static String overLaunchBounds(ProgramMachine lab, boolean strict) {
        lab.rebuild(settings -> settings.withStrict(strict));
        KernelReference child = KernelReference.to(ProgramKernels.kernel("C", k -> k.maxThreadsPerBlock(128)));
        List<String> codes = runAll(lab, k -> List.of(launch(k, child, dimensions(1, 1, 1), dimensions(129, 1, 1), 0)));
        return String.join(" ", codes) + ", " + Programs.ran(lab, "C");
    }

    private static String boundaries(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 10);
        KernelReference child = ProgramKernels.lasting("C", 1);
        // The grids behind a child that faults are accepted but need not be run, all 65,535 blocks of them.
        KernelReference fault = KernelReference.to(ProgramKernels.kernel("fault", k -> {
            ProgramKernels.spin(k, 2_000_000);
            k.memory().load(ValueType.U32, Operand.u64(8));
        }));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
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
        }));
        String codes = words.list(10);
        return codes.equals("0, 0, 0, 0, 0, 9, 9, 9, 9, 9") ? "0 at each limit, 9 beyond" : codes;
    }
}
