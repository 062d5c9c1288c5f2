package io.cdpsim.workloads.rules.pool;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.rules.scenario.Limits;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.Arrays;
import java.util.List;

/** Rules POOL-1 and POOL-3 to POOL-8: what happens when the pool of pending launches is full. */
final class PoolScenarios {
    private static final int POOL = 64;
    private static final int CHILDREN = 100;
    private static final int BLOCKING_NANOS = 20_000_000;

    private PoolScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "POOL-1",
                        "running children hold their slots until they are complete",
                        RuleScenario.BOTH,
                        "32 at once, 32 again afterwards",
                        PoolScenarios::runningChildrenHoldSlots),
                RuleScenario.must(
                        "POOL-1",
                        "a tail launch holds its slot from posting",
                        RuleScenario.CDP2,
                        "64 of 100 run",
                        lab -> flood(lab, TAIL_LAUNCH)),
                RuleScenario.must(
                        "POOL-1",
                        "a chain of tails takes no more slots with its length",
                        RuleScenario.CDP2,
                        "201 grids, at most 2 slots",
                        PoolScenarios::relaunchingTail),
                RuleScenario.must(
                        "POOL-3",
                        "in CUDA 5 a full pool discards with 69",
                        RuleScenario.CDP1,
                        "64 of 100 run, 36 got 69",
                        lab -> flood(Limits.withCuda(lab, "5.5"), NULL_STREAM)),
                RuleScenario.must(
                        "POOL-4",
                        "from CUDA 6 on a full pool goes over to a virtualised one",
                        RuleScenario.CDP1,
                        "100 of 100 run, 36 virtualised",
                        lab -> flood(Limits.withCuda(lab, "6.0"), NULL_STREAM)),
                RuleScenario.must(
                        "POOL-4",
                        "the virtualised pool is slower",
                        RuleScenario.CDP1,
                        "slower",
                        PoolScenarios::virtualizedIsSlower),
                RuleScenario.must(
                        "POOL-5",
                        "a launch fails with 69 when the virtualised pool is full too",
                        RuleScenario.CDP1,
                        "74 of 100 run, 10 virtualised, 26 got 69",
                        lab -> flood(Limits.withProfile(lab, "limits.virtualized_launches=10"), NULL_STREAM)),
                RuleScenario.must(
                                "POOL-6",
                                "a full pool refuses, with 69 on the H200 and 701 by the letter",
                                RuleScenario.CDP2,
                                "64 of 100 run, 36 got 69",
                                lab -> flood(lab, NULL_STREAM))
                        .strictly("64 of 100 run, 36 got 701"),
                RuleScenario.must(
                        "POOL-7",
                        "there are twice as many events as launches",
                        RuleScenario.CDP2,
                        "128 events, then 2",
                        PoolScenarios::eventSlots),
                RuleScenario.must(
                        "POOL-8",
                        "a launch into a full pool returns at once",
                        RuleScenario.BOTH,
                        "the launcher ends before the first child",
                        PoolScenarios::neverBlocks));
    }

    /** One thread posts 100 children; in an ordinary stream the first of them takes longer than all the posting. */
    private static String flood(ProgramLab lab, Operand stream) {
        lab.host().setPendingLaunchLimit(POOL);
        long codes = lab.host().malloc(4L * CHILDREN);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            Operand first = k.parameter(ValueType.S32);
            k.ifThen(k.equal(first, s32(0)), () -> k.nanosleep(u32(BLOCKING_NANOS)));
        }));
        Kernel parent = Children.kernel(
                "P",
                k -> k.forLoop(u32(0), u32(CHILDREN), u32(1), i -> {
                    k.device().launch(child, u32(1), u32(1), stream, i);
                    k.memory()
                            .store(
                                    ValueType.S32,
                                    k.element(u64(codes), i, 4),
                                    k.device().getLastError());
                }));
        Programs.run(lab, parent);
        int[] seen = lab.host().memory().readInts(codes, CHILDREN);
        long ran = lab.grids("C").stream().filter(g -> g.completed() >= 0).count();
        int[] errors = Arrays.stream(seen).filter(code -> code != 0).toArray();
        if (ran != CHILDREN - errors.length || Arrays.stream(errors).distinct().count() > 1) {
            return "errors " + Arrays.toString(errors) + " do not fit " + ran + " grids";
        }
        long virtualized = lab.machine().devices().get(0).virtualizedLaunches();
        boolean tails = stream.equals(TAIL_LAUNCH);
        return ran + " of " + CHILDREN + " run" + (virtualized > 0 ? ", " + virtualized + " virtualised" : "")
                + (errors.length > 0 && !tails ? ", " + errors.length + " got " + errors[0] : "");
    }

    /** Each child has a stream of its own and runs, yet the 33rd finds no slot. */
    private static String runningChildrenHoldSlots(ProgramLab lab) {
        ProgramLab machine = lab.settings().profile().name().equals("k20x") ? Limits.withCuda(lab, "5.5") : lab;
        machine.host().setPendingLaunchLimit(32);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> k.nanosleep(u32(BLOCKING_NANOS))));
        Kernel parent = Children.kernel(
                "P", k -> k.device().launch(child, u32(1), u32(1), k.device().streamCreateWithFlags()));
        machine.host().launch(parent, LaunchShape.of(1, 40), machine.host().defaultStream());
        machine.host().synchronize();
        int first = machine.grids("C").size();
        machine.host().launch(parent, LaunchShape.of(1, 40), machine.host().defaultStream());
        machine.host().synchronize();
        return first + " at once, " + (machine.grids("C").size() - first) + " again afterwards";
    }

    private static String relaunchingTail(ProgramLab lab) {
        lab.host().setPendingLaunchLimit(32);
        Kernel parent = Children.kernel("P", k -> {
            Operand left = k.parameter(ValueType.S32);
            k.ifThen(
                    k.greater(left, s32(0)),
                    () -> k.device().launch(k.self(), u32(1), u32(1), TAIL_LAUNCH, k.subtract(left, s32(1))));
        });
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream(), 200);
        lab.host().synchronize();
        long ran = lab.grids("P").stream().filter(g -> g.completed() >= 0).count();
        long slots = lab.machine().devices().get(0).poolHighWater();
        return ran + " grids, " + (slots <= 2 ? "at most 2" : Long.toString(slots)) + " slots";
    }

    private static String virtualizedIsSlower(ProgramLab lab) {
        return micros(lab, POOL) > micros(lab, 2 * CHILDREN) ? "slower" : "not slower";
    }

    private static double micros(ProgramLab lab, int pool) {
        ProgramLab own = new ProgramLab(lab.settings());
        own.host().setPendingLaunchLimit(pool);
        KernelReference child = Children.lasting("C", 100);
        Kernel parent = Children.kernel(
                "P", k -> k.device().launch(child, u32(1), u32(1), k.device().streamCreateWithFlags()));
        own.host().launch(parent, LaunchShape.of(1, 2 * CHILDREN), own.host().defaultStream());
        own.host().synchronize();
        return own.machine().nowMicros();
    }

    private static String eventSlots(ProgramLab lab) {
        lab.host().setPendingLaunchLimit(POOL);
        long codes = lab.host().malloc(4L * 129);
        Kernel kernel = Children.kernel(
                "K",
                k -> k.forLoop(
                        u32(0),
                        u32(129),
                        u32(1),
                        i -> k.memory()
                                .store(
                                        ValueType.S32,
                                        k.element(u64(codes), i, 4),
                                        k.device().eventCreateWithFlags(u32(2)).get(0))));
        Programs.run(lab, kernel);
        int[] seen = lab.host().memory().readInts(codes, 129);
        int made = 0;
        while (made < seen.length && seen[made] == 0) {
            made++;
        }
        return made + " events" + (made < seen.length ? ", then " + seen[made] : "");
    }

    private static String neverBlocks(ProgramLab lab) {
        lab.host().setPendingLaunchLimit(32);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> k.nanosleep(u32(BLOCKING_NANOS))));
        boolean cdp2 = lab.settings().profile().name().equals("h200");
        Kernel parent = Children.kernel(
                "P",
                k -> k.forLoop(
                        u32(0), u32(40), u32(1), i -> Children.launch(k, child, cdp2 ? FIRE_AND_FORGET : NULL_STREAM)));
        Programs.run(lab, parent);
        GridLifetime first = lab.grids("C").get(0);
        return lab.grid("P").bodyEnded() < first.bodyEnded()
                ? "the launcher ends before the first child"
                : "the launcher waits";
    }
}
