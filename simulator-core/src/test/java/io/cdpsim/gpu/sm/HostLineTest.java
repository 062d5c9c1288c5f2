package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import org.junit.jupiter.api.Test;

/** Loads of one word of the host's memory stand in line for it, and find what is there when their turn comes. */
class HostLineTest {
    private static final long FIRST = 1_000;
    private static final int BEHIND = 400;

    private final GpuProfile profile = RoundNumbers.profile("sm.schedulers=1", "pipes.integer.width=32 lanes/cycle");
    private final int latency = profile.hostLink().mappedLoadLatencyCycles();
    private final int turnAround = profile.hostLink().mappedTurnAroundCycles();
    private final SmLab lab = new SmLab(profile);
    private final Sm sm = lab.sms().get(0);
    private final long word = lab.mapped().allocate(4_096);
    private final long cell = lab.global().allocate(4);
    private final Register[] result = new Register[2];

    HostLineTest() {
        lab.mapped().storeInt(word, 5);
        lab.mapped().storeInt(word + 2_048, 7);
        // Something happens elsewhere in the next cycle: what others can notice is done at its time.
        lab.engine().schedule(1, lab.engine().register((now, argument) -> {}), 0);
    }

    /** A warp that loads a word of the host's memory, and reads the clock when it is there. */
    private Warp loading(long address) {
        KernelBuilder k = new KernelBuilder("k");
        // Its address is one of another memory, which must not be taken for that of the next load.
        k.memory().loadVolatile(ValueType.S32, u64(cell));
        result[0] = k.memory().loadGeneric(ValueType.S32, u64(address));
        k.add(result[0], s32(1));
        result[1] = k.special(SpecialRegister.CLOCK);
        return lab.block(k.build(), 1).warp(0);
    }

    private long value(Warp warp, int register) {
        assertThat(lab.ended()).contains(warp);
        return warp.state().value(result[register].index(), 0);
    }

    /** Lets the SM go on as long as it asks for a cycle before one. */
    private void runBefore(long cycle) {
        while (lab.nextWake() < cycle) {
            lab.goOnOnce(sm);
        }
    }

    /** The load issues a cycle behind another, the addition when the value is there, and the read of the clock a cycle behind that. */
    private static final int AROUND = 1 + 1;

    @Test
    void aLoadBehindAnotherOfItsLineReadsWhatIsThereWhenItsTurnHasComeAndAnswersLater() {
        Warp first = loading(word);
        Warp second = loading(word);
        sm.waits(first, FIRST);
        sm.waits(second, FIRST + BEHIND);
        long turn = FIRST + 1 + latency + turnAround;
        runBefore(turn + latency / 2);
        assertThat(lab.nextWake()).as("when the host's memory is read").isEqualTo(turn + latency / 2);
        assertThat(value(first, 0)).isEqualTo(5);
        assertThat(value(first, 1)).isEqualTo(FIRST + latency + AROUND);

        lab.mapped().storeInt(word, 6);
        lab.goOnOnce(sm);
        lab.mapped().storeInt(word, 7);
        runBefore(Long.MAX_VALUE);
        assertThat(value(second, 0)).isEqualTo(6);
        assertThat(value(second, 1)).isEqualTo(turn + latency + 1);
    }

    @Test
    void aLoadOfAnotherLineDoesNotQueue() {
        Warp first = loading(word);
        Warp second = loading(word + 2_048);
        sm.waits(first, FIRST);
        sm.waits(second, FIRST + BEHIND);
        runBefore(Long.MAX_VALUE);
        assertThat(value(second, 0)).isEqualTo(7);
        assertThat(value(second, 1)).isEqualTo(FIRST + BEHIND + latency + AROUND);
    }

    @Test
    void aLoadAfterAllAnswersDoesNotQueue() {
        Warp first = loading(word);
        Warp second = loading(word);
        long later = FIRST + latency + 100;
        sm.waits(first, FIRST);
        sm.waits(second, later);
        runBefore(Long.MAX_VALUE);
        assertThat(value(second, 1)).isEqualTo(later + latency + AROUND);
    }

    /** The first load is under way when other memory is read. */
    @Test
    void aLoadOfOtherMemoryIsIssuedOnce() {
        Warp first = loading(word);
        KernelBuilder k = new KernelBuilder("k");
        Register loaded = k.memory().loadVolatile(ValueType.S32, u64(cell));
        k.add(loaded, s32(1));
        Register clock = k.special(SpecialRegister.CLOCK);
        Warp second = lab.block(k.build(), 1).warp(0);
        sm.waits(first, FIRST);
        sm.waits(second, FIRST + 1_500);
        runBefore(Long.MAX_VALUE);
        assertThat(second.state().value(clock.index(), 0))
                .isEqualTo(FIRST + 1_500 + profile.l2().latencyCycles() + 1);
    }

    /** The fence is half of its time on its way to the link, where a load has come before it that was issued behind it. */
    @Test
    void aFenceOfTheSystemWaitsForLoadsThatComeToTheLinkBeforeItDoes() {
        KernelBuilder fencing = new KernelBuilder("fencing");
        fencing.memory().fence(Scope.SYSTEM);
        Register clock = fencing.special(SpecialRegister.CLOCK);
        KernelBuilder loads = new KernelBuilder("loads");
        loads.memory().loadGeneric(ValueType.S32, u64(word));
        Warp fence = lab.block(fencing.build(), 1).warp(0);
        sm.waits(fence, FIRST);
        sm.waits(lab.block(loads.build(), 1).warp(0), FIRST + BEHIND);
        runBefore(Long.MAX_VALUE);
        assertThat(fence.state().value(clock.index(), 0)).isEqualTo(FIRST + BEHIND + latency);
    }
}
