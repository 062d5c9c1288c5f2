package io.cdpsim.semantics.rules.concurrency;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.code.Operand.f32;
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
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.semantics.rules.scenario.ResidentBlockCounter;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/** Rules CONC and OCC: concurrency of grids and its benefit, and the number of blocks on an SM, with the numbers of rulebook 18.3. */
public final class ConcurrencyScenarios {
    private static final int GRIDS = 200;
    private static final int FEW_SMS = 2;
    private static final int STAY_NANOS = 3_000_000;
    private static final List<Demand> WARPS =
            List.of(new Demand(32, 16, 0), new Demand(128, 32, 0), new Demand(256, 32, 0), new Demand(96, 40, 0));
    private static final List<Demand> REGISTERS = List.of(
            new Demand(256, 33, 0),
            new Demand(256, 64, 0),
            new Demand(512, 63, 0),
            new Demand(1024, 64, 0),
            new Demand(1024, 65, 0));
    private static final List<Demand> SHARED = List.of(
            new Demand(256, 32, 12_288),
            new Demand(256, 32, 16_384),
            new Demand(256, 32, 49_152),
            new Demand(256, 32, 98_304));

    private ConcurrencyScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("CONC-1", "a parent that polls a flag of its child may see it or be stuck, which is reported")
                        .may(
                                BOTH,
                                Set.of("seen", "stuck: child not started, parent spins"),
                                ConcurrencyScenarios::parentPolls),
                claim("CONC-1", "a parent that fills the device and polls a flag of its child is stuck")
                        .must(BOTH, "stuck", ConcurrencyScenarios::parentLeavesNoRoom),
                claim("CONC-2", "every launched grid runs, unless a running one waits for it")
                        .must(BOTH, "all complete", ConcurrencyScenarios::randomTree),
                claim("CONC-3", "at most 32 grids run at the same time")
                        .must(
                                CDP1,
                                "32 at once",
                                machine -> mostAtOnce(
                                        machine,
                                        (k, child) ->
                                                launch(k, child, k.device().streamCreateWithFlags()))),
                claim("CONC-3", "at most 128 grids run at the same time")
                        .must(
                                CDP2,
                                "128 at once",
                                machine -> mostAtOnce(machine, (k, child) -> launch(k, child, FIRE_AND_FORGET))),
                claim("CONC-3", "on the H200, at most 64 grids of ordinary device streams run at the same time")
                        .must(
                                CDP2,
                                "64 at once",
                                machine -> mostAtOnce(
                                        machine,
                                        (k, child) ->
                                                launch(k, child, k.device().streamCreateWithFlags()))),
                claim("CONC-4", "a kernel is slower if the launching warp of another grid shares its SM")
                        .must(CDP2, "slower, by less than half", ConcurrencyScenarios::bystander),
                claim("CONC-5", "a child pays for large work and costs more than it saves for small work")
                        .must(BOTH, "small: loop faster, large: child faster", ConcurrencyScenarios::crossover),
                counts("OCC-1", "warps and blocks limit the occupancy of Kepler", CDP1, WARPS, "16 16 8 16"),
                counts("OCC-1", "warps and blocks limit the occupancy of Hopper", CDP2, WARPS, "32 16 8 16"),
                counts("OCC-2", "registers limit the occupancy", BOTH, REGISTERS, "6 4 2 1 0"),
                counts("OCC-3", "shared memory limits the occupancy of Kepler", CDP1, SHARED, "4 3 1 0"),
                counts("OCC-3", "shared memory limits the occupancy of Hopper", CDP2, SHARED, "8 8 4 2"));
    }

    private static String parentPolls(ProgramMachine machine) {
        WordArray mark = new WordArray(machine, 1);
        KernelReference child = mark.setting("C", 0, 0);
        Kernel parent = kernel("P", k -> {
            launch(k, child);
            k.at("wait for the child");
            spinWhileZero(k, mark);
        });
        machine.host().launch(parent, LaunchShape.of(1, 1), machine.host().defaultStream());
        try {
            machine.host().synchronize();
            return "seen";
        } catch (StuckException e) {
            String report = String.valueOf(e.getMessage());
            boolean childWaits = report.contains("grid 2 (C) has not started")
                    && report.contains("grid 1 (P), which launched it, has ended");
            boolean spins = report.contains("spinning at: wait for the child");
            return "stuck" + (childWaits ? ": child not started" : "") + (spins ? ", parent spins" : "");
        }
    }

    private static String parentLeavesNoRoom(ProgramMachine fresh) {
        // A small device is full sooner.
        ProgramMachine machine = fresh.withProfile("sm.count=" + FEW_SMS);
        WordArray mark = new WordArray(machine, 1);
        KernelReference child = mark.setting("C", 0, 0);
        int threads = 1024;
        int blocks = 2 * FEW_SMS;
        Kernel parent = kernel("P", k -> {
            k.ifThen(k.equal(k.globalThreadX(), u32(0)), () -> launch(k, child));
            spinWhileZero(k, mark);
        });
        machine.host()
                .launch(parent, LaunchShape.of(blocks, threads), machine.host().defaultStream());
        try {
            machine.host().synchronize();
            return "seen";
        } catch (StuckException e) {
            return "stuck";
        }
    }

    private static void spinWhileZero(KernelBuilder k, WordArray flag) {
        k.doWhile(() -> k.equal(k.memory().loadVolatile(S32, flag.address()), s32(0)));
    }

    /** Runs kernels that launch each other along a random acyclic graph, into all kinds of streams; in CDP1 the first two levels may synchronise. */
    private static String randomTree(ProgramMachine machine) {
        boolean cdp1 = machine.settings().profile().cdp() == CdpSupport.CDP1;
        SplittableRandom random = new SplittableRandom(machine.settings().seed());
        List<KernelReference> below = List.of(lasting("level0", 1_000));
        for (int level = 1; level <= 4; level++) {
            List<KernelReference> callees = below;
            String name = "level" + level;
            below = List.of(
                    randomKernel(name + "a", callees, random.split(), cdp1),
                    randomKernel(name + "b", callees, random.split(), cdp1));
        }
        Kernel root = below.get(0).kernel();
        machine.run(root, 3, 2);
        List<GridLifetime> grids = machine.timeline().grids();
        return grids.stream().allMatch(g -> g.started() >= 0 && g.completed() >= g.bodyEnded())
                        && machine.timeline().failures().isEmpty()
                ? "all complete"
                : "not all complete";
    }

    private static KernelReference randomKernel(
            String name, List<KernelReference> callees, SplittableRandom random, boolean cdp1) {
        return reference(name, k -> {
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
                launch(k, callee, stream);
                if (cdp1 && random.nextBoolean()) {
                    k.device().deviceSynchronize();
                }
            }
        });
    }

    /** One block launches 200 long grids. */
    private static String mostAtOnce(ProgramMachine machine, BiConsumer<KernelBuilder, KernelReference> launch) {
        KernelReference child = reference("C", k -> k.nanosleep(u32(STAY_NANOS)));
        machine.run(k -> launch.accept(k, child), 1, GRIDS);
        List<GridLifetime> children = machine.grids("C");
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

    private static String bystander(ProgramMachine machine) {
        long alone = bystanderCycles(machine, false);
        long beside = bystanderCycles(machine, true);
        return beside > alone + alone / 50 && beside < alone + alone / 2
                ? "slower, by less than half"
                : beside + " cycles against " + alone;
    }

    /** Time of a block that computes without stalls, optionally on an SM with a launching warp, cycles. */
    private static long bystanderCycles(ProgramMachine fresh, boolean launches) {
        ProgramMachine machine = fresh.withProfile("sm.count=1");
        KernelReference child = lasting("C", 1);
        Kernel launcher =
                kernel("launcher", k -> k.forLoop(u32(0), u32(launches ? 8 : 0), u32(1), i -> launch(k, child)));
        Kernel bystander = kernel("bystander", k -> {
            Operand.Register sum = k.variable(f32(0));
            k.forLoop(u32(0), u32(600), u32(1), i -> {
                for (int n = 0; n < 8; n++) {
                    k.multiplyAddInto(sum, sum, f32(1), f32(1));
                }
            });
        });
        machine.host().launch(launcher, LaunchShape.of(1, 1), machine.host().createStream());
        // It leaves some issue slots: if its block is the older one, the launching warp gets no others.
        machine.host().launch(bystander, LaunchShape.of(1, 512), machine.host().createStream());
        machine.host().synchronize();
        GridLifetime span = machine.grid("bystander");
        return span.bodyEnded() - span.started();
    }

    private static String crossover(ProgramMachine machine) {
        return "small: " + faster(machine, 64) + " faster, large: " + faster(machine, 4_096) + " faster";
    }

    private static String faster(ProgramMachine machine, int elements) {
        return micros(machine, elements, true) < micros(machine, elements, false) ? "child" : "loop";
    }

    /** One thread adds 1 to each element in a loop, or launches a child with one thread for each element. */
    private static double micros(ProgramMachine machine, int elements, boolean launches) {
        ProgramMachine own = new ProgramMachine(machine.settings());
        long data = own.host().malloc(4L * elements);
        KernelReference child = reference("C", k -> addOne(k, k.element(u64(data), k.globalThreadX(), 4)));
        own.run(k -> {
            if (launches) {
                k.device().launch(child, u32((elements + 63) / 64), u32(64), u64(0));
            } else {
                k.forLoop(u32(0), u32(elements), u32(1), i -> addOne(k, k.element(u64(data), i, 4)));
            }
        });
        return own.machine().nowMicros();
    }

    private static void addOne(KernelBuilder k, Operand address) {
        k.memory().store(S32, address, k.add(k.memory().load(S32, address), s32(1)));
    }

    /** The resources of a block: threads, registers a thread, bytes of shared memory. */
    private record Demand(int threads, int registers, int sharedBytes) {}

    private static RuleScenario counts(
            String rule, String name, List<String> profiles, List<Demand> demands, String blocks) {
        return claim(rule, name).must(profiles, blocks, machine -> {
            List<String> counts = new ArrayList<>();
            for (Demand demand : demands) {
                counts.add(count(machine, demand));
            }
            return String.join(" ", counts);
        });
    }

    private static String count(ProgramMachine machine, Demand demand) {
        GpuProfile profile = machine.settings().profile();
        int calculated = Occupancy.of(profile, demand.threads, demand.registers, demand.sharedBytes, true)
                .blocksPerSm();
        if (calculated == 0) {
            return "0";
        }
        ProgramMachine own = new ProgramMachine(machine.settings()).withProfile("sm.count=1");
        ResidentBlockCounter counter = new ResidentBlockCounter(own);
        own.host()
                .launch(
                        counter.kernel("K", demand.sharedBytes, demand.registers),
                        LaunchShape.of(2L * calculated, demand.threads),
                        own.host().defaultStream());
        own.host().synchronize();
        return counter.most() == calculated ? Integer.toString(calculated) : calculated + "/" + counter.most();
    }
}
