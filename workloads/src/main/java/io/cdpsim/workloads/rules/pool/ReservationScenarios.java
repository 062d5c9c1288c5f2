package io.cdpsim.workloads.rules.pool;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.limit.MemoryReport;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.rules.scenario.Limits;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;

/** Rules DEPTH-5 to DEPTH-7, POOL-2, POOL-10 and CONC-6: limits, and the device memory that they set aside. */
final class ReservationScenarios {
    private ReservationScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "DEPTH-5",
                        "a depth that needs more memory than there is fails with 2, a lower one can be tried",
                        RuleScenario.CDP1,
                        "24: 2, 4: 0, reads 4",
                        ReservationScenarios::depthNeedsMemory),
                RuleScenario.must(
                        "DEPTH-5",
                        "the depth is 0 to 24",
                        RuleScenario.CDP1,
                        "25: 1, 24: 0, 0: 0",
                        ReservationScenarios::depthRange),
                RuleScenario.must(
                        "DEPTH-6",
                        "each level takes 150 MiB from the program, used or not",
                        RuleScenario.CDP1,
                        "4 levels: 600 MiB, default: 300 MiB",
                        ReservationScenarios::depthReserves),
                RuleScenario.must(
                        "DEPTH-7",
                        "a device may set nothing aside for a program that never synchronises",
                        RuleScenario.CDP1,
                        "without: 0 MiB, with: 300 MiB",
                        ReservationScenarios::reservedWhenUsed),
                RuleScenario.must(
                        "POOL-2",
                        "the limit is 2048 unless set, and reads back as set",
                        RuleScenario.BOTH,
                        "2048, then 1000",
                        ReservationScenarios::pendingLimit),
                RuleScenario.must(
                        "POOL-2",
                        "the driver clamps the limit",
                        RuleScenario.CDP2,
                        "0: 32, 1: 32, most: 599186",
                        ReservationScenarios::pendingLimitClamped),
                RuleScenario.must(
                        "POOL-2",
                        "a slot takes 9,088 bytes of device memory",
                        RuleScenario.CDP2,
                        "65536 slots: 595591168 B",
                        ReservationScenarios::slotBytes),
                RuleScenario.must(
                        "POOL-2",
                        "a limit that needs more memory than is left fails with 2",
                        RuleScenario.BOTH,
                        "2, reads 2048",
                        ReservationScenarios::pendingLimitNeedsMemory),
                RuleScenario.must(
                        "POOL-10",
                        "a limit changed while a kernel runs is refused",
                        RuleScenario.CDP1,
                        "refused, reads 2048, afterwards accepted",
                        lab -> changedWhileRunning(lab)),
                RuleScenario.must(
                                "POOL-10",
                                "a limit changed while a kernel runs holds at once on the H200 and is refused by the"
                                        + " letter",
                                RuleScenario.CDP2,
                                "accepted, reads 4096, afterwards accepted",
                                lab -> changedWhileRunning(lab))
                        .strictly("refused, reads 2048, afterwards accepted"),
                RuleScenario.must(
                        "CONC-6",
                        "CDP1 sets memory aside for levels and launches",
                        RuleScenario.CDP1,
                        "levels and launches",
                        ReservationScenarios::memoryReport),
                RuleScenario.must(
                        "CONC-6",
                        "CDP2 sets memory aside for launches only",
                        RuleScenario.CDP2,
                        "launches",
                        ReservationScenarios::memoryReport));
    }

    private static String depthNeedsMemory(ProgramMachine lab) {
        Host host = Limits.withProfile(lab, "dram.capacity=1 GiB").host();
        CudaVersion cuda = lab.machine().settings().cuda();
        return "24: " + host.setSyncDepth(24).code(cuda) + ", 4: "
                + host.setSyncDepth(4).code(cuda) + ", reads " + host.limit(DeviceLimit.SYNC_DEPTH);
    }

    private static String depthRange(ProgramMachine lab) {
        Host host = lab.host();
        CudaVersion cuda = lab.machine().settings().cuda();
        return "25: " + host.setSyncDepth(25).code(cuda) + ", 24: "
                + host.setSyncDepth(24).code(cuda) + ", 0: "
                + host.setSyncDepth(0).code(cuda);
    }

    private static String depthReserves(ProgramMachine lab) {
        Host host = lab.host();
        long atDefault = host.freeMemory();
        host.setSyncDepth(0);
        long none = host.freeMemory();
        host.setSyncDepth(4);
        long four = host.freeMemory();
        boolean unavailable = Limits.error(() -> host.malloc(four + 1)) != CudaError.SUCCESS;
        return "4 levels: " + (none - four) / Limits.MIB + " MiB, default: " + (none - atDefault) / Limits.MIB + " MiB"
                + (unavailable ? "" : ", which can be allocated");
    }

    private static String reservedWhenUsed(ProgramMachine lab) {
        Host host = Limits.withProfile(lab, "limits.sync_depth_reserved_when_used=true")
                .host();
        long none = host.freeMemory();
        KernelReference child = ProgramKernels.lasting("C", 100);
        Kernel without = ProgramKernels.kernel("without", k -> ProgramKernels.launch(k, child));
        KernelReference syncs = KernelReference.to(ProgramKernels.kernel("syncs", k -> {
            ProgramKernels.launch(k, child);
            k.device().deviceSynchronize();
        }));
        Kernel with = ProgramKernels.kernel("with", k -> ProgramKernels.launch(k, syncs));
        Programs.run(lab, without);
        long afterWithout = host.freeMemory();
        Programs.run(lab, with);
        return "without: " + (none - afterWithout) / Limits.MIB + " MiB, with: "
                + (none - host.freeMemory()) / Limits.MIB + " MiB";
    }

    private static String pendingLimit(ProgramMachine lab) {
        long before = lab.host().limit(DeviceLimit.PENDING_LAUNCH_COUNT);
        lab.host().setPendingLaunchLimit(1000);
        return before + ", then " + lab.host().limit(DeviceLimit.PENDING_LAUNCH_COUNT);
    }

    private static String pendingLimitClamped(ProgramMachine lab) {
        return "0: " + readBack(lab, 0) + ", 1: " + readBack(lab, 1) + ", most: " + readBack(lab, Integer.MAX_VALUE);
    }

    private static long readBack(ProgramMachine lab, long limit) {
        lab.host().setPendingLaunchLimit(limit);
        return lab.host().limit(DeviceLimit.PENDING_LAUNCH_COUNT);
    }

    private static String slotBytes(ProgramMachine lab) {
        lab.host().setPendingLaunchLimit(65_536);
        return "65536 slots: " + lab.machine().devices().get(0).memoryReport().pendingLaunchBytes() + " B";
    }

    private static String pendingLimitNeedsMemory(ProgramMachine lab) {
        Host host = lab.host();
        host.malloc(host.freeMemory() - (1 << 20));
        CudaVersion cuda = lab.machine().settings().cuda();
        int code = host.setPendingLaunchLimit(65_536).code(cuda);
        return code + ", reads " + host.limit(DeviceLimit.PENDING_LAUNCH_COUNT);
    }

    private static String changedWhileRunning(ProgramMachine lab) {
        Host host = lab.host();
        host.launch(ProgramKernels.lasting("K", 1_000_000).kernel(), LaunchShape.of(1, 1), host.defaultStream());
        String during = accepted(host);
        long reads = host.limit(DeviceLimit.PENDING_LAUNCH_COUNT);
        host.synchronize();
        return during + ", reads " + reads + ", afterwards " + accepted(host);
    }

    private static String accepted(Host host) {
        return host.setPendingLaunchLimit(4096) == CudaError.SUCCESS ? "accepted" : "refused";
    }

    private static String memoryReport(ProgramMachine lab) {
        MemoryReport report = lab.machine().devices().get(0).memoryReport();
        long rest = report.capacityBytes() - report.syncDepthBytes() - report.pendingLaunchBytes();
        if (rest != report.freeBytes() || report.pendingLaunchBytes() != 2048 * 9088L) {
            return "the parts do not add up: " + report;
        }
        return report.syncDepthBytes() > 0 ? "levels and launches" : "launches";
    }
}
