package io.cdpsim.semantics.rules.pool;

import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.limit.DeviceLimits.MemoryReport;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** Rules DEPTH-5 to DEPTH-7, POOL-2, POOL-10 and CONC-6: limits, and the device memory that they reserve. */
public final class ReservationScenarios {
    private static final long MIB = 1L << 20;

    private ReservationScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("DEPTH-5", "a depth that needs too much memory fails with 2, a lower one succeeds")
                        .must(CDP1, "24: 2, 4: 0, reads 4", ReservationScenarios::depthNeedsMemory),
                claim("DEPTH-5", "the depth is 0 to 24")
                        .must(CDP1, "25: 1, 24: 0, 0: 0", ReservationScenarios::depthRange),
                claim("DEPTH-6", "each level reserves 150 MiB, used or not")
                        .must(CDP1, "4 levels: 600 MiB, default: 300 MiB", ReservationScenarios::depthReserves),
                claim("DEPTH-7", "a device may reserve nothing for a program that never synchronises")
                        .must(CDP1, "without: 0 MiB, with: 300 MiB", ReservationScenarios::reservedWhenUsed),
                claim("POOL-2", "the default limit is 2048, and a set limit reads back")
                        .must(BOTH, "2048, then 1000", ReservationScenarios::pendingLimit),
                claim("POOL-2", "the driver clamps the limit")
                        .must(CDP2, "0: 32, 1: 32, most: 599186", ReservationScenarios::pendingLimitClamped),
                claim("POOL-2", "a slot takes 9,088 bytes of device memory")
                        .must(CDP2, "65536 slots: 595591168 B", ReservationScenarios::slotBytes),
                claim("POOL-2", "a limit that needs more memory than is free fails with 2")
                        .must(BOTH, "2, reads 2048", ReservationScenarios::pendingLimitNeedsMemory),
                claim("POOL-10", "changing a limit while a kernel runs fails")
                        .must(
                                CDP1,
                                "refused, reads 2048, afterwards accepted",
                                machine -> changedWhileRunning(machine)),
                claim("POOL-10", "on the H200, changing a limit while a kernel runs takes effect at once")
                        .must(
                                CDP2,
                                "accepted, reads 4096, afterwards accepted",
                                machine -> changedWhileRunning(machine))
                        .strictly("refused, reads 2048, afterwards accepted"),
                claim("CONC-6", "CDP1 reserves memory for levels and launches")
                        .must(CDP1, "levels and launches", ReservationScenarios::memoryReport),
                claim("CONC-6", "CDP2 reserves memory for launches only")
                        .must(CDP2, "launches", ReservationScenarios::memoryReport));
    }

    private static String depthNeedsMemory(ProgramMachine machine) {
        Host host = machine.withProfile("dram.capacity=1 GiB").host();
        CudaVersion cuda = machine.machine().settings().cuda();
        return "24: " + host.setSyncDepth(24).code(cuda) + ", 4: "
                + host.setSyncDepth(4).code(cuda) + ", reads " + host.limit(DeviceLimit.SYNC_DEPTH);
    }

    private static String depthRange(ProgramMachine machine) {
        Host host = machine.host();
        CudaVersion cuda = machine.machine().settings().cuda();
        return "25: " + host.setSyncDepth(25).code(cuda) + ", 24: "
                + host.setSyncDepth(24).code(cuda) + ", 0: "
                + host.setSyncDepth(0).code(cuda);
    }

    private static String depthReserves(ProgramMachine machine) {
        Host host = machine.host();
        long atDefault = host.freeMemory();
        host.setSyncDepth(0);
        long none = host.freeMemory();
        host.setSyncDepth(4);
        long four = host.freeMemory();
        boolean unavailable = ProgramMachine.errorOf(() -> host.malloc(four + 1)) != CudaError.SUCCESS;
        return "4 levels: " + (none - four) / MIB + " MiB, default: " + (none - atDefault) / MIB + " MiB"
                + (unavailable ? "" : ", which can be allocated");
    }

    private static String reservedWhenUsed(ProgramMachine machine) {
        Host host =
                machine.withProfile("limits.sync_depth_reserved_when_used=true").host();
        long none = host.freeMemory();
        KernelReference child = lasting("C", 100);
        Kernel without = kernel("without", k -> launch(k, child));
        KernelReference syncs = reference("syncs", k -> {
            launch(k, child);
            k.device().deviceSynchronize();
        });
        Kernel with = kernel("with", k -> launch(k, syncs));
        machine.run(without);
        long afterWithout = host.freeMemory();
        machine.run(with);
        return "without: " + (none - afterWithout) / MIB + " MiB, with: " + (none - host.freeMemory()) / MIB + " MiB";
    }

    private static String pendingLimit(ProgramMachine machine) {
        long before = machine.host().limit(DeviceLimit.PENDING_LAUNCH_COUNT);
        machine.host().setPendingLaunchLimit(1000);
        return before + ", then " + machine.host().limit(DeviceLimit.PENDING_LAUNCH_COUNT);
    }

    private static String pendingLimitClamped(ProgramMachine machine) {
        return "0: " + readBack(machine, 0) + ", 1: " + readBack(machine, 1) + ", most: "
                + readBack(machine, Integer.MAX_VALUE);
    }

    private static long readBack(ProgramMachine machine, long limit) {
        machine.host().setPendingLaunchLimit(limit);
        return machine.host().limit(DeviceLimit.PENDING_LAUNCH_COUNT);
    }

    private static String slotBytes(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(65_536);
        return "65536 slots: "
                + machine.machine().devices().get(0).memoryReport().pendingLaunchBytes() + " B";
    }

    private static String pendingLimitNeedsMemory(ProgramMachine machine) {
        Host host = machine.host();
        host.malloc(host.freeMemory() - (1 << 20));
        CudaVersion cuda = machine.machine().settings().cuda();
        int code = host.setPendingLaunchLimit(65_536).code(cuda);
        return code + ", reads " + host.limit(DeviceLimit.PENDING_LAUNCH_COUNT);
    }

    private static String changedWhileRunning(ProgramMachine machine) {
        Host host = machine.host();
        host.launch(lasting("K", 1_000_000).kernel(), LaunchShape.of(1, 1), host.defaultStream());
        String during = accepted(host);
        long reads = host.limit(DeviceLimit.PENDING_LAUNCH_COUNT);
        host.synchronize();
        return during + ", reads " + reads + ", afterwards " + accepted(host);
    }

    private static String accepted(Host host) {
        return host.setPendingLaunchLimit(4096) == CudaError.SUCCESS ? "accepted" : "refused";
    }

    private static String memoryReport(ProgramMachine machine) {
        MemoryReport report = machine.machine().devices().get(0).memoryReport();
        long rest = report.capacityBytes() - report.syncDepthBytes() - report.pendingLaunchBytes();
        if (rest != report.freeBytes() || report.pendingLaunchBytes() != 2048 * 9088L) {
            return "the parts do not add up: " + report;
        }
        return report.syncDepthBytes() > 0 ? "levels and launches" : "launches";
    }
}
