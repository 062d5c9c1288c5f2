package io.cdpsim.workloads.rules.nesting;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.rules.scenario.Crowd;
import io.cdpsim.workloads.rules.scenario.Limits;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;

/** Rules SYNC-6 and SYNC-7: a block that synchronises may have to make room for its children. */
final class SwapScenarios {
    private static final int ALL_SHARED_BYTES = 48 << 10;
    private static final int HALF_SHARED_BYTES = ALL_SHARED_BYTES / 2;

    private SwapScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "SYNC-6",
                        "a parent that holds all shared memory makes room for a child that needs all of it",
                        RuleScenario.CDP1,
                        "ended, shared memory kept, swapped out",
                        lab -> allShared(Limits.withProfile(lab, "sm.count=1"))),
                RuleScenario.must(
                        "SYNC-6",
                        "two parents on one SM make room for each other's children, which synchronise too",
                        RuleScenario.CDP1,
                        "ended",
                        lab -> parentsInTurn(Limits.withProfile(lab, "sm.count=1"))),
                RuleScenario.must(
                        "SYNC-6",
                        "parents that wait do not count as resident grids",
                        RuleScenario.CDP1,
                        "ended",
                        lab -> allGridsWait(Limits.withProfile(
                                lab, "grid.max_resident_grids=4", "grid.max_resident_stream_grids=4"))),
                RuleScenario.must(
                        "SYNC-6",
                        "a block that waits makes room, another block of its grid ends meanwhile",
                        RuleScenario.CDP1,
                        "ended",
                        lab -> blockEndsMeanwhile(Limits.withProfile(
                                lab, "grid.max_resident_grids=1", "grid.max_resident_stream_grids=1"))),
                RuleScenario.must(
                        "SYNC-6",
                        "a block whose child ends while it is being swapped out leaves no trace on its SM",
                        RuleScenario.CDP1,
                        "all SMs free afterwards",
                        SwapScenarios::childEndsDuringTheSwap),
                RuleScenario.must(
                        "SYNC-7",
                        "a thread that only computes stands still while its block is swapped out",
                        RuleScenario.CDP1,
                        "ends after the child",
                        lab -> computingThread(Limits.withProfile(lab, "sm.count=1"))));
    }

    private static String allShared(ProgramLab lab) {
        Words marks = new Words(lab, 3);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            k.sharedArray(ALL_SHARED_BYTES);
            marks.set(k, 0);
        }));
        Kernel parent = Children.kernel("P", k -> {
            Operand kept = k.sharedArray(ALL_SHARED_BYTES);
            k.memory().store(StateSpace.SHARED, ValueType.S32, kept, 0, s32(77));
            Children.launch(k, child);
            k.device().deviceSynchronize();
            marks.copy(k, 0, 1);
            marks.store(k, 2, k.memory().load(StateSpace.SHARED, ValueType.S32, kept, 0));
        });
        Programs.run(lab, parent);
        long swapped = lab.machine().devices().get(0).metrics().blocksSwappedOut();
        return (marks.read(1) == 1 ? "ended" : "child not done") + ", shared memory "
                + (marks.read(2) == 77 ? "kept" : "lost") + (swapped > 0 ? ", swapped out" : ", not swapped out");
    }

    /** Every grid needs the whole SM; grids of depth 0 and 1 synchronise. */
    private static String parentsInTurn(ProgramLab lab) {
        Words marks = new Words(lab, 3);
        KernelReference leaf = KernelReference.to(wholeSm("leaf", k -> marks.set(k, 0)));
        KernelReference middle = KernelReference.to(wholeSm("middle", k -> {
            Children.launch(k, leaf);
            Children.launch(k, leaf, k.device().streamCreateWithFlags());
            k.device().deviceSynchronize();
        }));
        Kernel parent = wholeSm("P", k -> {
            Children.launch(k, middle);
            Children.launch(k, middle, k.device().streamCreateWithFlags());
            k.device().deviceSynchronize();
            Children.launch(k, middle);
            k.device().deviceSynchronize();
        });
        Programs.run(lab, parent, 2, 1);
        return completedAll(lab, 2 * 3 * 3 + 1);
    }

    private static Kernel wholeSm(String name, java.util.function.Consumer<KernelBuilder> body) {
        return Children.kernel(name, k -> {
            k.sharedArray(ALL_SHARED_BYTES);
            body.accept(k);
        });
    }

    private static String allGridsWait(ProgramLab lab) {
        KernelReference leaf = Children.lasting("leaf", 1_000);
        KernelReference middle = KernelReference.to(Children.kernel("middle", k -> {
            Children.launch(k, leaf);
            k.device().deviceSynchronize();
        }));
        Kernel parent =
                Children.kernel("P", k -> Children.launch(k, middle, k.device().streamCreateWithFlags()));
        Programs.run(lab, parent, 1, 12);
        return completedAll(lab, 1 + 12 + 12);
    }

    /** One grid may be resident: block 0 waits for its child, and only once block 1 has ended does nothing of the grid run any more. */
    private static String blockEndsMeanwhile(ProgramLab lab) {
        KernelReference leaf = Children.lasting("leaf", 1_000);
        Kernel parent = Children.kernel(
                "P",
                k -> k.ifThenElse(
                        k.equal(k.blockX(), u32(0)),
                        () -> {
                            Children.launch(k, leaf);
                            k.device().deviceSynchronize();
                            Children.launch(k, leaf);
                            k.device().deviceSynchronize();
                        },
                        () -> k.nanosleep(u32(Children.MIDDLE_NANOS))));
        lab.host().launch(parent, LaunchShape.of(2, 1), lab.host().defaultStream());
        Programs.run(lab, parent, 2, 1);
        return completedAll(lab, 2 * 3);
    }

    private static String computingThread(ProgramLab lab) {
        Words marks = new Words(lab, 3);
        KernelReference child = KernelReference.to(wholeSm("C", k -> {
            k.nanosleep(u32(Children.LONG_NANOS));
            marks.set(k, 0);
        }));
        Kernel parent = wholeSm("P", k -> {
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                Children.launch(k, child);
                k.device().deviceSynchronize();
            });
            k.ifThen(k.equal(k.threadX(), u32(Lanes.COUNT)), () -> {
                // Far longer than the launch takes and any policy puts it off, far shorter than the child.
                k.forLoop(u32(0), u32(100), u32(1), i -> k.nanosleep(u32(10_000)));
                marks.copy(k, 0, 1);
            });
        });
        Programs.run(lab, parent, 1, 64);
        return marks.read(1) == 1 ? "ends after the child" : "ends before the child";
    }

    /**
     * Sweeps the child's time over the begin of the swap. Others leave no room but beside a neighbour, where the parent would fit, and a rival
     * wants the parent's SM.
     */
    private static String childEndsDuringTheSwap(ProgramLab lab) {
        for (int micros = 94; micros <= 106; micros++) {
            ProgramLab own = Limits.withProfile(new ProgramLab(lab.settings()), "sm.count=3");
            int childNanos = micros * 1000;
            KernelReference child = KernelReference.to(Children.kernel("C", k -> k.nanosleep(u32(childNanos))));
            Kernel parent = Children.kernel("P", k -> {
                k.sharedArray(HALF_SHARED_BYTES);
                Children.launch(k, child);
                k.nanosleep(u32(100_000));
                k.device().deviceSynchronize();
            });
            Kernel half = Children.kernel("half", k -> {
                k.sharedArray(HALF_SHARED_BYTES);
                k.nanosleep(u32(Children.MIDDLE_NANOS));
            });
            Kernel whole = wholeSm("whole", k -> k.nanosleep(u32(Children.MIDDLE_NANOS)));
            for (Kernel kernel : List.of(parent, half, whole, half)) {
                own.host().launch(kernel, LaunchShape.of(1, 1), own.host().createStream());
            }
            own.host().spend(60_000);
            own.host().launch(whole, LaunchShape.of(1, 1), own.host().createStream());
            own.host().synchronize();
            Crowd crowd = new Crowd(own);
            own.host()
                    .launch(
                            crowd.kernel("K", ALL_SHARED_BYTES, 32),
                            LaunchShape.of(6, 32),
                            own.host().defaultStream());
            own.host().synchronize();
            if (crowd.most() != 3) {
                return crowd.most() + " SMs free afterwards";
            }
        }
        return "all SMs free afterwards";
    }

    private static String completedAll(ProgramLab lab, int grids) {
        long completed =
                lab.timeline().grids().stream().filter(g -> g.completed() >= 0).count();
        return completed == grids
                        && lab.timeline().grids().stream()
                                .map(GridLifetime::started)
                                .allMatch(at -> at >= 0)
                ? "ended"
                : completed + " of " + grids + " grids complete";
    }
}
