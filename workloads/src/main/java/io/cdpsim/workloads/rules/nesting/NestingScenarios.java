package io.cdpsim.workloads.rules.nesting;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.BlockLifetime;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.rules.scenario.EventParent;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;

/** Rules NEST-1 to NEST-7: when a grid that has launched others is complete. */
final class NestingScenarios {
    private static final long LONG = 100_000;
    private static final long SHORT = 1_000;

    private NestingScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "NEST-1",
                        "a grid is complete only after all its descendants, and the host sees their stores",
                        RuleScenario.BOTH,
                        "grandchild, child, parent; stored",
                        NestingScenarios::parentCompletesLast),
                RuleScenario.must(
                        "NEST-2",
                        "a block without launches is complete early, one with a child after the child",
                        RuleScenario.CDP1,
                        "block 1 before the child's end, block 0 after, grid after",
                        NestingScenarios::blocksCompleteOneByOne),
                RuleScenario.must(
                        "NEST-3",
                        "blocks leave the SM with their threads, and only the grid stays open for the child",
                        RuleScenario.CDP2,
                        "blocks gone before the child's end, grid after",
                        NestingScenarios::onlyTheGridStaysOpen),
                RuleScenario.must(
                        "NEST-4",
                        "a parent that fills the device makes room for its children when its threads exit",
                        RuleScenario.BOTH,
                        "all children complete",
                        NestingScenarios::fullDevice),
                RuleScenario.must(
                        "NEST-5",
                        "streams and events still order the children of a parent that has exited",
                        RuleScenario.BOTH,
                        "C2 after C1, parent after both",
                        NestingScenarios::streamsOutliveTheParent),
                RuleScenario.must(
                        "NEST-6",
                        "the host's event, stream and next kernel wait for all descendants",
                        RuleScenario.BOTH,
                        "event after, stream after, next kernel after",
                        lab -> hostSeesCompletion(lab, Operand.u64(0))),
                RuleScenario.must(
                        "NEST-6",
                        "the host's event, stream and next kernel wait for tail launches",
                        RuleScenario.CDP2,
                        "event after, stream after, next kernel after",
                        lab -> hostSeesCompletion(lab, TAIL_LAUNCH)),
                RuleScenario.must(
                        "NEST-7",
                        "a synchronisation at the end of a kernel gains nothing",
                        RuleScenario.CDP1,
                        "not faster",
                        NestingScenarios::explicitSynchronisationAtTheEnd));
    }

    private static String parentCompletesLast(ProgramLab lab) {
        Words words = new Words(lab, 1);
        KernelReference grandchild = KernelReference.to(Children.kernel("GC", k -> {
            Children.spin(k, LONG);
            words.store(k, 0, Operand.u32(1));
        }));
        KernelReference child = KernelReference.to(Children.kernel("C", k -> Children.launch(k, grandchild)));
        Programs.run(lab, Children.kernel("P", k -> Children.launch(k, child)));
        boolean nested = lab.grid("GC").completed() <= lab.grid("C").completed()
                && lab.grid("C").completed() <= lab.grid("P").completed()
                && lab.machine().nowCycles() >= lab.grid("P").completed();
        return (nested ? "grandchild, child, parent" : "another order")
                + (words.read(0) == 1 ? "; stored" : "; not stored");
    }

    private static GridLifetime runTwoBlocks(ProgramLab lab) {
        KernelReference child = Children.lasting("C", LONG);
        Kernel parent = Children.kernel("P", k -> Programs.byBlock(k, 0, () -> Children.launch(k, child)));
        Programs.run(lab, parent, 2, 1);
        return lab.grid("P");
    }

    private static BlockLifetime block(ProgramLab lab, GridLifetime grid, int index) {
        return lab.timeline().blocks(grid.grid()).stream()
                .filter(b -> b.block() == index)
                .findFirst()
                .orElseThrow();
    }

    private static String blocksCompleteOneByOne(ProgramLab lab) {
        GridLifetime parent = runTwoBlocks(lab);
        GridLifetime child = lab.grid("C");
        long first = block(lab, parent, 0).completed();
        long second = block(lab, parent, 1).completed();
        return "block 1 " + (second >= 0 && second < child.completed() ? "before the child's end" : "late")
                + ", block 0 " + (first >= child.completed() ? "after" : "early")
                + ", grid " + (parent.completed() >= child.completed() ? "after" : "early");
    }

    private static String onlyTheGridStaysOpen(ProgramLab lab) {
        GridLifetime parent = runTwoBlocks(lab);
        GridLifetime child = lab.grid("C");
        boolean gone = block(lab, parent, 0).ended() < child.completed()
                && block(lab, parent, 1).ended() < child.completed();
        return "blocks " + (gone ? "gone before the child's end" : "kept") + ", grid "
                + (parent.completed() >= child.completed() ? "after" : "early");
    }

    private static String fullDevice(ProgramLab lab) {
        int sharedBytes = lab.settings().profile().sm().maxSharedBytesPerBlockOptIn();
        int sms = lab.settings().profile().sm().count();
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            k.largeShared();
            k.sharedArray(sharedBytes);
        }));
        Kernel parent = Children.kernel("P", k -> {
            k.largeShared();
            k.sharedArray(sharedBytes);
            Children.launch(k, child);
        });
        Programs.run(lab, parent, sms, 1);
        long complete = lab.grids("C").stream().filter(c -> c.completed() >= 0).count();
        return complete == sms ? "all children complete" : "only " + complete + " children complete";
    }

    private static String streamsOutliveTheParent(ProgramLab lab) {
        KernelReference c1 = Children.lasting("C1", LONG);
        KernelReference c2 = Children.lasting("C2", SHORT);
        EventParent.run(lab, p -> {
            p.secondAwaits(c1);
            p.launch(c2, p.second());
        });
        GridLifetime p = lab.grid("P");
        boolean last = p.completed() >= lab.grid("C1").completed()
                && p.completed() >= lab.grid("C2").completed();
        return "C2 " + ProgramLab.startsAfter(lab.grid("C2"), lab.grid("C1")) + " C1, parent "
                + (last ? "after both" : "too early");
    }

    private static String hostSeesCompletion(ProgramLab lab, Operand stream) {
        KernelReference grandchild = Children.lasting("GC", LONG);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> Children.launch(k, grandchild, stream)));
        Kernel parent = Children.kernel("P", k -> Children.launch(k, child, stream));
        Host host = lab.host();
        HostStream hostStream = host.createStream();
        HostEvent event = host.createEvent();
        host.launch(parent, LaunchShape.of(1, 1), hostStream);
        host.record(event, hostStream);
        host.launch(Children.kernel("K", k -> {}), LaunchShape.of(1, 1), hostStream);
        host.synchronize(event);
        String eventSeen = lab.grid("GC").completed() >= 0 ? "after" : "early";
        host.synchronize(hostStream);
        String streamSeen = lab.grid("K").completed() >= 0 ? "after" : "early";
        String next = ProgramLab.startsAfter(lab.grid("K"), lab.grid("GC"));
        return "event " + eventSeen + ", stream " + streamSeen + ", next kernel " + next;
    }

    private static String explicitSynchronisationAtTheEnd(ProgramLab lab) {
        // Random delays of the children would drown what the synchronisation costs.
        lab.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
        KernelReference child = Children.lasting("C", SHORT);
        Programs.run(lab, Children.kernel("implicit", k -> Children.launch(k, child)));
        Programs.run(lab, Children.kernel("explicit", k -> {
            Children.launch(k, child);
            k.device().deviceSynchronize();
        }));
        GridLifetime implicit = lab.grid("implicit");
        GridLifetime explicit = lab.grid("explicit");
        boolean faster = explicit.completed() - explicit.started() < implicit.completed() - implicit.started();
        return faster ? "faster" : "not faster";
    }
}
