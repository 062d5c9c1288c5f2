package io.cdpsim.semantics.rules.nesting;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.LONG_NANOS;
import static io.cdpsim.workloads.program.ProgramKernels.MIDDLE_NANOS;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.semantics.rules.scenario.ResidentBlockCounter;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;

/** Rules SYNC-6 and SYNC-7: swapping out a block that synchronises. */
public final class SwapScenarios {
    private static final int ALL_SHARED_BYTES = 48 << 10;
    private static final int HALF_SHARED_BYTES = ALL_SHARED_BYTES / 2;

    private SwapScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("SYNC-6", "a parent that holds all shared memory frees it for a child that needs all of it")
                        .must(
                                CDP1,
                                "ended, shared memory kept, swapped out",
                                machine -> allShared(machine.withProfile("sm.count=1"))),
                claim("SYNC-6", "two parents on one SM free it for each other's children, which synchronise too")
                        .must(CDP1, "ended", machine -> parentsInTurn(machine.withProfile("sm.count=1"))),
                claim("SYNC-6", "waiting parents do not count as resident grids")
                        .must(
                                CDP1,
                                "ended",
                                machine -> allGridsWait(machine.withProfile(
                                        "grid.max_resident_grids=4", "grid.max_resident_stream_grids=4"))),
                claim("SYNC-6", "a waiting block frees its SM while another block of its grid ends")
                        .must(
                                CDP1,
                                "ended",
                                machine -> blockEndsMeanwhile(machine.withProfile(
                                        "grid.max_resident_grids=1", "grid.max_resident_stream_grids=1"))),
                claim("SYNC-6", "a block whose child ends during the swap occupies no SM afterwards")
                        .must(CDP1, "all SMs free afterwards", SwapScenarios::childEndsDuringTheSwap),
                claim("SYNC-7", "a computing thread stops while its block is swapped out")
                        .must(
                                CDP1,
                                "ends after the child",
                                machine -> computingThread(machine.withProfile("sm.count=1"))));
    }

    private static String allShared(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 3);
        KernelReference child = reference("C", k -> {
            k.sharedArray(ALL_SHARED_BYTES);
            marks.set(k, 0);
        });
        machine.run(k -> {
            Operand kept = k.sharedArray(ALL_SHARED_BYTES);
            k.memory().store(StateSpace.SHARED, S32, kept, 0, s32(77));
            launch(k, child);
            k.device().deviceSynchronize();
            marks.copy(k, 0, 1);
            marks.store(k, 2, k.memory().load(StateSpace.SHARED, S32, kept, 0));
        });
        long swapped = machine.machine().devices().get(0).metrics().blocksSwappedOut();
        return (marks.read(1) == 1 ? "ended" : "child not done") + ", shared memory "
                + (marks.read(2) == 77 ? "kept" : "lost") + (swapped > 0 ? ", swapped out" : ", not swapped out");
    }

    /** Every grid needs a whole SM; grids of depth 0 and 1 synchronise. */
    private static String parentsInTurn(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 3);
        KernelReference leaf = KernelReference.to(wholeSm("leaf", k -> marks.set(k, 0)));
        KernelReference middle = KernelReference.to(wholeSm("middle", k -> {
            launch(k, leaf);
            launch(k, leaf, k.device().streamCreateWithFlags());
            k.device().deviceSynchronize();
        }));
        Kernel parent = wholeSm("P", k -> {
            launch(k, middle);
            launch(k, middle, k.device().streamCreateWithFlags());
            k.device().deviceSynchronize();
            launch(k, middle);
            k.device().deviceSynchronize();
        });
        machine.run(parent, 2, 1);
        return completedAll(machine, 2 * 3 * 3 + 1);
    }

    private static Kernel wholeSm(String name, java.util.function.Consumer<KernelBuilder> body) {
        return kernel(name, k -> {
            k.sharedArray(ALL_SHARED_BYTES);
            body.accept(k);
        });
    }

    private static String allGridsWait(ProgramMachine machine) {
        KernelReference leaf = lasting("leaf", 1_000);
        KernelReference middle = reference("middle", k -> {
            launch(k, leaf);
            k.device().deviceSynchronize();
        });
        machine.run(k -> launch(k, middle, k.device().streamCreateWithFlags()), 1, 12);
        return completedAll(machine, 1 + 12 + 12);
    }

    /** One grid may be resident: block 0 waits for its child, and no block of the grid runs after block 1 has ended. */
    private static String blockEndsMeanwhile(ProgramMachine machine) {
        KernelReference leaf = lasting("leaf", 1_000);
        Kernel parent = kernel(
                "P",
                k -> k.ifThenElse(
                        k.equal(k.blockX(), u32(0)),
                        () -> {
                            launch(k, leaf);
                            k.device().deviceSynchronize();
                            launch(k, leaf);
                            k.device().deviceSynchronize();
                        },
                        () -> k.nanosleep(u32(MIDDLE_NANOS))));
        machine.host().launch(parent, LaunchShape.of(2, 1), machine.host().defaultStream());
        machine.run(parent, 2, 1);
        return completedAll(machine, 2 * 3);
    }

    private static String computingThread(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 3);
        KernelReference child = KernelReference.to(wholeSm("C", k -> {
            k.nanosleep(u32(LONG_NANOS));
            marks.set(k, 0);
        }));
        Kernel parent = wholeSm("P", k -> {
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                launch(k, child);
                k.device().deviceSynchronize();
            });
            k.ifThen(k.equal(k.threadX(), u32(Lanes.COUNT)), () -> {
                // Far longer than the launch and any delay of a policy, far shorter than the child.
                k.forLoop(u32(0), u32(100), u32(1), i -> k.nanosleep(u32(10_000)));
                marks.copy(k, 0, 1);
            });
        });
        machine.run(parent, 1, 64);
        return marks.read(1) == 1 ? "ends after the child" : "ends before the child";
    }

    /** Varies the end of the child around the start of the swap, while other grids occupy the remaining SMs and one waits for the parent's SM. */
    private static String childEndsDuringTheSwap(ProgramMachine machine) {
        for (int micros = 94; micros <= 106; micros++) {
            ProgramMachine own = new ProgramMachine(machine.settings()).withProfile("sm.count=3");
            int childNanos = micros * 1000;
            KernelReference child = reference("C", k -> k.nanosleep(u32(childNanos)));
            Kernel parent = kernel("P", k -> {
                k.sharedArray(HALF_SHARED_BYTES);
                launch(k, child);
                k.nanosleep(u32(100_000));
                k.device().deviceSynchronize();
            });
            Kernel half = kernel("half", k -> {
                k.sharedArray(HALF_SHARED_BYTES);
                k.nanosleep(u32(MIDDLE_NANOS));
            });
            Kernel whole = wholeSm("whole", k -> k.nanosleep(u32(MIDDLE_NANOS)));
            for (Kernel kernel : List.of(parent, half, whole, half)) {
                own.host().launch(kernel, LaunchShape.of(1, 1), own.host().createStream());
            }
            own.host().spend(60_000);
            own.host().launch(whole, LaunchShape.of(1, 1), own.host().createStream());
            own.host().synchronize();
            ResidentBlockCounter counter = new ResidentBlockCounter(own);
            own.host()
                    .launch(
                            counter.kernel("K", ALL_SHARED_BYTES, 32),
                            LaunchShape.of(6, 32),
                            own.host().defaultStream());
            own.host().synchronize();
            if (counter.most() != 3) {
                return counter.most() + " SMs free afterwards";
            }
        }
        return "all SMs free afterwards";
    }

    private static String completedAll(ProgramMachine machine, int grids) {
        long completed = machine.timeline().grids().stream()
                .filter(g -> g.completed() >= 0)
                .count();
        return completed == grids
                        && machine.timeline().grids().stream()
                                .map(GridLifetime::started)
                                .allMatch(at -> at >= 0)
                ? "ended"
                : completed + " of " + grids + " grids complete";
    }
}
