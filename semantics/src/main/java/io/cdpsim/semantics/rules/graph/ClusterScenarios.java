package io.cdpsim.semantics.rules.graph;

import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Rules C: blocks of a cluster, which run at once and reach each other's shared memory. */
public final class ClusterScenarios {
    private static final String SYNC = "barrier.cluster.arrive; barrier.cluster.wait;\n";

    /** Each block stores its rank and 40 in its shared memory, for its neighbour to copy to the result. */
    private static final String EXCHANGE = """
        mov.u32 %r1, %cluster_ctarank; xor.b32 %r2, %r1, 1; mov.u32 %r3, word; mov.u32 %r4, %ctaid.x;
        mul.wide.u32 %l2, %r4, 8; add.s64 %l3, %l1, %l2; add.u32 %r5, %r1, 40; st.shared.u32 [%r3], %r5;
        """ + SYNC + """
        mapa.shared::cluster.u32 %r6, %r3, %r2; ld.shared::cluster.u32 %r7, [%r6]; st.global.u32 [%l3], %r7;
        """;

    private ClusterScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("C-1", "a cluster has up to 8 blocks, of any number")
                        .must(CDP2, "1: 0, 3: 0, 6: 0, 8: 0, 9: 912, 16: 912", ClusterScenarios::sizes),
                claim("C-1", "a kernel that is allowed to may have clusters of 16")
                        .must(CDP2, "16: 0, 17: 912", ClusterScenarios::nonPortable),
                claim("C-1", "a grid is a multiple of its cluster")
                        .must(CDP2, "4 blocks 0, 5 blocks 912", ClusterScenarios::multiple),
                claim("C-2", "behind the barrier a block reads what its neighbour stored before it")
                        .must(CDP2, "41 40 41 40", ClusterScenarios::exchange),
                claim("C-3", "a load from a neighbour takes longer than one through the same pointer from oneself")
                        .must(CDP2, "longer", ClusterScenarios::neighbour),
                claim("C-4", "a child has the clusters that its kernel declares")
                        .must(CDP2, "launch 0, 41 40", ClusterScenarios::child),
                claim("C-5", "an access that only chance brings before the end of the block is reported")
                        .must(CDP2, "without barrier 1, with barrier 0", ClusterScenarios::leaves),
                claim("C-5", "an access behind the end of the block ends the context")
                        .must(CDP2, "cudaErrorLaunchFailure", ClusterScenarios::late));
    }

    private static LaunchShape shape(long blocks, long clusterBlocks) {
        return LaunchShape.of(blocks, 1).in(new ClusterShape(clusterBlocks, 1, 1, true));
    }

    private static CudaError run(ProgramMachine machine, Kernel kernel, LaunchShape shape, WordArray to) {
        Host host = machine.host();
        CudaError error = ProgramMachine.errorOf(() ->
                host.launch(kernel, shape, host.defaultStream(), to.address().bits()));
        return error == CudaError.SUCCESS ? host.synchronize() : error;
    }

    private static String launched(ProgramMachine machine, Kernel kernel, long... sizes) {
        WordArray none = new WordArray(machine, 1);
        return LongStream.of(sizes)
                .mapToObj(size -> size + ": "
                        + run(machine, kernel, shape(size, size), none).code())
                .collect(Collectors.joining(", "));
    }

    private static String sizes(ProgramMachine machine) {
        return launched(machine, PtxKernels.kernel("P", "", ""), 1, 3, 6, 8, 9, 16);
    }

    private static String nonPortable(ProgramMachine machine) {
        Kernel kernel = PtxKernels.kernel("P", "", "");
        machine.host().allowNonPortableClusters(kernel, true);
        return launched(machine, kernel, 16, 17);
    }

    private static String multiple(ProgramMachine machine) {
        Kernel kernel = PtxKernels.kernel("P", "", "");
        WordArray none = new WordArray(machine, 1);
        return "4 blocks " + run(machine, kernel, shape(4, 2), none).code() + ", 5 blocks "
                + run(machine, kernel, shape(5, 2), none).code();
    }

    private static String exchange(ProgramMachine machine) {
        WordArray to = new WordArray(machine, 4);
        run(machine, PtxKernels.kernel("P", "", EXCHANGE + SYNC), shape(4, 2), to);
        return to.text();
    }

    private static String neighbour(ProgramMachine machine) {
        WordArray cycles = new WordArray(machine, 2);
        run(
                machine,
                PtxKernels.kernel("P", "", """
                    mov.u32 %r1, %cluster_ctarank; setp.ne.u32 %p1, %r1, 0; mov.u32 %r3, word; st.shared.u32 [%r3], %r3;
                    """ + SYNC + "@%p1 bra END;\n" + timed(0) + timed(1) + "END:\n" + SYNC),
                shape(2, 2),
                cycles);
        return cycles.read(1) > cycles.read(0) ? "longer" : cycles.text();
    }

    /** Stores how long a load from the block with a rank takes, with the instruction that waits for it. */
    private static String timed(int rank) {
        return """
            mapa.shared::cluster.u32 %r4, %r3, RANK; mov.u32 %r5, %clock; ld.volatile.shared::cluster.u32 %r6, [%r4];
            add.u32 %r7, %r6, 1; mov.u32 %r8, %clock; sub.u32 %r9, %r8, %r5; st.global.u32 [%l1+AT], %r9;
            """.replace("RANK", String.valueOf(rank)).replace("AT", String.valueOf(rank * 8));
    }

    private static String child(ProgramMachine machine) {
        WordArray to = new WordArray(machine, 2);
        WordArray error = new WordArray(machine, 1);
        KernelReference child = KernelReference.to(
                PtxKernels.kernel("C", ".explicitcluster .reqnctapercluster 2, 1, 1", EXCHANGE + SYNC));
        machine.run(k -> error.store(
                k,
                k.device()
                        .launch(child, Operand.u32(2), Operand.u32(1), DeviceRuntimeCalls.NULL_STREAM, to.address())));
        return "launch " + error.read() + ", " + to.text();
    }

    private static String leaves(ProgramMachine machine) {
        return "without barrier " + reports(machine, EXCHANGE) + ", with barrier " + reports(machine, EXCHANGE + SYNC);
    }

    private static int reports(ProgramMachine machine, String body) {
        machine.rebuild(settings -> settings.withCheck(true));
        run(machine, PtxKernels.kernel("P", "", body), shape(2, 2), new WordArray(machine, 2));
        return machine.machine().visibility().misuses().size();
    }

    private static String late(ProgramMachine machine) {
        WordArray to = new WordArray(machine, 1);
        return run(machine, PtxKernels.kernel("P", "", SYNC + """
            mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 1; @%p1 exit;
            nanosleep.u32 50000; mov.u32 %r3, word; mapa.shared::cluster.u32 %r4, %r3, 1;
            ld.shared::cluster.u32 %r5, [%r4]; st.global.u32 [%l1], %r5;
            """), shape(2, 2), to)
                .cudaName();
    }
}
