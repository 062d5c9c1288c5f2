package io.cdpsim.semantics.rules.nesting;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.LONG_NANOS;
import static io.cdpsim.workloads.program.ProgramKernels.launch;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.recursive.RecursiveProgram;
import io.cdpsim.workloads.recursive.RecursiveResults;
import io.cdpsim.workloads.recursive.RecursiveSettings;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Rules DEPTH-1 to DEPTH-4, DEPTH-8 and DEPTH-9: limits on nesting and on synchronisation. */
public final class DepthScenarios {
    private static final int DEEP_ENOUGH = 30;

    private DepthScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("DEPTH-1", "with the default limit of 2, grids of depth 0 and 1 may synchronise")
                        .must(CDP1, "0 0 68 68", machine -> synchronizeAtEachDepth(machine, 2)),
                claim("DEPTH-1", "a limit of 0 forbids every synchronisation")
                        .must(CDP1, "68 68 68 68", machine -> synchronizeAtEachDepth(machine, 0)),
                claim("DEPTH-1", "synchronising at depth 3 needs a limit of 4")
                        .must(
                                CDP1,
                                "limit 3: fails, limit 4: succeeds",
                                machine -> "limit 3: " + recursive(machine, 3, "fails", "succeeds") + ", limit 4: "
                                        + recursive(machine, 4, "fails", "succeeds")),
                claim("DEPTH-2", "a synchronisation that is too deep fails with 68 and the children still run")
                        .must(CDP1, "68, 10 grids", machine -> recursive(machine, 2, "68, 10 grids", "no error")),
                claim("DEPTH-2", "a synchronisation that is too deep does not wait")
                        .must(
                                CDP1,
                                "returns before the child's end, the child runs",
                                DepthScenarios::tooDeepDoesNotWait),
                claim("DEPTH-2", "the number is the same before and after CUDA 10.1")
                        .must(CDP1, "68 68 68 68", machine -> synchronizeAtEachDepth(machine.withCuda("6.0"), 0)),
                claim("DEPTH-3", "launches may go deeper than synchronisations")
                        .must(CDP1, "11 grids", machine -> chain(machine, 1, 10)),
                claim("DEPTH-4", "a launch from depth 24 fails with 65")
                        .must(CDP1, "25 grids, then 65 once", machine -> chain(machine, 2, DEEP_ENOUGH)),
                claim("DEPTH-4", "a copy from depth 24, which may run as a grid, may fail with 65")
                        .may(
                                CDP1,
                                Set.of("depth 23: 0, depth 24: 65", "depth 23: 0, depth 24: 0"),
                                DepthScenarios::copyAtTheLimit),
                claim("DEPTH-8", "there is no synchronisation depth to get or set")
                        .must(CDP2, "host get 215, host set 215, device get 215", DepthScenarios::noSyncDepth),
                claim("DEPTH-9", "nesting has no limit").must(CDP2, "201 grids", machine -> chain(machine, 0, 200)));
    }

    /** Error codes of the synchronisations of a chain of four grids, each of which launches the next. */
    private static String synchronizeAtEachDepth(ProgramMachine machine, int limit) {
        WordArray codes = new WordArray(machine, 4);
        machine.host().setSyncDepth(limit);
        KernelBuilder k = new KernelBuilder("K");
        Register depth = k.parameter(S32);
        k.ifThen(k.less(depth, s32(4)), () -> {
            k.device().launch(k.self(), u32(1), u32(1), NULL_STREAM, k.add(depth, s32(1)));
            k.memory().store(S32, codes.at(k, depth), k.device().deviceSynchronize());
        });
        machine.host().launch(k.build(), LaunchShape.of(1, 1), machine.host().defaultStream(), 0);
        machine.host().synchronize();
        return codes.text();
    }

    /** Runs {@code recursive_k} of rulebook 22.1: 10 grids, one synchronisation, at depth 3. */
    private static String recursive(ProgramMachine machine, int limit, String failed, String succeeded) {
        RunResult result = new RecursiveProgram(new RecursiveSettings(6, OptionalInt.of(3), OptionalInt.of(limit)))
                .run(machine.settings(), new Progress());
        if (!result.failure().isEmpty() || result.grids().gridsRun() != 10) {
            return result.grids().gridsRun() + " grids ran; " + result.failure();
        }
        long code = result.find(RecursiveResults.LAST_SYNC_ERROR_CODE).orElseThrow();
        long errors = result.find(RecursiveResults.SYNC_ERRORS).orElseThrow();
        return errors == 1 && code == 68 ? failed : errors == 0 ? succeeded : errors + " errors, code " + code;
    }

    private static String tooDeepDoesNotWait(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 2);
        machine.host().setSyncDepth(0);
        var child = marks.setting("C", 0, LONG_NANOS);
        machine.run(k -> {
            launch(k, child);
            k.device().deviceSynchronize();
            marks.copy(k, 0, 1);
        });
        return (marks.read(1) == 0 ? "returns before the child's end" : "waits")
                + (marks.read(0) == 1 ? ", the child runs" : ", the child does not run");
    }

    private static String chain(ProgramMachine machine, int syncLimit, int links) {
        machine.host().setSyncDepth(syncLimit);
        KernelBuilder k = new KernelBuilder("K");
        Register depth = k.parameter(S32);
        k.ifThen(
                k.less(depth, s32(links)),
                () -> k.device().launch(k.self(), u32(1), u32(1), NULL_STREAM, k.add(depth, s32(1))));
        machine.host().launch(k.build(), LaunchShape.of(1, 1), machine.host().defaultStream(), 0);
        machine.host().synchronize();
        int deepest = machine.timeline().grids().stream()
                .mapToInt(GridLifetime::depth)
                .max()
                .orElse(-1);
        var failures = machine.timeline().failures();
        if (deepest + 1 != machine.timeline().grids().size()) {
            return "depths are wrong";
        }
        return deepest + 1 + " grids"
                + (failures.isEmpty()
                        ? ""
                        : ", then " + failures.get(0).errorCode() + (failures.size() == 1 ? " once" : " often"));
    }

    private static String copyAtTheLimit(ProgramMachine machine) {
        long codes = machine.host().malloc(4 * 32);
        long data = machine.host().malloc(64);
        KernelBuilder k = new KernelBuilder("K");
        Register depth = k.parameter(S32);
        Register error = k.device().memcpyAsync(u64(data), u64(data + 32), u64(32), s32(3), NULL_STREAM);
        k.memory().store(S32, k.element(u64(codes), depth, 4), error);
        k.ifThen(
                k.less(depth, s32(24)),
                () -> k.device().launch(k.self(), u32(1), u32(1), NULL_STREAM, k.add(depth, s32(1))));
        machine.host().launch(k.build(), LaunchShape.of(1, 1), machine.host().defaultStream(), 0);
        machine.host().synchronize();
        int[] seen = machine.host().memory().readInts(codes, 25);
        return "depth 23: " + seen[23] + ", depth 24: " + seen[24];
    }

    private static String noSyncDepth(ProgramMachine machine) {
        CudaVersion cuda = machine.machine().settings().cuda();
        WordArray seen = new WordArray(machine, 1);
        CudaError set = machine.host().setSyncDepth(4);
        CudaError get = ProgramMachine.errorOf(() -> machine.host().limit(DeviceLimit.SYNC_DEPTH));
        machine.run(
                "K",
                k -> seen.store(
                        k,
                        k.device()
                                .deviceGetLimit(u32(DeviceLimit.SYNC_DEPTH.number()))
                                .get(0)));
        return "host get " + get.code(cuda) + ", host set " + set.code(cuda) + ", device get " + seen.read();
    }
}
