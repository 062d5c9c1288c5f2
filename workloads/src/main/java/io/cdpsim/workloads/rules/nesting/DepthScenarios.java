package io.cdpsim.workloads.rules.nesting;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridSpan;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.recursive.RecursiveProgram;
import io.cdpsim.workloads.recursive.RecursiveResults;
import io.cdpsim.workloads.recursive.RecursiveSettings;
import io.cdpsim.workloads.rules.scenario.Limits;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Rules DEPTH-1 to DEPTH-4, DEPTH-8 and DEPTH-9: how deep grids may nest and synchronise. */
final class DepthScenarios {
    private static final int DEEP_ENOUGH = 30;

    private DepthScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "DEPTH-1",
                        "with the default limit of 2, grids of depth 0 and 1 may synchronise",
                        RuleScenario.CDP1,
                        "0 0 68 68",
                        lab -> synchronizeAtEachDepth(lab, 2)),
                RuleScenario.must(
                        "DEPTH-1",
                        "a limit of 0 forbids every synchronisation",
                        RuleScenario.CDP1,
                        "68 68 68 68",
                        lab -> synchronizeAtEachDepth(lab, 0)),
                RuleScenario.must(
                        "DEPTH-1",
                        "synchronising at depth 3 needs a limit of 4",
                        RuleScenario.CDP1,
                        "limit 3: fails, limit 4: succeeds",
                        lab -> "limit 3: " + recursive(lab, 3, "fails", "succeeds") + ", limit 4: "
                                + recursive(lab, 4, "fails", "succeeds")),
                RuleScenario.must(
                        "DEPTH-2",
                        "a synchronisation that is too deep fails with 68 at once and its children still run",
                        RuleScenario.CDP1,
                        "68, 10 grids",
                        lab -> recursive(lab, 2, "68, 10 grids", "no error")),
                RuleScenario.must(
                        "DEPTH-2",
                        "a synchronisation that is too deep does not wait",
                        RuleScenario.CDP1,
                        "returns before the child's end, the child runs",
                        DepthScenarios::tooDeepDoesNotWait),
                RuleScenario.must(
                        "DEPTH-2",
                        "the number is the same before and after CUDA 10.1",
                        RuleScenario.CDP1,
                        "68 68 68 68",
                        lab -> synchronizeAtEachDepth(Limits.withCuda(lab, "6.0"), 0)),
                RuleScenario.must(
                        "DEPTH-3",
                        "launches may go deeper than synchronisations",
                        RuleScenario.CDP1,
                        "11 grids",
                        lab -> chain(lab, 1, 10)),
                RuleScenario.must(
                        "DEPTH-4",
                        "a launch from depth 24 fails with 65",
                        RuleScenario.CDP1,
                        "25 grids, then 65 once",
                        lab -> chain(lab, 2, DEEP_ENOUGH)),
                RuleScenario.may(
                        "DEPTH-4",
                        "a copy from depth 24, which may run as a grid, may fail with 65",
                        RuleScenario.CDP1,
                        Set.of("depth 23: 0, depth 24: 65", "depth 23: 0, depth 24: 0"),
                        DepthScenarios::copyAtTheLimit),
                RuleScenario.must(
                        "DEPTH-8",
                        "there is no synchronisation depth to get or set",
                        RuleScenario.CDP2,
                        "host get 215, host set 215, device get 215",
                        DepthScenarios::noSyncDepth),
                RuleScenario.must(
                        "DEPTH-9",
                        "nesting has no limit of its own",
                        RuleScenario.CDP2,
                        "201 grids",
                        lab -> chain(lab, 0, 200)));
    }

    /** A chain of four grids, each of which launches the next and synchronises; what each synchronisation returned. */
    private static String synchronizeAtEachDepth(ProgramLab lab, int limit) {
        Words codes = new Words(lab, 4);
        lab.host().setSyncDepth(limit);
        KernelBuilder k = new KernelBuilder("K");
        Register depth = k.parameter(ValueType.S32);
        k.ifThen(k.less(depth, s32(4)), () -> {
            k.device().launch(k.self(), u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM, k.add(depth, s32(1)));
            k.memory().store(ValueType.S32, codes.at(k, depth), k.device().deviceSynchronize());
        });
        lab.host().launch(k.build(), LaunchShape.of(1, 1), lab.host().defaultStream(), 0);
        lab.host().synchronize();
        return codes.text();
    }

    /** {@code recursive_k} of the rulebook's 22.1: 10 grids, one synchronisation, at depth 3. */
    private static String recursive(ProgramLab lab, int limit, String failed, String succeeded) {
        RunResult result = new RecursiveProgram(new RecursiveSettings(6, OptionalInt.of(3), OptionalInt.of(limit)))
                .run(lab.settings(), new Progress());
        if (!result.failure().isEmpty() || result.grids().gridsRun() != 10) {
            return result.grids().gridsRun() + " grids ran; " + result.failure();
        }
        long code = result.find(RecursiveResults.LAST_SYNC_ERROR_CODE).orElseThrow();
        long errors = result.find(RecursiveResults.SYNC_ERRORS).orElseThrow();
        return errors == 1 && code == 68 ? failed : errors == 0 ? succeeded : errors + " errors, code " + code;
    }

    private static String tooDeepDoesNotWait(ProgramLab lab) {
        Words marks = new Words(lab, 2);
        lab.host().setSyncDepth(0);
        var child = marks.setting("C", 0, Children.LONG_NANOS);
        Kernel parent = Children.kernel("P", k -> {
            Children.launch(k, child);
            k.device().deviceSynchronize();
            marks.copy(k, 0, 1);
        });
        Programs.run(lab, parent);
        return (marks.read(1) == 0 ? "returns before the child's end" : "waits")
                + (marks.read(0) == 1 ? ", the child runs" : ", the child does not run");
    }

    private static String chain(ProgramLab lab, int syncLimit, int links) {
        lab.host().setSyncDepth(syncLimit);
        KernelBuilder k = new KernelBuilder("K");
        Register depth = k.parameter(ValueType.S32);
        k.ifThen(
                k.less(depth, s32(links)),
                () -> k.device()
                        .launch(k.self(), u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM, k.add(depth, s32(1))));
        lab.host().launch(k.build(), LaunchShape.of(1, 1), lab.host().defaultStream(), 0);
        lab.host().synchronize();
        int deepest =
                lab.timeline().grids().stream().mapToInt(GridSpan::depth).max().orElse(-1);
        var failures = lab.timeline().failures();
        if (deepest + 1 != lab.timeline().grids().size()) {
            return "depths are wrong";
        }
        return deepest + 1 + " grids"
                + (failures.isEmpty()
                        ? ""
                        : ", then " + failures.get(0).errorCode() + (failures.size() == 1 ? " once" : " often"));
    }

    private static String copyAtTheLimit(ProgramLab lab) {
        long codes = lab.host().malloc(4 * 32);
        long data = lab.host().malloc(64);
        KernelBuilder k = new KernelBuilder("K");
        Register depth = k.parameter(ValueType.S32);
        Register error =
                k.device().memcpyAsync(u64(data), u64(data + 32), u64(32), s32(3), DeviceRuntimeCalls.NULL_STREAM);
        k.memory().store(ValueType.S32, k.element(u64(codes), depth, 4), error);
        k.ifThen(
                k.less(depth, s32(24)),
                () -> k.device()
                        .launch(k.self(), u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM, k.add(depth, s32(1))));
        lab.host().launch(k.build(), LaunchShape.of(1, 1), lab.host().defaultStream(), 0);
        lab.host().synchronize();
        int[] seen = lab.host().memory().readInts(codes, 25);
        return "depth 23: " + seen[23] + ", depth 24: " + seen[24];
    }

    private static String noSyncDepth(ProgramLab lab) {
        CudaVersion cuda = lab.machine().settings().cuda();
        Words seen = new Words(lab, 1);
        CudaError set = lab.host().setSyncDepth(4);
        CudaError get = Limits.error(() -> lab.host().limit(DeviceLimit.SYNC_DEPTH));
        Kernel kernel = Children.kernel(
                "K",
                k -> seen.store(
                        k,
                        k.device()
                                .deviceGetLimit(u32(DeviceLimit.SYNC_DEPTH.number()))
                                .get(0)));
        Programs.run(lab, kernel);
        return "host get " + get.code(cuda) + ", host set " + set.code(cuda) + ", device get " + seen.read();
    }
}
