package io.cdpsim.runtime;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that can never go on are found out and explained; programs that only take long are left alone. */
class StuckProgramTest {
    /** The monitor begins to compare states after 200,000 cycles without progress, for 100,000, and has compared them in some longer windows by then. */
    private static final long MANY_WINDOWS_CYCLES = 2_500_000;

    private final Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
    private final Host host = machine.host();
    private final long flag = host.malloc(64);

    private static void spinWhileZero(KernelBuilder k, long address) {
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(address)), s32(0)));
    }

    private Kernel setter() {
        KernelBuilder k = new KernelBuilder("child");
        k.memory().storeVolatile(ValueType.S32, u64(flag), s32(1));
        return k.build();
    }

    /** A parent that launches a child and spins until the child has set the flag. */
    private Kernel pollingParent(Operand stream) {
        KernelReference child = KernelReference.to(setter());
        KernelBuilder k = new KernelBuilder("parent");
        k.ifThen(k.equal(k.globalThreadX(), u32(0)), () -> k.device().launch(child, u32(1), u32(1024), stream));
        k.at("wait for the child");
        spinWhileZero(k, flag);
        return k.build();
    }

    @Test
    void aParentThatPollsForAChildBesideItIsNotStuck() {
        host.launch(pollingParent(DeviceRuntimeCalls.FIRE_AND_FORGET), LaunchShape.of(1, 32), host.defaultStream());

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
    }

    @Test
    void aParentThatPollsForItsTailLaunchIsStuck() {
        host.launch(pollingParent(DeviceRuntimeCalls.TAIL_LAUNCH), LaunchShape.of(1, 32), host.defaultStream());

        assertThatThrownBy(host::synchronize)
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("the host waits for everything on the device")
                .hasMessageContaining("grid 2 (child) is a tail launch of grid 1 (parent)")
                .hasMessageContaining("grid 1 (parent): 1 warp spinning at: wait for the child (block 0, warp 0)");
    }

    @Test
    void aParentThatFillsTheDeviceAndPollsForItsChildIsStuck() {
        // 132 SMs hold two blocks of 1024 threads each.
        host.launch(pollingParent(DeviceRuntimeCalls.FIRE_AND_FORGET), LaunchShape.of(264, 1024), host.defaultStream());

        assertThatThrownBy(host::synchronize)
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("grid 2 (child): 1 of its 1 blocks of 1024 threads have no SM; 264 would fit")
                .hasMessageContaining("8448 warps spinning at: wait for the child");
    }

    @Test
    void aChildBehindTheUnplacedBlocksOfItsPollingParentIsStuck() {
        host.launch(pollingParent(DeviceRuntimeCalls.NULL_STREAM), LaunchShape.of(265, 1024), host.defaultStream());

        assertThatThrownBy(host::synchronize)
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("grid 1 (parent): 1 of its 265 blocks of 1024 threads has no SM")
                .hasMessageContaining("only 264 fit at once")
                .hasMessageContaining("1 grid could start but must wait behind it");
    }

    @Test
    void aHostThatWaitsForAKernelThatWaitsForTheHostIsStuck() {
        long mailbox = host.mallocHost(4);
        KernelBuilder k = new KernelBuilder("listener");
        k.at("wait for the host");
        spinWhileZero(k, mailbox);
        host.launch(k.build(), LaunchShape.of(1, 32), host.defaultStream());

        assertThatThrownBy(host::synchronize)
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("1 warp spinning at: wait for the host");
    }

    @Test
    void aHostThatSpinsOnAWordThatNobodyWritesIsStuck() {
        long mailbox = host.mallocHost(4);

        assertThatThrownBy(() -> host.spinUntil("an answer", () -> host.readInt(mailbox) == 1))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("the host waits for an answer");
    }

    @Test
    void aSpinWhoseLoopTakesManyTurnsToComeRoundIsFoundStuck() {
        KernelBuilder k = new KernelBuilder("slow_poll");
        k.doWhile(() -> {
            Register left = k.variable(s32(1000));
            k.doWhile(() -> {
                k.increment(left, s32(-1));
                return k.notEqual(left, s32(0));
            });
            return k.equal(k.memory().loadVolatile(ValueType.S32, u64(flag)), s32(0));
        });
        host.launch(k.build(), LaunchShape.of(1, 64), host.defaultStream());

        assertThatThrownBy(host::synchronize).isInstanceOf(StuckException.class);
    }

    @Test
    void aKernelThatWaitsForAHostThatIsBusyForLongIsNotStuck() {
        long mailbox = host.mallocHost(4);
        KernelBuilder k = new KernelBuilder("listener");
        spinWhileZero(k, mailbox);
        host.launch(k.build(), LaunchShape.of(2, 64), host.defaultStream());
        host.spend(20e6);
        host.writeInt(mailbox, 1);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aLongComputationIsNotStuck(int blocks) {
        KernelBuilder k = new KernelBuilder("compute");
        Register count = k.parameter(ValueType.S32);
        Register value = k.variable(k.threadX());
        k.forLoop(s32(0), count, s32(1), i -> k.multiplyAddInto(value, value, s32(1664525), i));
        k.memory().store(ValueType.S32, u64(flag), value);
        host.launch(k.build(), LaunchShape.of(blocks, 32), host.defaultStream(), 200_000);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(machine.nowCycles()).isGreaterThan(MANY_WINDOWS_CYCLES);
    }

    /** What a thread computes may take only few values; it is the loop's own count that makes each turn a new state. */
    @Test
    void aFailsafeCounterLetsASpinEnd() {
        KernelBuilder k = new KernelBuilder("failsafe");
        Register turns = k.variable(s32(0));
        k.doWhile(() -> {
            k.increment(turns, s32(1));
            k.breakIf(k.greater(turns, s32(100_000)));
            return k.equal(k.memory().loadVolatile(ValueType.S32, u64(flag)), s32(0));
        });
        k.memory().store(ValueType.S32, u64(flag + 4), turns);
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readInts(flag + 4, 1)).containsExactly(100_001);
    }

    @ParameterizedTest
    @CsvSource({"CLOCK,9900000", "GLOBAL_TIMER,5000000"})
    void aSpinOnTheClockOf5MillisecondsIsNotStuck(SpecialRegister clock, long ticks) {
        KernelBuilder k = new KernelBuilder("sleep");
        Register start = k.special(clock);
        k.doWhile(() -> k.less(k.subtract(k.special(clock), start), u64(ticks)));
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.nowNanos()).isGreaterThan(5e6);
        assertThat(machine.nowCycles()).isGreaterThan(MANY_WINDOWS_CYCLES);
    }

    /** The compiler may put other values where the time was: then only the reading itself shows that a turn differs from the last. */
    @Test
    void aSpinThatForgetsTheTimeItReadIsNotStuck() {
        KernelBuilder k = new KernelBuilder("forgetful");
        Register start = k.special(SpecialRegister.CLOCK);
        Register elapsed = k.variable(u64(0));
        Register now = k.variable(u64(0));
        k.doWhile(() -> {
            Register read = k.special(SpecialRegister.CLOCK);
            k.assign(elapsed, k.subtract(read, start));
            var again = k.less(elapsed, u64(5_000_000));
            k.assign(elapsed, u64(0));
            k.assign(now, u64(0));
            k.assign(read, u64(0));
            return again;
        });
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(machine.nowCycles()).isGreaterThan(5_000_000L);
    }

    @Test
    void aWordThatOtherBlocksChangeRarelyKeepsASpinAlive() {
        // Block 0 computes for a long time and then sets the flag; all others only spin.
        KernelBuilder k = new KernelBuilder("late");
        Register value = k.variable(k.threadX());
        k.ifThenElse(
                k.equal(k.blockX(), u32(0)),
                () -> {
                    k.forLoop(s32(0), s32(100_000), s32(1), i -> k.multiplyAddInto(value, value, s32(5), i));
                    k.memory().storeVolatile(ValueType.S32, u64(flag), k.or(value, s32(1)));
                },
                () -> spinWhileZero(k, flag));
        host.launch(k.build(), LaunchShape.of(8, 32), host.defaultStream());

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
    }
}
