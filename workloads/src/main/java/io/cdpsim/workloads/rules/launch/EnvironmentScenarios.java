package io.cdpsim.workloads.rules.launch;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.Limits;
import io.cdpsim.workloads.rules.scenario.ResidentBlockCounter;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;

/** Rules ENV-1 to ENV-4: what a grid has from its parent. */
final class EnvironmentScenarios {
    private static final int SHARED_BYTES = 8 << 10;

    private EnvironmentScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "ENV-1",
                        "a grandchild reads the cache preference and the stack limit that the host has set",
                        RuleScenario.BOTH,
                        "prefers L1, stack 4096",
                        EnvironmentScenarios::grandchildReads),
                RuleScenario.must(
                        "ENV-2",
                        "a kernel's own cache preference wins, also when device code launches it",
                        RuleScenario.BOTH,
                        "own preference: more blocks at once, device's: fewer",
                        EnvironmentScenarios::ownPreferenceWins),
                RuleScenario.must(
                        "ENV-3",
                        "the stack limit grows with a kernel that needs more and does not shrink",
                        RuleScenario.BOTH,
                        "grown, kept, then as set",
                        EnvironmentScenarios::stackGrows),
                RuleScenario.must(
                                "ENV-3",
                                "as measured, the stack that the host asks for is rounded up to 16 bytes",
                                RuleScenario.CDP2,
                                "5000: 5008, 5008: 5008, -1: refused",
                                EnvironmentScenarios::stackAsAsked)
                        .strictly("5000: 5000, 5008: 5008, -1: refused"),
                RuleScenario.must(
                        "ENV-4",
                        "a child is on its parent's device",
                        RuleScenario.BOTH,
                        "device 1",
                        EnvironmentScenarios::deviceOfChild));
    }

    private static String grandchildReads(ProgramMachine lab) {
        WordArray seen = new WordArray(lab, 2);
        KernelReference grandchild = KernelReference.to(ProgramKernels.kernel("D", k -> {
            seen.store(k, 0, k.device().deviceGetCacheConfig());
            seen.store(
                    k,
                    1,
                    k.device()
                            .deviceGetLimit(u32(DeviceLimit.STACK_SIZE.number()))
                            .get(1));
        }));
        KernelReference child =
                KernelReference.to(ProgramKernels.kernel("C", k -> ProgramKernels.launch(k, grandchild)));
        lab.host().setCacheConfig(CachePreference.L1);
        lab.host().setStackLimit(4096);
        Programs.run(lab, ProgramKernels.kernel("P", k -> ProgramKernels.launch(k, child)));
        return (seen.read(0) == CachePreference.L1.number() ? "prefers L1" : "prefers " + seen.read(0)) + ", stack "
                + seen.read(1);
    }

    private static String ownPreferenceWins(ProgramMachine lab) {
        long with = mostBlocksAtOnce(new ProgramMachine(lab.settings()), true);
        long without = mostBlocksAtOnce(new ProgramMachine(lab.settings()), false);
        return with > without ? "own preference: more blocks at once, device's: fewer" : with + " and " + without;
    }

    /** Blocks of a child that an SM runs at once while the device prefers L1. */
    private static long mostBlocksAtOnce(ProgramMachine fresh, boolean ownPreference) {
        ProgramMachine lab = Limits.withProfile(fresh, "sm.count=1");
        ResidentBlockCounter crowd = new ResidentBlockCounter(lab);
        KernelReference child = KernelReference.to(crowd.kernel("C", SHARED_BYTES, 32));
        lab.host().setCacheConfig(CachePreference.L1);
        if (ownPreference) {
            lab.host().setCacheConfig(child.kernel(), CachePreference.SHARED);
        }
        Kernel parent = ProgramKernels.kernel("P", k -> k.device().launch(child, u32(64), u32(32), u64(0)));
        Programs.run(lab, parent);
        return crowd.most();
    }

    private static String stackGrows(ProgramMachine lab) {
        Host host = lab.host();
        Kernel large = ProgramKernels.kernel("large", k -> {
            Operand local = k.localArray(8 << 10);
            k.memory().store(StateSpace.LOCAL, ValueType.S32, local, 0, Operand.s32(1));
        });
        Programs.run(lab, large);
        boolean grown = host.limit(DeviceLimit.STACK_SIZE) >= 8 << 10;
        Programs.run(lab, ProgramKernels.lasting("small", 100).kernel());
        boolean kept = host.limit(DeviceLimit.STACK_SIZE) >= 8 << 10;
        host.setStackLimit(2048);
        return (grown ? "grown" : "not grown")
                + (kept ? ", kept" : ", not kept")
                + (host.limit(DeviceLimit.STACK_SIZE) == 2048 ? ", then as set" : ", not as set");
    }

    private static String stackAsAsked(ProgramMachine lab) {
        Host host = lab.host();
        host.setStackLimit(5000);
        long odd = host.limit(DeviceLimit.STACK_SIZE);
        host.setStackLimit(5008);
        long even = host.limit(DeviceLimit.STACK_SIZE);
        boolean refused =
                host.setStackLimit(-1) == CudaError.INVALID_VALUE && host.limit(DeviceLimit.STACK_SIZE) == even;
        return "5000: " + odd + ", 5008: " + even + ", -1: " + (refused ? "refused" : "taken");
    }

    private static String deviceOfChild(ProgramMachine lab) {
        lab.rebuild(s -> s.withDevices(2));
        lab.host().setDevice(1);
        WordArray seen = new WordArray(lab, 1);
        KernelReference child = KernelReference.to(
                ProgramKernels.kernel("C", k -> seen.store(k, k.device().getDevice())));
        Programs.run(lab, ProgramKernels.kernel("P", k -> ProgramKernels.launch(k, child)));
        return "device " + seen.read();
    }
}
