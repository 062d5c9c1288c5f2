package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;

/** Rules STR-1 to STR-4: who may use a stream. */
final class StreamScopeScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;

    /** Something a host could hold as a stream: an address in its own memory. */
    private static final long HOST_STREAM = 0x7F55_0000_1000L;

    private StreamScopeScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "STR-1",
                        "a thread may launch into a stream that another thread of its block made",
                        RuleScenario.CDP1,
                        "0, 0; one after another",
                        StreamScopeScenarios::otherThreadOfTheBlock),
                RuleScenario.must(
                        "STR-2",
                        "another block of the grid may launch into a stream, in order with the block that made it",
                        RuleScenario.CDP2,
                        "0; after; not reported",
                        lab -> otherBlock(lab, lab.settings().cuda())),
                RuleScenario.must(
                        "STR-2",
                        "a child may not launch into its parent's stream",
                        RuleScenario.CDP2,
                        "1; never ran; reported",
                        StreamScopeScenarios::parentsStream),
                RuleScenario.must(
                        "STR-1",
                        "a child may not launch into its parent's stream",
                        RuleScenario.CDP1,
                        "1; never ran; reported",
                        StreamScopeScenarios::parentsStream),
                RuleScenario.must(
                        "STR-3",
                        "another block's stream is an invalid value up to CUDA 10.0",
                        RuleScenario.CDP1,
                        "11; never ran; reported",
                        lab -> otherBlock(lab, new CudaVersion(10, 0))),
                RuleScenario.must(
                        "STR-3",
                        "another block's stream is an invalid value from CUDA 10.1",
                        RuleScenario.CDP1,
                        "1; never ran; reported",
                        lab -> otherBlock(lab, new CudaVersion(10, 1))),
                RuleScenario.must(
                        "STR-3",
                        "another block's stream is an invalid value in CUDA 5",
                        RuleScenario.CDP1,
                        "11; never ran; reported",
                        lab -> otherBlock(lab, new CudaVersion(5, 0))),
                RuleScenario.must(
                        "STR-3",
                        "another grid's stream is reported",
                        RuleScenario.CDP2,
                        "1; never ran; reported",
                        StreamScopeScenarios::parentsStream),
                RuleScenario.must(
                        "STR-4",
                        "a stream of the host means nothing in a kernel",
                        RuleScenario.BOTH,
                        "1; never ran; reported",
                        StreamScopeScenarios::hostStream));
    }

    private static String otherThreadOfTheBlock(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 3);
        KernelReference child = ProgramKernels.lasting("C", SHORT);
        Programs.run(
                lab,
                ProgramKernels.kernel("P", k -> {
                    Programs.byThread(k, 0, () -> words.store(k, 2, k.device().streamCreateWithFlags()));
                    k.syncThreads();
                    Operand stream = words.load(k, 2, ValueType.U64);
                    Operand code = k.device().launch(child, Operand.u32(1), Operand.u32(1), stream);
                    k.memory().store(ValueType.S32, words.at(k, k.threadX()), code);
                }),
                1,
                2);
        return words.list(2) + "; " + Programs.serial(lab.grids("C"));
    }

    /** Block 0 makes a stream and launches A into it; block 1 launches B. Block 0 stays until that is done. */
    private static String otherBlock(ProgramMachine lab, CudaVersion version) {
        lab.rebuild(settings -> settings.withCuda(version));
        WordArray words = new WordArray(lab, 4);
        KernelReference a = ProgramKernels.lasting("A", LONG);
        KernelReference b = ProgramKernels.lasting("B", SHORT);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            Programs.byBlock(k, 0, () -> {
                Operand stream = k.device().streamCreateWithFlags();
                ProgramKernels.launch(k, a, stream);
                words.store(k, 0, stream);
                words.raise(k, 1);
                words.awaitRaised(k, 2);
            });
            Programs.byBlock(k, 1, () -> {
                words.awaitRaised(k, 1);
                Operand stream = words.load(k, 0, ValueType.U64);
                words.store(k, 3, k.device().launch(b, Operand.u32(1), Operand.u32(1), stream));
                words.raise(k, 2);
            });
        });
        Programs.run(lab, parent, 2, 1);
        String order =
                lab.grids("B").isEmpty() ? "never ran" : ProgramMachine.startsAfter(lab.grid("B"), lab.grid("A"));
        return words.read(3) + "; " + order + "; " + Programs.reported(lab, "STR-3");
    }

    private static String parentsStream(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 1);
        KernelReference grandchild = ProgramKernels.lasting("GC", SHORT);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("C", k -> {
            Operand stream = k.parameter(ValueType.U64);
            words.store(k, 0, k.device().launch(grandchild, Operand.u32(1), Operand.u32(1), stream));
        }));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            ProgramKernels.launch(k, child, NULL_STREAM, stream);
        }));
        return words.read(0) + "; " + Programs.ran(lab, "GC") + "; " + Programs.reported(lab, "STR-3");
    }

    private static String hostStream(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 1);
        KernelReference child = ProgramKernels.lasting("C", SHORT);
        Programs.run(
                lab,
                ProgramKernels.kernel(
                        "P",
                        k -> words.store(
                                k,
                                0,
                                k.device().launch(child, Operand.u32(1), Operand.u32(1), Operand.u64(HOST_STREAM)))));
        return words.read(0) + "; " + Programs.ran(lab, "C") + "; " + Programs.reported(lab, "STR-4");
    }
}
