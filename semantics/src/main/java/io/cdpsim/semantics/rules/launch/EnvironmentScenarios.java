package io.cdpsim.semantics.rules.launch;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.ResidentBlockCounter;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;

/** Rules ENV: settings that a grid inherits. */
public final class EnvironmentScenarios {
    private static final int SHARED_BYTES = 8 << 10;

    private EnvironmentScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("ENV-1", "a grandchild reads the cache preference and the stack limit of the host")
                        .must(BOTH, "prefers L1, stack 4096", EnvironmentScenarios::grandchildReads),
                claim("ENV-2", "a kernel's own cache preference takes precedence, also in launches by device code")
                        .must(
                                BOTH,
                                "own preference: more blocks at once, device's: fewer",
                                EnvironmentScenarios::ownPreferenceWins),
                claim("ENV-3", "a kernel that needs more stack raises the limit permanently")
                        .must(BOTH, "grown, kept, then as set", EnvironmentScenarios::stackGrows),
                claim("ENV-3", "as measured, a stack limit of the host is rounded up to 16 bytes")
                        .must(CDP2, "5000: 5008, 5008: 5008, -1: refused", EnvironmentScenarios::stackLimit)
                        .strictly("5000: 5000, 5008: 5008, -1: refused"),
                claim("ENV-4", "a child runs on its parent's device")
                        .must(BOTH, "device 1", EnvironmentScenarios::deviceOfChild));
    }

    private static String grandchildReads(ProgramMachine machine) {
        WordArray seen = new WordArray(machine, 2);
        KernelReference grandchild = reference("D", k -> {
            seen.store(k, 0, k.device().deviceGetCacheConfig());
            seen.store(
                    k,
                    1,
                    k.device()
                            .deviceGetLimit(u32(DeviceLimit.STACK_SIZE.number()))
                            .get(1));
        });
        KernelReference child = reference("C", k -> launch(k, grandchild));
        machine.host().setCacheConfig(CachePreference.L1);
        machine.host().setStackLimit(4096);
        machine.run(k -> launch(k, child));
        return (seen.read(0) == CachePreference.L1.number() ? "prefers L1" : "prefers " + seen.read(0)) + ", stack "
                + seen.read(1);
    }

    private static String ownPreferenceWins(ProgramMachine machine) {
        long with = mostBlocksAtOnce(new ProgramMachine(machine.settings()), true);
        long without = mostBlocksAtOnce(new ProgramMachine(machine.settings()), false);
        return with > without ? "own preference: more blocks at once, device's: fewer" : with + " and " + without;
    }

    /** Number of blocks of a child on an SM while the device prefers L1. */
    private static long mostBlocksAtOnce(ProgramMachine fresh, boolean ownPreference) {
        ProgramMachine machine = fresh.withProfile("sm.count=1");
        ResidentBlockCounter counter = new ResidentBlockCounter(machine);
        KernelReference child = KernelReference.to(counter.kernel("C", SHARED_BYTES, 32));
        machine.host().setCacheConfig(CachePreference.L1);
        if (ownPreference) {
            machine.host().setCacheConfig(child.kernel(), CachePreference.SHARED);
        }
        machine.run(k -> k.device().launch(child, u32(64), u32(32), u64(0)));
        return counter.most();
    }

    private static String stackGrows(ProgramMachine machine) {
        Host host = machine.host();
        machine.run("large", k -> {
            Operand local = k.localArray(8 << 10);
            k.memory().store(StateSpace.LOCAL, S32, local, 0, s32(1));
        });
        boolean grown = host.limit(DeviceLimit.STACK_SIZE) >= 8 << 10;
        machine.run(lasting("small", 100).kernel());
        boolean kept = host.limit(DeviceLimit.STACK_SIZE) >= 8 << 10;
        host.setStackLimit(2048);
        return (grown ? "grown" : "not grown")
                + (kept ? ", kept" : ", not kept")
                + (host.limit(DeviceLimit.STACK_SIZE) == 2048 ? ", then as set" : ", not as set");
    }

    private static String stackLimit(ProgramMachine machine) {
        Host host = machine.host();
        host.setStackLimit(5000);
        long odd = host.limit(DeviceLimit.STACK_SIZE);
        host.setStackLimit(5008);
        long even = host.limit(DeviceLimit.STACK_SIZE);
        boolean refused =
                host.setStackLimit(-1) == CudaError.INVALID_VALUE && host.limit(DeviceLimit.STACK_SIZE) == even;
        return "5000: " + odd + ", 5008: " + even + ", -1: " + (refused ? "refused" : "taken");
    }

    private static String deviceOfChild(ProgramMachine machine) {
        machine.rebuild(s -> s.withDevices(2));
        machine.host().setDevice(1);
        WordArray seen = new WordArray(machine, 1);
        KernelReference child = reference("C", k -> seen.store(k, k.device().getDevice()));
        machine.run(k -> launch(k, child));
        return "device " + seen.read();
    }
}
