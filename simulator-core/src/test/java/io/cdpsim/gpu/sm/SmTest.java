package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One warp alone on an SM. */
class SmTest {
    private final GpuProfile profile = Profiles.load("h200", List.of("sm.count=1"));
    private final SmLab lab = new SmLab(profile);

    private Warp run(Kernel kernel) {
        Warp warp = lab.block(kernel, 32).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        return warp;
    }

    /** Cycles between two reads of the clock with so many additions between them, each of which needs the one before. */
    private long cyclesOfAChain(int additions) {
        KernelBuilder builder = new KernelBuilder("chain");
        Register sum = builder.variable(Operand.f32(1));
        Register start = builder.special(SpecialRegister.CLOCK);
        for (int i = 0; i < additions; i++) {
            sum = builder.add(sum, sum);
        }
        Register end = builder.special(SpecialRegister.CLOCK);
        Warp warp = run(builder.build());
        assertThat(warp.status()).isEqualTo(Warp.Status.DONE);
        return warp.state().value(end.index(), 0) - warp.state().value(start.index(), 0);
    }

    @Test
    void instructionsThatNeedEachOtherIssueALatencyApart() {
        long each = profile.pipes().fp32().latencyCycles();
        assertThat(cyclesOfAChain(900) - cyclesOfAChain(200)).isEqualTo(700 * each);
    }

    @Test
    void whatAWarpComputesIsInItsRegistersWhenItEnds() {
        KernelBuilder builder = new KernelBuilder("sum");
        Register result = builder.add(builder.threadX(), Operand.s32(7));
        Warp warp = run(builder.build());
        for (int lane = 0; lane < 32; lane++) {
            assertThat(warp.state().value(result.index(), lane)).isEqualTo(lane + 7);
        }
        assertThat(lab.ended()).containsExactly(warp);
    }

    @Test
    void anAccessOutsideEveryAllocationIsAFaultThatNamesThePlace() {
        KernelBuilder builder = new KernelBuilder("wild");
        builder.at("the store");
        builder.memory().store(ValueType.S32, Operand.u64(AddressMap.globalBase(0) + 64), Operand.s32(1));
        Warp warp = run(builder.build());

        assertThat(lab.ended()).doesNotContain(warp);
        assertThat(lab.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.kind()).isEqualTo(DeviceFault.Kind.ILLEGAL_ADDRESS);
            assertThat(fault.message()).contains("kernel wild", "block 0", "thread 0", "the store");
        });
    }

    @Test
    void aStoreReachesMemoryAtTheAddressOfEachLane() {
        long array = lab.global().allocate(128);
        KernelBuilder builder = new KernelBuilder("store");
        Register lane = builder.threadX();
        Register address = builder.variable(Operand.u64(array));
        builder.memory().store(ValueType.S32, builder.element(address, lane, 4), lane);
        run(builder.build());
        for (int i = 0; i < 32; i++) {
            assertThat(lab.global().loadInt(array + 4L * i)).isEqualTo(i);
        }
    }

    @Test
    void instructionsAreCountedForTheWarpAndForEachOfItsThreads() {
        KernelBuilder builder = new KernelBuilder("count");
        Register sum = builder.variable(Operand.f32(1));
        for (int i = 0; i < 20; i++) {
            sum = builder.add(sum, sum);
        }
        builder.memory().fence(Scope.BLOCK);
        lab.run(lab.sms().get(0), 0, lab.block(builder.build(), 11).warp(0));
        // A move, the additions, the fence and the end.
        assertThat(lab.counters().warpInstructions()).isEqualTo(1 + 20 + 1 + 1);
        assertThat(lab.counters().laneInstructions()).isEqualTo(11 * (1 + 20 + 1 + 1));
    }

    @Test
    void aWarpComputesInTheLanesThatAreActiveOnly() {
        KernelBuilder builder = new KernelBuilder("some");
        Register result = builder.variable(Operand.s32(5));
        builder.ifThen(
                builder.less(builder.threadX(), Operand.u32(10)),
                () -> builder.assign(result, builder.add(builder.threadX(), Operand.s32(100))));
        Warp warp = run(builder.build());
        for (int lane = 0; lane < 32; lane++) {
            assertThat(warp.state().value(result.index(), lane)).isEqualTo(lane < 10 ? 100 + lane : 5);
        }
    }
}
