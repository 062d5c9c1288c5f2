package io.cdpsim.workloads.rules.concurrency;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.rules.scenario.Limits;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/** Rules CONC: what runs beside what, and what it is worth. */
final class ConcurrencyScenarios {
    private static final int GRIDS = 200;
    private static final int STAY_NANOS = 3_000_000;

    private ConcurrencyScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.may(
                        "CONC-1",
                        "a parent that polls for its child's flag may see it, or be stuck for ever, which is reported",
                        RuleScenario.BOTH,
                        Set.of("seen", "stuck: child not started, parent spins"),
                        ConcurrencyScenarios::parentPolls),
                RuleScenario.must(
                        "CONC-1",
                        "a parent that leaves no room for its child and polls for it is stuck",
                        RuleScenario.BOTH,
                        "stuck",
                        ConcurrencyScenarios::parentLeavesNoRoom),
                RuleScenario.must(
                        "CONC-2",
                        "every posted grid of a program without waits on what has not started runs",
                        RuleScenario.BOTH,
                        "all complete",
                        ConcurrencyScenarios::randomTree),
                RuleScenario.must(
                        "CONC-3",
                        "at most 32 grids run at once",
                        RuleScenario.CDP1,
                        "32 at once",
                        lab -> mostAtOnce(
                                lab,
                                (k, child) ->
                                        Children.launch(k, child, k.device().streamCreateWithFlags()))),
                RuleScenario.must(
                        "CONC-3",
                        "at most 128 grids run at once",
                        RuleScenario.CDP2,
                        "128 at once",
                        lab -> mostAtOnce(lab, (k, child) -> Children.launch(k, child, FIRE_AND_FORGET))),
                RuleScenario.must(
                        "CONC-3",
                        "at most 64 grids of ordinary device streams run at once on the H200",
                        RuleScenario.CDP2,
                        "64 at once",
                        lab -> mostAtOnce(
                                lab,
                                (k, child) ->
                                        Children.launch(k, child, k.device().streamCreateWithFlags()))),
                RuleScenario.must(
                        "CONC-4",
                        "a kernel that launches nothing is slower where another grid's launching warp shares its SM",
                        RuleScenario.CDP2,
                        "slower, by less than half",
                        ConcurrencyScenarios::bystander),
                RuleScenario.must(
                        "CONC-5",
                        "a child pays for large work and costs more than it saves for small work",
                        RuleScenario.BOTH,
                        "small: loop faster, large: child faster",
                        ConcurrencyScenarios::crossover));
    }

    private static String parentPolls(ProgramLab lab) {
        Words mark = new Words(lab, 1);
        KernelReference child = mark.setting("C", 0, 0);
        Kernel parent = Children.kernel("P", k -> {
            Children.launch(k, child);
            k.at("wait for the child");
            spinWhileZero(k, mark);
        });
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
        try {
            lab.host().synchronize();
            return "seen";
        } catch (StuckException e) {
            String report = String.valueOf(e.getMessage());
            boolean childKept = report.contains("grid 2 (C) has not started")
                    && report.contains("grid 1 (P), which launched it, has ended");
            boolean spins = report.contains("spinning at: wait for the child");
            return "stuck" + (childKept ? ": child not started" : "") + (spins ? ", parent spins" : "");
        }
    }

    private static String parentLeavesNoRoom(ProgramLab lab) {
        Words mark = new Words(lab, 1);
        KernelReference child = mark.setting("C", 0, 0);
        int threads = 1024;
        int sms = lab.settings().profile().sm().count();
        int blocks = 2 * sms;
        Kernel parent = Children.kernel("P", k -> {
            k.ifThen(k.equal(k.globalThreadX(), u32(0)), () -> Children.launch(k, child));
            spinWhileZero(k, mark);
        });
        lab.host().launch(parent, LaunchShape.of(blocks, threads), lab.host().defaultStream());
        try {
            lab.host().synchronize();
            return "seen";
        } catch (StuckException e) {
            return "stuck";
        }
    }

    private static void spinWhileZero(KernelBuilder k, Words flag) {
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, flag.address()), s32(0)));
    }

    /** Kernels that launch others of a random acyclic graph, into streams of all kinds; in CDP1 the first two levels may synchronise. */
    private static String randomTree(ProgramLab lab) {
        boolean cdp1 = lab.settings().profile().cdp() == CdpSupport.CDP1;
        SplittableRandom random = new SplittableRandom(lab.settings().seed());
        List<KernelReference> below = List.of(Children.lasting("level0", 1_000));
        for (int level = 1; level <= 4; level++) {
            List<KernelReference> callees = below;
            String name = "level" + level;
            below = List.of(
                    randomKernel(name + "a", callees, random.split(), cdp1),
                    randomKernel(name + "b", callees, random.split(), cdp1));
        }
        Kernel root = below.get(0).kernel();
        Programs.run(lab, root, 3, 2);
        List<GridLifetime> grids = lab.timeline().grids();
        return grids.stream().allMatch(g -> g.started() >= 0 && g.completed() >= g.bodyEnded())
                        && lab.timeline().failures().isEmpty()
                ? "all complete"
                : "not all complete";
    }

    private static KernelReference randomKernel(
            String name, List<KernelReference> callees, SplittableRandom random, boolean cdp1) {
        return KernelReference.to(Children.kernel(name, k -> {
            int launches = 1 + random.nextInt(2);
            for (int i = 0; i < launches; i++) {
                KernelReference callee = callees.get(random.nextInt(callees.size()));
                Operand stream = switch (random.nextInt(cdp1 ? 3 : 5)) {
                    case 0 -> u64(0);
                    case 1 -> u64(2);
                    case 2 -> k.device().streamCreateWithFlags();
                    case 3 -> u64(3);
                    default -> u64(4);
                };
                Children.launch(k, callee, stream);
                if (cdp1 && random.nextBoolean()) {
                    k.device().deviceSynchronize();
                }
            }
        }));
    }

    /** One block launches 200 grids that stay for a while. */
    private static String mostAtOnce(ProgramLab lab, BiConsumer<KernelBuilder, KernelReference> launch) {
        KernelReference child = KernelReference.to(Children.kernel("C", k -> k.nanosleep(u32(STAY_NANOS))));
        Kernel parent = Children.kernel("P", k -> launch.accept(k, child));
        Programs.run(lab, parent, 1, GRIDS);
        List<GridLifetime> children = lab.grids("C");
        long most = 0;
        for (GridLifetime at : children) {
            most = Math.max(
                    most,
                    children.stream()
                            .filter(g -> g.started() <= at.started() && at.started() < g.bodyEnded())
                            .count());
        }
        return children.size() == GRIDS ? most + " at once" : children.size() + " grids only";
    }

    private static String bystander(ProgramLab lab) {
        long alone = bystanderCycles(lab, false);
        long beside = bystanderCycles(lab, true);
        return beside > alone + alone / 50 && beside < alone + alone / 2
                ? "slower, by less than half"
                : beside + " cycles against " + alone;
    }

    /** How long a block that computes without a gap takes on an SM that a launching warp may share. */
    private static long bystanderCycles(ProgramLab fresh, boolean launches) {
        ProgramLab lab = Limits.withProfile(fresh, "sm.count=1");
        KernelReference child = Children.lasting("C", 1);
        Kernel launcher = Children.kernel(
                "launcher", k -> k.forLoop(u32(0), u32(launches ? 8 : 0), u32(1), i -> Children.launch(k, child)));
        Kernel bystander = Children.kernel("bystander", k -> {
            Operand.Register sum = k.variable(f32(0));
            k.forLoop(u32(0), u32(600), u32(1), i -> {
                for (int n = 0; n < 8; n++) {
                    k.multiplyAddInto(sum, sum, f32(1), f32(1));
                }
            });
        });
        lab.host().launch(launcher, LaunchShape.of(1, 1), lab.host().createStream());
        lab.host().launch(bystander, LaunchShape.of(1, 1024), lab.host().createStream());
        lab.host().synchronize();
        GridLifetime span = lab.grid("bystander");
        return span.bodyEnded() - span.started();
    }

    private static String crossover(ProgramLab lab) {
        return "small: " + faster(lab, 64) + " faster, large: " + faster(lab, 16_384) + " faster";
    }

    private static String faster(ProgramLab lab, int elements) {
        return micros(lab, elements, true) < micros(lab, elements, false) ? "child" : "loop";
    }

    /** One thread adds 1 to each element in a loop, or launches a child with a thread an element. */
    private static double micros(ProgramLab lab, int elements, boolean launches) {
        ProgramLab own = new ProgramLab(lab.settings());
        long data = own.host().malloc(4L * elements);
        KernelReference child =
                KernelReference.to(Children.kernel("C", k -> addOne(k, k.element(u64(data), k.globalThreadX(), 4))));
        Kernel parent = Children.kernel("P", k -> {
            if (launches) {
                k.device().launch(child, u32((elements + 63) / 64), u32(64), u64(0));
            } else {
                k.forLoop(u32(0), u32(elements), u32(1), i -> addOne(k, k.element(u64(data), i, 4)));
            }
        });
        own.host().launch(parent, LaunchShape.of(1, 1), own.host().defaultStream());
        own.host().synchronize();
        return own.machine().nowMicros();
    }

    private static void addOne(KernelBuilder k, Operand address) {
        k.memory().store(ValueType.S32, address, k.add(k.memory().load(ValueType.S32, address), s32(1)));
    }
}
