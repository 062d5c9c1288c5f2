package io.cdpsim.semantics.rules.nesting;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byBlock;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.Timeline.BlockLifetime;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.semantics.rules.scenario.TwoStreamParent;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;

/** Rules NEST: completion of a grid that has launched others. */
public final class NestingScenarios {
    private static final long LONG = 100_000;
    private static final long SHORT = 1_000;

    private NestingScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("NEST-1", "a grid is complete only after all descendants, and the host sees their stores")
                        .must(BOTH, "grandchild, child, parent; stored", NestingScenarios::parentCompletesLast),
                claim("NEST-2", "a block without launches completes early, one with a child after the child")
                        .must(
                                CDP1,
                                "block 1 before the child's end, block 0 after, grid after",
                                NestingScenarios::blocksCompleteOneByOne),
                claim("NEST-3", "blocks leave the SM with their threads, and only the grid waits for the child")
                        .must(
                                CDP2,
                                "blocks gone before the child's end, grid after",
                                NestingScenarios::onlyTheGridStaysOpen),
                claim("NEST-4", "a parent that fills the device frees it for its children when its threads exit")
                        .must(BOTH, "all children complete", NestingScenarios::fullDevice),
                claim("NEST-5", "streams and events still order the children of a parent that has exited")
                        .must(BOTH, "C2 after C1, parent after both", NestingScenarios::streamsOutliveTheParent),
                claim("NEST-6", "the host's event, stream and next kernel wait for all descendants")
                        .must(
                                BOTH,
                                "event after, stream after, next kernel after",
                                machine -> hostSeesCompletion(machine, u64(0))),
                claim("NEST-6", "the host's event, stream and next kernel wait for tail launches")
                        .must(
                                CDP2,
                                "event after, stream after, next kernel after",
                                machine -> hostSeesCompletion(machine, TAIL_LAUNCH)),
                claim("NEST-7", "a synchronisation at the end of a kernel has no benefit")
                        .must(CDP1, "not faster", NestingScenarios::explicitSynchronisationAtTheEnd));
    }

    private static String parentCompletesLast(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 1);
        KernelReference grandchild = reference("GC", k -> {
            spin(k, LONG);
            words.store(k, 0, u32(1));
        });
        KernelReference child = reference("C", k -> launch(k, grandchild));
        machine.run(k -> launch(k, child));
        boolean nested = machine.grid("GC").completed() <= machine.grid("C").completed()
                && machine.grid("C").completed() <= machine.grid("P").completed()
                && machine.machine().nowCycles() >= machine.grid("P").completed();
        return (nested ? "grandchild, child, parent" : "another order")
                + (words.read(0) == 1 ? "; stored" : "; not stored");
    }

    private static GridLifetime runTwoBlocks(ProgramMachine machine) {
        KernelReference child = lasting("C", LONG);
        machine.run(k -> byBlock(k, 0, () -> launch(k, child)), 2, 1);
        return machine.grid("P");
    }

    private static BlockLifetime block(ProgramMachine machine, GridLifetime grid, int index) {
        return machine.timeline().blocks(grid.grid()).stream()
                .filter(b -> b.block() == index)
                .findFirst()
                .orElseThrow();
    }

    private static String blocksCompleteOneByOne(ProgramMachine machine) {
        GridLifetime parent = runTwoBlocks(machine);
        GridLifetime child = machine.grid("C");
        long first = block(machine, parent, 0).completed();
        long second = block(machine, parent, 1).completed();
        return "block 1 " + (second >= 0 && second < child.completed() ? "before the child's end" : "late")
                + ", block 0 " + (first >= child.completed() ? "after" : "early")
                + ", grid " + (parent.completed() >= child.completed() ? "after" : "early");
    }

    private static String onlyTheGridStaysOpen(ProgramMachine machine) {
        GridLifetime parent = runTwoBlocks(machine);
        GridLifetime child = machine.grid("C");
        boolean gone = block(machine, parent, 0).ended() < child.completed()
                && block(machine, parent, 1).ended() < child.completed();
        return "blocks " + (gone ? "gone before the child's end" : "kept") + ", grid "
                + (parent.completed() >= child.completed() ? "after" : "early");
    }

    private static String fullDevice(ProgramMachine machine) {
        int sharedBytes = machine.settings().profile().sm().maxSharedBytesPerBlockOptIn();
        int sms = machine.settings().profile().sm().count();
        KernelReference child = reference("C", k -> {
            k.largeShared();
            k.sharedArray(sharedBytes);
        });
        machine.run(
                k -> {
                    k.largeShared();
                    k.sharedArray(sharedBytes);
                    launch(k, child);
                },
                sms,
                1);
        long complete =
                machine.grids("C").stream().filter(c -> c.completed() >= 0).count();
        return complete == sms ? "all children complete" : "only " + complete + " children complete";
    }

    private static String streamsOutliveTheParent(ProgramMachine machine) {
        KernelReference c1 = lasting("C1", LONG);
        KernelReference c2 = lasting("C2", SHORT);
        TwoStreamParent.run(machine, p -> {
            p.secondAwaits(c1);
            p.launch(c2, p.second());
        });
        GridLifetime p = machine.grid("P");
        boolean last = p.completed() >= machine.grid("C1").completed()
                && p.completed() >= machine.grid("C2").completed();
        return "C2 " + ProgramMachine.startsAfter(machine.grid("C2"), machine.grid("C1")) + " C1, parent "
                + (last ? "after both" : "too early");
    }

    private static String hostSeesCompletion(ProgramMachine machine, Operand stream) {
        KernelReference grandchild = lasting("GC", LONG);
        KernelReference child = reference("C", k -> launch(k, grandchild, stream));
        Kernel parent = kernel("P", k -> launch(k, child, stream));
        Host host = machine.host();
        HostStream hostStream = host.createStream();
        HostEvent event = host.createEvent();
        host.launch(parent, LaunchShape.of(1, 1), hostStream);
        host.record(event, hostStream);
        host.launch(kernel("K", k -> {}), LaunchShape.of(1, 1), hostStream);
        host.synchronize(event);
        String eventSeen = machine.grid("GC").completed() >= 0 ? "after" : "early";
        host.synchronize(hostStream);
        String streamSeen = machine.grid("K").completed() >= 0 ? "after" : "early";
        String next = ProgramMachine.startsAfter(machine.grid("K"), machine.grid("GC"));
        return "event " + eventSeen + ", stream " + streamSeen + ", next kernel " + next;
    }

    private static String explicitSynchronisationAtTheEnd(ProgramMachine machine) {
        // Random delays of the children would exceed the cost of the synchronisation.
        machine.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
        KernelReference child = lasting("C", SHORT);
        machine.run("implicit", k -> launch(k, child));
        machine.run("explicit", k -> {
            launch(k, child);
            k.device().deviceSynchronize();
        });
        GridLifetime implicit = machine.grid("implicit");
        GridLifetime explicit = machine.grid("explicit");
        boolean faster = explicit.completed() - explicit.started() < implicit.completed() - implicit.started();
        return faster ? "faster" : "not faster";
    }
}
