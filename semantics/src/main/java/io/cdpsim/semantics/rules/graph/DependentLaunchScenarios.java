package io.cdpsim.semantics.rules.graph;

import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.LONG_NANOS;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Rules D: kernels that may start before the one ahead of them in the stream is complete. */
public final class DependentLaunchScenarios {
    private static final String TRIGGER = "griddepcontrol.launch_dependents;\n";

    /** Only the first block triggers. */
    private static final String TRIGGER_BY_ONE =
            "mov.u32 %r4, %ctaid.x; setp.eq.u32 %p2, %r4, 0; @%p2 griddepcontrol.launch_dependents;\n";

    private static final String LASTS = """
        mov.u64 %l2, %globaltimer;
        SPIN: nanosleep.u32 10000; mov.u64 %l3, %globaltimer; sub.u64 %l4, %l3, %l2; setp.lt.u64 %p1, %l4, NANOS; @%p1 bra SPIN;
        """.replace("NANOS", String.valueOf(LONG_NANOS));

    private static final String STORES = "mov.u32 %r1, 42; st.global.u32 [%l1], %r1;\n";
    private static final String WAITS_AND_READS =
            "griddepcontrol.wait; ld.global.u32 %r1, [%l1]; st.global.u32 [%l1+8], %r1;\n";

    private DependentLaunchScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("D-1", "without the attribute a kernel starts after the one ahead, which triggers")
                        .must(CDP2, "after", machine -> start(machine, false, TRIGGER)),
                claim("D-1", "a dependent kernel starts after the one ahead that does not trigger")
                        .must(CDP2, "after", machine -> start(machine, true, "")),
                claim("D-1", "a dependent kernel starts beside the one ahead that triggers")
                        .must(CDP2, "before the end", machine -> start(machine, true, TRIGGER)),
                claim("D-1", "a dependent kernel waits for each block to trigger or end")
                        .must(CDP2, "after", machine -> start(machine, true, TRIGGER_BY_ONE)),
                claim("D-2", "a dependent kernel that does not wait is complete before the one ahead")
                        .must(CDP2, "complete first", DependentLaunchScenarios::completesFirst),
                claim("D-2", "behind its wait a dependent kernel reads what the one ahead stored last")
                        .must(CDP2, "42", DependentLaunchScenarios::waits));
    }

    private static WordArray run(ProgramMachine machine, boolean isDependent, String ahead, String behind) {
        WordArray to = new WordArray(machine, 2);
        Host host = machine.host();
        HostStream stream = host.createStream();
        long address = to.address().bits();
        host.launch(PtxKernels.kernel("A", "", ahead), LaunchShape.of(2, 1), stream, address);
        Kernel next = PtxKernels.kernel("B", "", behind);
        LaunchShape one = LaunchShape.of(1, 1);
        if (isDependent) {
            byte[] parameters = ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(address)
                    .array();
            host.launchDependent(next, one, stream, parameters);
        } else {
            host.launch(next, one, stream, address);
        }
        host.synchronize();
        return to;
    }

    private static String start(ProgramMachine machine, boolean isDependent, String trigger) {
        run(machine, isDependent, trigger + LASTS, "");
        return ProgramMachine.startsAfter(machine.grid("B"), machine.grid("A"));
    }

    private static String completesFirst(ProgramMachine machine) {
        run(machine, true, TRIGGER + LASTS, "");
        GridLifetime ahead = machine.grid("A");
        return machine.grid("B").completed() < ahead.completed() ? "complete first" : "complete last";
    }

    private static String waits(ProgramMachine machine) {
        String storesInOne = "mov.u32 %r4, %ctaid.x; setp.ne.u32 %p2, %r4, 0; @%p2 exit;\n" + STORES;
        return String.valueOf(run(machine, true, TRIGGER + LASTS + storesInOne, WAITS_AND_READS)
                .read(1));
    }
}
