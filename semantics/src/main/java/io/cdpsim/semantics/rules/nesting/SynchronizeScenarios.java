package io.cdpsim.semantics.rules.nesting;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.LONG_NANOS;
import static io.cdpsim.workloads.program.ProgramKernels.MIDDLE_NANOS;
import static io.cdpsim.workloads.program.ProgramKernels.SHORT_NANOS;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.Set;

/** Rules SYNC-1 to SYNC-5, SYNC-8 and SYNC-9: what a device synchronisation waits for, and its error. */
public final class SynchronizeScenarios {
    private SynchronizeScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("SYNC-1", "a block does not wait for the launches of another block")
                        .must(CDP1, "own child done, the other block's not", machine -> otherBlock(machine)),
                claim("SYNC-1", "a synchronisation waits for the descendants of the children too")
                        .must(CDP1, "after the grandchild", SynchronizeScenarios::descendants),
                claim("SYNC-2", "without a barrier before it, a synchronisation may miss another thread's launch")
                        .may(CDP1, Set.of("missed", "waited for"), machine -> launchOfAnotherThread(machine, false)),
                claim("SYNC-2", "with a barrier before it, a synchronisation waits for every thread's launch")
                        .must(CDP1, "waited for", machine -> launchOfAnotherThread(machine, true)),
                claim("SYNC-2", "a launch while a thread waits does not prolong the wait")
                        .must(CDP1, "own child done, the later one not", SynchronizeScenarios::launchedMeanwhile),
                claim("SYNC-3", "all threads of a warp may synchronise together")
                        .must(CDP1, "32 threads returned 0", machine -> manyThreads(machine, false)),
                claim("SYNC-3", "half of a warp may synchronise in a branch")
                        .must(CDP1, "32 threads returned 0", machine -> manyThreads(machine, true)),
                claim("SYNC-4", "the caller sees the children's writes, the block after a barrier")
                        .must(
                                CDP1,
                                "thread 0 sees them, all see them after the barrier",
                                SynchronizeScenarios::visibility),
                claim("SYNC-5", "a fault of a child reaches the host, not the parent's synchronisation")
                        .must(
                                CDP1,
                                "host: cudaErrorIllegalAddress, parent saw no error",
                                SynchronizeScenarios::childFaults),
                claim("SYNC-5", "a synchronisation does not return the error of a failed launch")
                        .must(CDP1, "launch failed, synchronisation 0", SynchronizeScenarios::launchFails),
                claim("SYNC-8", "a synchronisation waits for all streams")
                        .must(CDP1, "after both", SynchronizeScenarios::allStreams),
                claim("SYNC-9", "a thread waits for the launches of another thread of its block")
                        .must(CDP1, "waited for", machine -> launchOfAnotherThread(machine, true)));
    }

    private static String otherBlock(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 4);
        KernelReference slow = marks.setting("long", 0, LONG_NANOS);
        KernelReference quick = marks.setting("short", 1, SHORT_NANOS);
        machine.run(
                k -> k.ifThenElse(k.equal(k.blockX(), u32(0)), () -> launch(k, slow), () -> {
                    launch(k, quick);
                    k.device().deviceSynchronize();
                    marks.copy(k, 0, 2);
                    marks.copy(k, 1, 3);
                }),
                2,
                1);
        int[] seen = marks.ints();
        return (seen[3] == 1 ? "own child done" : "own child not done")
                + (seen[2] == 0 ? ", the other block's not" : ", the other block's too");
    }

    private static String descendants(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 4);
        KernelReference grandchild = marks.setting("D", 0, MIDDLE_NANOS);
        KernelReference child = reference("C", k -> launch(k, grandchild));
        machine.run(k -> {
            launch(k, child);
            k.device().deviceSynchronize();
            marks.copy(k, 0, 1);
        });
        return marks.read(1) == 1 ? "after the grandchild" : "before the grandchild's end";
    }

    /** Thread 32 launches after a delay; thread 0 waits for its own child and then synchronises again. */
    private static String launchOfAnotherThread(ProgramMachine machine, boolean barrier) {
        WordArray marks = new WordArray(machine, 4);
        KernelReference other = marks.setting("other", 0, LONG_NANOS);
        KernelReference own = marks.setting("own", 1, 0);
        machine.run(
                k -> {
                    k.ifThen(k.equal(k.threadX(), u32(Lanes.COUNT)), () -> {
                        k.nanosleep(u32(60_000));
                        launch(k, other);
                    });
                    k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                        launch(k, own);
                        k.device().deviceSynchronize();
                    });
                    if (barrier) {
                        k.syncThreads();
                    }
                    k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                        k.device().deviceSynchronize();
                        marks.copy(k, 0, 2);
                    });
                },
                1,
                64);
        return marks.read(2) == 1 ? "waited for" : "missed";
    }

    private static String launchedMeanwhile(ProgramMachine machine) {
        // With random delays the later child may end first, which is legal (P-10).
        machine.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
        WordArray marks = new WordArray(machine, 4);
        KernelReference later = marks.setting("later", 0, LONG_NANOS);
        KernelReference own = marks.setting("own", 1, MIDDLE_NANOS);
        machine.run(
                k -> {
                    k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                        launch(k, own);
                        k.device().deviceSynchronize();
                        marks.copy(k, 0, 2);
                        marks.copy(k, 1, 3);
                    });
                    k.ifThen(k.equal(k.threadX(), u32(Lanes.COUNT)), () -> {
                        k.nanosleep(u32(100_000));
                        launch(k, later, k.device().streamCreateWithFlags());
                    });
                },
                1,
                64);
        int[] seen = marks.ints();
        return (seen[3] == 1 ? "own child done" : "own child not done")
                + (seen[2] == 0 ? ", the later one not" : ", the later one too");
    }

    private static String manyThreads(ProgramMachine machine, boolean divergent) {
        long results = machine.host().malloc(4 * Lanes.COUNT);
        machine.host().memory().fill(results, 0x7F, 4 * Lanes.COUNT);
        KernelReference child = lasting("C", 1_000);
        machine.run(
                k -> {
                    launch(k, child);
                    Operand slot = k.element(u64(results), k.threadX(), 4);
                    Runnable wait = () -> k.memory().store(S32, slot, k.device().deviceSynchronize());
                    if (divergent) {
                        k.ifThenElse(k.equal(k.and(k.threadX(), u32(1)), u32(0)), wait, wait);
                    } else {
                        wait.run();
                    }
                },
                1,
                Lanes.COUNT);
        int[] codes = machine.host().memory().readInts(results, Lanes.COUNT);
        return java.util.Arrays.stream(codes).filter(code -> code == 0).count() + " threads returned 0";
    }

    /** The guide's listing: each child thread adds 1 to its element. */
    private static String visibility(ProgramMachine machine) {
        int threads = 64;
        long data = machine.host().malloc(4L * threads);
        WordArray wrong = new WordArray(machine, 4);
        KernelReference child = reference("child_launch", k -> {
            Operand at = k.element(u64(data), k.threadX(), 4);
            k.memory().store(S32, at, k.add(k.memory().load(S32, at), s32(1)));
        });
        Kernel parent = kernel("parent_launch", k -> {
            Operand at = k.element(u64(data), k.threadX(), 4);
            k.memory().store(U32, at, k.threadX());
            k.syncThreads();
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                k.device().launch(child, u32(1), u32(threads), u64(0));
                k.device().deviceSynchronize();
                k.forLoop(u32(0), u32(threads), u32(1), i -> countIfWrong(k, data, i, wrong, 0));
            });
            k.syncThreads();
            countIfWrong(k, data, k.threadX(), wrong, 1);
        });
        machine.run(parent, 1, threads);
        int[] seen = wrong.ints();
        return "thread 0 " + (seen[0] == 0 ? "sees them" : "misses some") + ", all "
                + (seen[1] == 0 ? "see them" : "miss some") + " after the barrier";
    }

    private static void countIfWrong(KernelBuilder k, long data, Operand index, WordArray wrong, int mark) {
        Operand value = k.memory().load(U32, k.element(u64(data), index, 4));
        k.ifThen(k.notEqual(value, k.add(index, u32(1))), () -> wrong.set(k, mark));
    }

    private static String childFaults(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 4);
        KernelReference child = reference("C", k -> k.memory().store(S32, u64(0), s32(1)));
        Kernel parent = kernel("P", k -> {
            launch(k, child);
            Operand error = k.device().deviceSynchronize();
            k.ifThen(k.notEqual(error, s32(0)), () -> marks.set(k, 0));
        });
        CudaError error = machine.run(parent);
        return "host: " + error.cudaName() + (marks.read(0) == 0 ? ", parent saw no error" : ", parent saw an error");
    }

    private static String launchFails(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 4);
        KernelReference child = lasting("C", 100);
        machine.run(k -> {
            Operand launched = k.device().launch(child, u32(1), u32(2048), u64(0));
            k.ifThen(k.notEqual(launched, s32(0)), () -> marks.set(k, 0));
            marks.store(k, 1, k.device().deviceSynchronize());
        });
        int[] seen = marks.ints();
        return (seen[0] == 1 ? "launch failed" : "launch succeeded") + ", synchronisation " + seen[1];
    }

    private static String allStreams(ProgramMachine machine) {
        WordArray marks = new WordArray(machine, 4);
        KernelReference slow = marks.setting("long", 0, LONG_NANOS);
        KernelReference quick = marks.setting("short", 1, SHORT_NANOS);
        machine.run(k -> {
            launch(k, slow, k.device().streamCreateWithFlags());
            launch(k, quick, k.device().streamCreateWithFlags());
            k.device().deviceSynchronize();
            marks.copy(k, 0, 2);
            marks.copy(k, 1, 3);
        });
        int[] seen = marks.ints();
        return seen[2] == 1 && seen[3] == 1 ? "after both" : "before the end of one";
    }
}
