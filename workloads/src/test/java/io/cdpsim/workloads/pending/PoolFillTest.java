package io.cdpsim.workloads.pending;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One thread launches 10,000 children while it stays alive. An H200 gave these counts in each of three runs: into a stream and into the
 * fire-and-forget stream children end fast enough for the pool never to fill; tail launches wait for the parent and fill it.
 */
class PoolFillTest {
    private static final int RAN = 0;
    private static final int FAILED = 4;
    private static final int FIRST_FAILED = 8;

    private static Kernel child(long counters) {
        KernelBuilder k = new KernelBuilder("waitChild").registersPerThread(8);
        k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(counters + RAN), s32(1));
        return k.build();
    }

    private static Kernel fill(String mode, long counters) {
        KernelReference child = KernelReference.to(child(counters));
        KernelBuilder k = new KernelBuilder("fill").registersPerThread(30);
        Operand launches = k.parameter(ValueType.S32);
        Operand stream = switch (mode) {
            case "streams" -> k.device().streamCreateWithFlags();
            case "fire_and_forget" -> DeviceRuntimeCalls.FIRE_AND_FORGET;
            default -> DeviceRuntimeCalls.TAIL_LAUNCH;
        };
        k.forLoop(s32(0), launches, s32(1), i -> {
            k.device().launch(child, u32(1), u32(1), stream);
            k.ifThen(k.notEqual(k.device().getLastError(), s32(0)), () -> {
                k.memory()
                        .reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(counters + FAILED), s32(1));
                k.memory()
                        .reduce(
                                StateSpace.GLOBAL,
                                AtomicOperation.MINIMUM,
                                ValueType.S32,
                                u64(counters + FIRST_FAILED),
                                i);
            });
        });
        return k.build();
    }

    @ParameterizedTest
    @CsvSource({
        "streams,2048,10000",
        "fire_and_forget,2048,10000",
        "tail,2048,2048",
        "streams,8192,10000",
        "fire_and_forget,8192,10000",
        "tail,8192,8192"
    })
    void aPoolOnAnH200TakesWhatTheHardwareTook(String mode, int pool, int ran) {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
        Host host = machine.host();
        host.setPendingLaunchLimit(pool);
        long counters = host.malloc(12);
        host.memory().write(counters, 0, 0, Integer.MAX_VALUE);
        host.launch(fill(mode, counters), LaunchShape.of(1, 1), host.defaultStream(), 10_000);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readInts(counters, 3))
                .containsExactly(ran, 10_000 - ran, ran == 10_000 ? Integer.MAX_VALUE : ran);
    }
}
