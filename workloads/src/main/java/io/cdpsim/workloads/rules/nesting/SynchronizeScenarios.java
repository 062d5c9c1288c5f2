package io.cdpsim.workloads.rules.nesting;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;
import java.util.Set;

/** Rules SYNC-1 to SYNC-5, SYNC-8 and SYNC-9: what a device synchronisation waits for and what it returns. */
final class SynchronizeScenarios {
    private SynchronizeScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "SYNC-1",
                        "a block does not wait for what another block has launched",
                        RuleScenario.CDP1,
                        "own child done, the other block's not",
                        lab -> otherBlock(lab)),
                RuleScenario.must(
                        "SYNC-1",
                        "a synchronisation waits for the descendants of the children too",
                        RuleScenario.CDP1,
                        "after the grandchild",
                        SynchronizeScenarios::descendants),
                RuleScenario.may(
                        "SYNC-2",
                        "without a barrier before it, a synchronisation may miss another thread's launch",
                        RuleScenario.CDP1,
                        Set.of("missed", "waited for"),
                        lab -> launchOfAnotherThread(lab, false)),
                RuleScenario.must(
                        "SYNC-2",
                        "with a barrier before it, a synchronisation waits for every thread's launch",
                        RuleScenario.CDP1,
                        "waited for",
                        lab -> launchOfAnotherThread(lab, true)),
                RuleScenario.must(
                        "SYNC-2",
                        "what is launched while a thread waits does not prolong its wait",
                        RuleScenario.CDP1,
                        "own child done, the later one not",
                        SynchronizeScenarios::launchedMeanwhile),
                RuleScenario.must(
                        "SYNC-3",
                        "all threads of a warp may synchronise at once",
                        RuleScenario.CDP1,
                        "32 threads returned 0",
                        lab -> manyThreads(lab, false)),
                RuleScenario.must(
                        "SYNC-3",
                        "half of a warp may synchronise in a branch",
                        RuleScenario.CDP1,
                        "32 threads returned 0",
                        lab -> manyThreads(lab, true)),
                RuleScenario.must(
                        "SYNC-4",
                        "the caller sees the children's writes, the block after a barrier",
                        RuleScenario.CDP1,
                        "thread 0 sees them, all see them after the barrier",
                        SynchronizeScenarios::visibility),
                RuleScenario.must(
                        "SYNC-5",
                        "a fault of a child goes to the host, not to the parent's synchronisation",
                        RuleScenario.CDP1,
                        "host: cudaErrorIllegalAddress, parent saw no error",
                        SynchronizeScenarios::childFaults),
                RuleScenario.must(
                        "SYNC-5",
                        "a synchronisation does not return the error of a launch that failed",
                        RuleScenario.CDP1,
                        "launch failed, synchronisation 0",
                        SynchronizeScenarios::launchFails),
                RuleScenario.must(
                        "SYNC-8",
                        "a synchronisation waits for all streams, not for one",
                        RuleScenario.CDP1,
                        "after both",
                        SynchronizeScenarios::allStreams),
                RuleScenario.must(
                        "SYNC-9",
                        "a thread waits for what another thread of its block has launched",
                        RuleScenario.CDP1,
                        "waited for",
                        lab -> launchOfAnotherThread(lab, true)));
    }

    private static String otherBlock(ProgramMachine lab) {
        WordArray marks = new WordArray(lab, 4);
        KernelReference slow = marks.setting("long", 0, ProgramKernels.LONG_NANOS);
        KernelReference quick = marks.setting("short", 1, ProgramKernels.SHORT_NANOS);
        Kernel parent = ProgramKernels.kernel(
                "P",
                k -> k.ifThenElse(k.equal(k.blockX(), u32(0)), () -> ProgramKernels.launch(k, slow), () -> {
                    ProgramKernels.launch(k, quick);
                    k.device().deviceSynchronize();
                    marks.copy(k, 0, 2);
                    marks.copy(k, 1, 3);
                }));
        Programs.run(lab, parent, 2, 1);
        int[] seen = marks.ints();
        return (seen[3] == 1 ? "own child done" : "own child not done")
                + (seen[2] == 0 ? ", the other block's not" : ", the other block's too");
    }

    private static String descendants(ProgramMachine lab) {
        WordArray marks = new WordArray(lab, 4);
        KernelReference grandchild = marks.setting("D", 0, ProgramKernels.MIDDLE_NANOS);
        KernelReference child =
                KernelReference.to(ProgramKernels.kernel("C", k -> ProgramKernels.launch(k, grandchild)));
        Kernel parent = ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, child);
            k.device().deviceSynchronize();
            marks.copy(k, 0, 1);
        });
        Programs.run(lab, parent);
        return marks.read(1) == 1 ? "after the grandchild" : "before the grandchild's end";
    }

    /** Thread 32 launches after a while; thread 0 waits for a child of its own and then synchronises again. */
    private static String launchOfAnotherThread(ProgramMachine lab, boolean barrier) {
        WordArray marks = new WordArray(lab, 4);
        KernelReference other = marks.setting("other", 0, ProgramKernels.LONG_NANOS);
        KernelReference own = marks.setting("own", 1, 0);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            k.ifThen(k.equal(k.threadX(), u32(Lanes.COUNT)), () -> {
                k.nanosleep(u32(60_000));
                ProgramKernels.launch(k, other);
            });
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                ProgramKernels.launch(k, own);
                k.device().deviceSynchronize();
            });
            if (barrier) {
                k.syncThreads();
            }
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                k.device().deviceSynchronize();
                marks.copy(k, 0, 2);
            });
        });
        Programs.run(lab, parent, 1, 64);
        return marks.read(2) == 1 ? "waited for" : "missed";
    }

    private static String launchedMeanwhile(ProgramMachine lab) {
        // Drawn delays may let the later child end first, which is no less legal (P-10).
        lab.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
        WordArray marks = new WordArray(lab, 4);
        KernelReference later = marks.setting("later", 0, ProgramKernels.LONG_NANOS);
        KernelReference own = marks.setting("own", 1, ProgramKernels.MIDDLE_NANOS);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                ProgramKernels.launch(k, own);
                k.device().deviceSynchronize();
                marks.copy(k, 0, 2);
                marks.copy(k, 1, 3);
            });
            k.ifThen(k.equal(k.threadX(), u32(Lanes.COUNT)), () -> {
                k.nanosleep(u32(100_000));
                ProgramKernels.launch(k, later, k.device().streamCreateWithFlags());
            });
        });
        Programs.run(lab, parent, 1, 64);
        int[] seen = marks.ints();
        return (seen[3] == 1 ? "own child done" : "own child not done")
                + (seen[2] == 0 ? ", the later one not" : ", the later one too");
    }

    private static String manyThreads(ProgramMachine lab, boolean divergent) {
        long results = lab.host().malloc(4 * Lanes.COUNT);
        lab.host().memory().fill(results, 0x7F, 4 * Lanes.COUNT);
        KernelReference child = ProgramKernels.lasting("C", 1_000);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, child);
            Operand slot = k.element(u64(results), k.threadX(), 4);
            Runnable wait =
                    () -> k.memory().store(ValueType.S32, slot, k.device().deviceSynchronize());
            if (divergent) {
                k.ifThenElse(k.equal(k.and(k.threadX(), u32(1)), u32(0)), wait, wait);
            } else {
                wait.run();
            }
        });
        Programs.run(lab, parent, 1, Lanes.COUNT);
        int[] codes = lab.host().memory().readInts(results, Lanes.COUNT);
        return java.util.Arrays.stream(codes).filter(code -> code == 0).count() + " threads returned 0";
    }

    /** The guide's listing: each child thread adds 1 to its element. */
    private static String visibility(ProgramMachine lab) {
        int threads = 64;
        long data = lab.host().malloc(4L * threads);
        WordArray wrong = new WordArray(lab, 4);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("child_launch", k -> {
            Operand at = k.element(u64(data), k.threadX(), 4);
            k.memory().store(ValueType.S32, at, k.add(k.memory().load(ValueType.S32, at), s32(1)));
        }));
        Kernel parent = ProgramKernels.kernel("parent_launch", k -> {
            Operand at = k.element(u64(data), k.threadX(), 4);
            k.memory().store(ValueType.U32, at, k.threadX());
            k.syncThreads();
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                k.device().launch(child, u32(1), u32(threads), u64(0));
                k.device().deviceSynchronize();
                k.forLoop(u32(0), u32(threads), u32(1), i -> countIfWrong(k, data, i, wrong, 0));
            });
            k.syncThreads();
            countIfWrong(k, data, k.threadX(), wrong, 1);
        });
        Programs.run(lab, parent, 1, threads);
        int[] seen = wrong.ints();
        return "thread 0 " + (seen[0] == 0 ? "sees them" : "misses some") + ", all "
                + (seen[1] == 0 ? "see them" : "miss some") + " after the barrier";
    }

    private static void countIfWrong(KernelBuilder k, long data, Operand index, WordArray wrong, int mark) {
        Operand value = k.memory().load(ValueType.U32, k.element(u64(data), index, 4));
        k.ifThen(k.notEqual(value, k.add(index, u32(1))), () -> wrong.set(k, mark));
    }

    private static String childFaults(ProgramMachine lab) {
        WordArray marks = new WordArray(lab, 4);
        KernelReference child =
                KernelReference.to(ProgramKernels.kernel("C", k -> k.memory().store(ValueType.S32, u64(0), s32(1))));
        Kernel parent = ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, child);
            Operand error = k.device().deviceSynchronize();
            k.ifThen(k.notEqual(error, s32(0)), () -> marks.set(k, 0));
        });
        CudaError error = Programs.run(lab, parent);
        return "host: " + error.cudaName() + (marks.read(0) == 0 ? ", parent saw no error" : ", parent saw an error");
    }

    private static String launchFails(ProgramMachine lab) {
        WordArray marks = new WordArray(lab, 4);
        KernelReference child = ProgramKernels.lasting("C", 100);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            Operand launched = k.device().launch(child, u32(1), u32(2048), u64(0));
            k.ifThen(k.notEqual(launched, s32(0)), () -> marks.set(k, 0));
            marks.store(k, 1, k.device().deviceSynchronize());
        });
        Programs.run(lab, parent);
        int[] seen = marks.ints();
        return (seen[0] == 1 ? "launch failed" : "launch succeeded") + ", synchronisation " + seen[1];
    }

    private static String allStreams(ProgramMachine lab) {
        WordArray marks = new WordArray(lab, 4);
        KernelReference slow = marks.setting("long", 0, ProgramKernels.LONG_NANOS);
        KernelReference quick = marks.setting("short", 1, ProgramKernels.SHORT_NANOS);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, slow, k.device().streamCreateWithFlags());
            ProgramKernels.launch(k, quick, k.device().streamCreateWithFlags());
            k.device().deviceSynchronize();
            marks.copy(k, 0, 2);
            marks.copy(k, 1, 3);
        });
        Programs.run(lab, parent);
        int[] seen = marks.ints();
        return seen[2] == 1 && seen[3] == 1 ? "after both" : "before the end of one";
    }
}
