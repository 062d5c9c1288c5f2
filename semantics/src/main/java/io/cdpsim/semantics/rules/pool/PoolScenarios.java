package io.cdpsim.semantics.rules.pool;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.pending.PendingProgram;
import io.cdpsim.workloads.pending.PendingSettings;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Rules POOL-1 and POOL-3 to POOL-9: launches into a full pool, and the cost of a pool of the wrong size. */
public final class PoolScenarios {
    private static final int POOL = 64;
    private static final int CHILDREN = 100;
    private static final int BLOCKING_NANOS = 20_000_000;
    private static final int DEPTH = 3;

    private PoolScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("POOL-1", "running children hold their slots until they are complete")
                        .must(BOTH, "32 at once, 32 again afterwards", PoolScenarios::runningChildrenHoldSlots),
                claim("POOL-1", "a tail launch holds a slot from its launch on")
                        .must(CDP2, "64 of 100 run", machine -> flood(machine, TAIL_LAUNCH)),
                claim("POOL-1", "the number of slots of a chain of tails does not grow with its length")
                        .must(CDP2, "201 grids, at most 2 slots", PoolScenarios::relaunchingTail),
                claim("POOL-3", "in CUDA 5 a launch into a full pool fails with 69")
                        .must(CDP1, "64 of 100 run, 36 got 69", machine -> flood(machine.withCuda("5.5"), NULL_STREAM)),
                claim("POOL-4", "from CUDA 6 on a full pool overflows into a virtualised one")
                        .must(
                                CDP1,
                                "100 of 100 run, 36 virtualised",
                                machine -> flood(machine.withCuda("6.0"), NULL_STREAM)),
                claim("POOL-4", "the virtualised pool is slower")
                        .must(CDP1, "slower", PoolScenarios::virtualizedIsSlower),
                claim("POOL-5", "a launch fails with 69 when the virtualised pool is full too")
                        .must(
                                CDP1,
                                "74 of 100 run, 10 virtualised, 26 got 69",
                                machine -> flood(machine.withProfile("limits.virtualized_launches=10"), NULL_STREAM)),
                claim("POOL-6", "a launch into a full pool fails, with 69 on the H200 and 701 as documented")
                        .must(CDP2, "64 of 100 run, 36 got 69", machine -> flood(machine, NULL_STREAM))
                        .strictly("64 of 100 run, 36 got 701"),
                claim("POOL-7", "there are twice as many events as launches")
                        .must(CDP2, "128 events, then 2", PoolScenarios::eventSlots),
                claim("POOL-8", "a launch into a full pool returns at once")
                        .must(BOTH, "the launcher ends before the first child", PoolScenarios::neverBlocks),
                claim("POOL-9", "a smaller fixed pool makes many launches slower, at most 20 times")
                        .must(
                                CDP1,
                                "each size slower than the next larger one, at most 20 times in all",
                                PoolScenarios::poolSizes));
    }

    /** One thread launches 100 children; in an ordinary stream the first one takes longer than all launches. */
    private static String flood(ProgramMachine machine, Operand stream) {
        machine.host().setPendingLaunchLimit(POOL);
        long codes = machine.host().malloc(4L * CHILDREN);
        KernelReference child = reference("C", k -> {
            Operand first = k.parameter(S32);
            k.ifThen(k.equal(first, s32(0)), () -> k.nanosleep(u32(BLOCKING_NANOS)));
        });
        machine.run(k -> k.forLoop(u32(0), u32(CHILDREN), u32(1), i -> {
            k.device().launch(child, u32(1), u32(1), stream, i);
            k.memory().store(S32, k.element(u64(codes), i, 4), k.device().getLastError());
        }));
        int[] seen = machine.host().memory().readInts(codes, CHILDREN);
        long ran = machine.grids("C").stream().filter(g -> g.completed() >= 0).count();
        int[] errors = Arrays.stream(seen).filter(code -> code != 0).toArray();
        if (ran != CHILDREN - errors.length || Arrays.stream(errors).distinct().count() > 1) {
            return "errors " + Arrays.toString(errors) + " do not fit " + ran + " grids";
        }
        long virtualized = machine.machine().devices().get(0).virtualizedLaunches();
        boolean tails = stream.equals(TAIL_LAUNCH);
        return ran + " of " + CHILDREN + " run" + (virtualized > 0 ? ", " + virtualized + " virtualised" : "")
                + (errors.length > 0 && !tails ? ", " + errors.length + " got " + errors[0] : "");
    }

    /** Each child has its own stream and runs, but the 33rd launch finds no slot. */
    private static String runningChildrenHoldSlots(ProgramMachine machine) {
        ProgramMachine built = machine.settings().profile().name().equals("k20x") ? machine.withCuda("5.5") : machine;
        built.host().setPendingLaunchLimit(32);
        KernelReference child = reference("C", k -> k.nanosleep(u32(BLOCKING_NANOS)));
        Kernel parent = kernel(
                "P", k -> k.device().launch(child, u32(1), u32(1), k.device().streamCreateWithFlags()));
        built.run(parent, 1, 40);
        int first = built.grids("C").size();
        built.run(parent, 1, 40);
        return first + " at once, " + (built.grids("C").size() - first) + " again afterwards";
    }

    private static String relaunchingTail(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(32);
        Kernel parent = kernel("P", k -> {
            Operand left = k.parameter(S32);
            k.ifThen(
                    k.greater(left, s32(0)),
                    () -> k.device().launch(k.self(), u32(1), u32(1), TAIL_LAUNCH, k.subtract(left, s32(1))));
        });
        machine.host().launch(parent, LaunchShape.of(1, 1), machine.host().defaultStream(), 200);
        machine.host().synchronize();
        long ran = machine.grids("P").stream().filter(g -> g.completed() >= 0).count();
        long slots = machine.machine().devices().get(0).poolHighWater();
        return ran + " grids, " + (slots <= 2 ? "at most 2" : Long.toString(slots)) + " slots";
    }

    private static String virtualizedIsSlower(ProgramMachine machine) {
        return micros(machine, POOL) > micros(machine, 2 * CHILDREN) ? "slower" : "not slower";
    }

    private static double micros(ProgramMachine machine, int pool) {
        ProgramMachine own = new ProgramMachine(machine.settings());
        own.host().setPendingLaunchLimit(pool);
        KernelReference child = lasting("C", 100);
        own.run(k -> k.device().launch(child, u32(1), u32(1), k.device().streamCreateWithFlags()), 1, 2 * CHILDREN);
        return own.machine().nowMicros();
    }

    private static String eventSlots(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(POOL);
        long codes = machine.host().malloc(4L * 129);
        machine.run(
                "K",
                k -> k.forLoop(
                        u32(0),
                        u32(129),
                        u32(1),
                        i -> k.memory()
                                .store(
                                        S32,
                                        k.element(u64(codes), i, 4),
                                        k.device().eventCreateWithFlags(u32(2)).get(0))));
        int[] seen = machine.host().memory().readInts(codes, 129);
        int made = 0;
        while (made < seen.length && seen[made] == 0) {
            made++;
        }
        return made + " events" + (made < seen.length ? ", then " + seen[made] : "");
    }

    private static String neverBlocks(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(32);
        KernelReference child = reference("C", k -> k.nanosleep(u32(BLOCKING_NANOS)));
        boolean cdp2 = machine.settings().profile().name().equals("h200");
        machine.run(
                k -> k.forLoop(u32(0), u32(40), u32(1), i -> launch(k, child, cdp2 ? FIRE_AND_FORGET : NULL_STREAM)));
        GridLifetime first = machine.grids("C").get(0);
        return machine.grid("P").bodyEnded() < first.bodyEnded()
                ? "the launcher ends before the first child"
                : "the launcher waits";
    }

    private static String poolSizes(ProgramMachine machine) {
        double previous = Double.MAX_VALUE;
        double largest = 0;
        double last = 0;
        for (int pool : List.of(64, 256, 1024)) {
            RunResult result = new PendingProgram(new PendingSettings(
                            DEPTH, OptionalInt.of(pool), ChildStream.NAMED, Optional.of(new CudaVersion(6, 0))))
                    .run(machine.settings(), new Progress());
            if (!result.failure().isEmpty()) {
                return result.failure();
            }
            last = result.timeMicros();
            if (last >= previous) {
                return "a pool of " + pool + " is no faster than a smaller one";
            }
            largest = Math.max(largest, last);
            previous = last;
        }
        return "each size slower than the next larger one"
                + (largest <= 20 * last ? ", at most 20 times in all" : ", more than 20 times in all");
    }
}
