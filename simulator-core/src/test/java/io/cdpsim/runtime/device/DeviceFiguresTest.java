package io.cdpsim.runtime.device;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.limit.DeviceLimits.MemoryReport;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a device says of itself and of what it has done. */
class DeviceFiguresTest {
    /** Launches children of one thread from a grid of one block, and waits. */
    private static Device launches(Machine machine, int children, int childThreads, Operand stream) {
        KernelBuilder child = new KernelBuilder("child");
        child.nanosleep(u32(1_000_000));
        KernelReference reference = KernelReference.to(child.build());
        KernelBuilder k = new KernelBuilder("parent");
        k.device().launch(reference, u32(1), u32(childThreads), stream);
        machine.host()
                .launch(k.build(), LaunchShape.of(1, children), machine.host().defaultStream());
        machine.host().synchronize();
        return machine.devices().get(0);
    }

    private static Machine machine(String profile, String... changes) {
        return new Machine(MachineSettings.of(Profiles.load(profile, List.of(changes))));
    }

    @Test
    void launchesAndTheMostThatWerePendingAtOnceAreCounted() {
        Machine machine = machine("h200");
        Device device = launches(machine, 5, 1, FIRE_AND_FORGET);
        assertThat(device.runtimeMetrics().childLaunches).isEqualTo(5);
        assertThat(device.poolHighWater()).isEqualTo(5);
        assertThat(device.virtualizedLaunches()).isZero();
        assertThat(device.runtimeMetrics().failedLaunches()).isZero();

        launches(machine, 3, 1, FIRE_AND_FORGET);
        assertThat(device.runtimeMetrics().childLaunches).isEqualTo(8);
        assertThat(device.poolHighWater()).isEqualTo(5);
    }

    @Test
    void launchesThatAreRefusedAreCountedToo() {
        Device device = launches(machine("h200"), 7, 2_000, FIRE_AND_FORGET);
        assertThat(device.runtimeMetrics().childLaunches).isEqualTo(7);
        assertThat(device.runtimeMetrics().failedLaunches()).isEqualTo(7);
        assertThat(device.poolHighWater()).isZero();
    }

    /** Rule POOL-4: those for which the fixed part has no place. */
    @Test
    void launchesOfTheVirtualisedPoolAreCounted() {
        Machine machine = machine("k20x", "limits.pending_launches=32");
        Device device = launches(machine, 35, 1, NULL_STREAM);
        assertThat(device.virtualizedLaunches()).isEqualTo(3);
        assertThat(device.poolHighWater()).isEqualTo(35);
    }

    /** Rule CONC-6: 2,048 places of 9,088 bytes each. */
    @Test
    void memoryIsThePoolsTheProgramsAndWhatIsLeft() {
        Machine machine = machine("h200", "dram.capacity=64 MiB");
        machine.host().malloc(1_000_000);
        long all = 64L << 20;
        long pool = 2_048 * 9_088;
        assertThat(machine.devices().get(0).memoryReport())
                .isEqualTo(new MemoryReport(all, 0, pool, 1_000_000, all - pool - 1_000_000));
    }

    /** One of four SMs holds a block that sleeps for half of the time since the begin. */
    @Test
    void theUtilizationIsTheShareOfTheTimeForWhichSmsHoldBlocks() {
        Machine machine = machine("h200", "sm.count=4");
        KernelBuilder k = new KernelBuilder("sleeping");
        k.nanosleep(u32(10_000_000));
        machine.host().launch(k.build(), LaunchShape.of(1, 1), machine.host().defaultStream());
        machine.host().synchronize();
        machine.host().spend(10_000_000);

        assertThat(machine.devices().get(0).smUtilization()).isCloseTo(1.0 / 4 / 2, within(0.001));
    }

    @Test
    void devicesAreNumberedAndOfOneKind() {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")).withDevices(3));
        assertThat(machine.devices()).extracting(Device::ordinal).containsExactly(0, 1, 2);
        assertThat(machine.devices())
                .allSatisfy(each -> assertThat(each.profile().name()).isEqualTo("h200"));
        assertThat(machine.devices()).extracting(Device::memory).doesNotHaveDuplicates();
    }

    @Test
    void whatTheSmsHaveDoneIsThatOfTheDevice() {
        Machine machine = machine("h200");
        launches(machine, 4, 1, FIRE_AND_FORGET);
        Device device = machine.devices().get(0);
        assertThat(device.metrics().warpLaunchCycles())
                .isEqualTo(device.profile().launch().fireAndForget().call().callCycles(4));
    }
}
