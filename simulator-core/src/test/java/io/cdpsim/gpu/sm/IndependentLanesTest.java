package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Since compute capability 7.0 lanes are independent: who holds a lock goes on while others of its warp spin for it. */
class IndependentLanesTest {
    private static final int LANES = 5;

    private final SmLab lab = new SmLab(RoundNumbers.profile("sm.schedulers=1"));
    private final long lock = lab.global().allocate(4);
    private final long sum = lab.global().allocate(4);

    private Warp run(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        Warp warp = lab.block(k.build(), LANES).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        assertThat(lab.ended()).containsExactly(warp);
        return warp;
    }

    private void increaseUnderLock(KernelBuilder k) {
        k.doWhile(() -> k.notEqual(k.memory().compareAndSwap(ValueType.S32, u64(lock), s32(0), s32(1)), s32(0)));
        Register old = k.memory().loadVolatile(ValueType.S32, u64(sum));
        k.memory().storeVolatile(ValueType.S32, u64(sum), k.add(old, s32(1)));
        k.memory().storeVolatile(ValueType.S32, u64(lock), s32(0));
    }

    @Test
    void eachLaneHasItsTurn() {
        run(this::increaseUnderLock);
        assertThat(lab.global().loadInt(sum)).isEqualTo(LANES);
    }

    /** A loop of loads alone: the lane whose turn it is waits for nobody, and the lane that was served queues again. */
    @Test
    void eachLaneIsServedInTheOrderOfItsTicket() {
        long serving = lab.global().allocate(4);
        run(k -> {
            Register rounds = k.variable(s32(0));
            k.doWhile(() -> {
                Register ticket = k.memory().atomic(AtomicOperation.ADD, ValueType.S32, u64(lock), s32(1));
                k.doWhile(() -> k.notEqual(k.memory().loadVolatile(ValueType.S32, u64(serving)), ticket));
                Register old = k.memory().loadVolatile(ValueType.S32, u64(sum));
                k.memory().storeVolatile(ValueType.S32, u64(sum), k.add(old, s32(1)));
                k.memory().storeVolatile(ValueType.S32, u64(serving), k.add(ticket, s32(1)));
                k.increment(rounds, s32(1));
                return k.less(rounds, s32(3));
            });
        });
        assertThat(lab.global().loadInt(sum)).isEqualTo(3 * LANES);
        assertThat(lab.global().loadInt(serving)).isEqualTo(3 * LANES);
    }

    /** As {@code cuda::binary_semaphore} polls: no two rounds are alike, so that only the sleep says that the lane waits. */
    @Test
    void lanesThatSleepBetweenLooksLetTheHolderGoOn() {
        run(k -> {
            Register rounds = k.variable(s32(0));
            k.doWhile(() -> {
                k.doWhile(() -> {
                    k.increment(rounds, s32(1));
                    k.nanosleep(k.multiply(rounds, s32(2)));
                    return k.notEqual(k.memory().loadVolatile(ValueType.S32, u64(lock)), s32(0));
                });
                return k.notEqual(k.memory().compareAndSwap(ValueType.S32, u64(lock), s32(0), s32(1)), s32(0));
            });
            Register old = k.memory().loadVolatile(ValueType.S32, u64(sum));
            k.memory().storeVolatile(ValueType.S32, u64(sum), k.add(old, s32(1)));
            k.memory().storeVolatile(ValueType.S32, u64(lock), s32(0));
        });
        assertThat(lab.global().loadInt(sum)).isEqualTo(LANES);
    }

    @Test
    void lanesThatAreAheadWaitWhereAllMeet() {
        Register[] seen = new Register[1];
        Warp warp = run(k -> {
            increaseUnderLock(k);
            k.syncWarp();
            seen[0] = k.memory().loadVolatile(ValueType.S32, u64(sum));
        });
        for (int lane = 0; lane < LANES; lane++) {
            assertThat(warp.state().value(seen[0].index(), lane)).isEqualTo(LANES);
        }
    }

    @Test
    void aVoteIsOneOfAllLanesHoweverFarAheadSomeWere() {
        Register[] ballot = new Register[1];
        Warp warp = run(k -> {
            increaseUnderLock(k);
            ballot[0] = k.ballot(k.less(k.threadX(), u32(3)));
        });
        for (int lane = 0; lane < LANES; lane++) {
            assertThat(warp.state().value(ballot[0].index(), lane)).isEqualTo(0b111);
        }
    }

    /** Each counts up to a number of its own: none waits for another, and all is as if they had. */
    @Test
    void lanesWhoseLoopsAreOfDifferentLengthsMeetBehindThem() {
        Register[] result = new Register[2];
        Warp warp = run(k -> {
            Register count = k.variable(s32(0));
            k.doWhile(() -> {
                k.increment(count, s32(1));
                k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(sum), s32(1));
                return k.less(count, k.multiply(k.threadX(), s32(20)));
            });
            result[0] = count;
            result[1] = k.special(SpecialRegister.ACTIVE_MASK);
        });
        for (int lane = 0; lane < LANES; lane++) {
            assertThat(warp.state().value(result[0].index(), lane)).isEqualTo(Math.max(1, 20 * lane));
            assertThat(warp.state().value(result[1].index(), lane)).isEqualTo((1 << LANES) - 1);
        }
        assertThat(lab.global().loadInt(sum)).isEqualTo(1 + 20 + 40 + 60 + 80);
    }

    /** @return the turn in which the state is found to be that of the turn before, of a loop whose state changes in its first turns */
    private int turnsUntilStandstill(int changing) {
        KernelBuilder k = new KernelBuilder("k");
        Register counts = k.variable(s32(0));
        Warp warp = lab.block(k.build(), LANES).warp(0);
        for (int turn = 1; turn < 1_000; turn++) {
            warp.state().set(counts.index(), 0, Math.min(turn, changing));
            if (warp.standstill().turned(warp.state(), 3)) {
                return turn;
            }
        }
        return -1;
    }

    /** A loop is looked at after eight turns, and each time that it has changed after twice as many as then. */
    @Test
    void lanesAreFoundToStandStillAsLateAsTwiceTheTurnsThatTheyHaveChanged() {
        assertThat(turnsUntilStandstill(0)).isEqualTo(8 + 1);
        assertThat(turnsUntilStandstill(8)).isEqualTo(8 + 1);
        assertThat(turnsUntilStandstill(9)).isEqualTo(2 * 9 + 1);
        assertThat(turnsUntilStandstill(18)).isEqualTo(2 * 9 + 1);
        assertThat(turnsUntilStandstill(19)).isEqualTo(2 * 19 + 1);
    }

    @Test
    void lanesThatJumpBackFromDifferentPlacesDoNotStandStill() {
        Warp warp = lab.block(new KernelBuilder("k").build(), LANES).warp(0);
        for (int turn = 0; turn < 100; turn++) {
            assertThat(warp.standstill().turned(warp.state(), turn % 2)).isFalse();
        }
    }

    @Test
    void aWarpWithNewThreadsHasNoLoopHistory() {
        Block block = lab.block(new KernelBuilder("k").build(), LANES);
        Warp warp = block.warp(0);
        for (int turn = 1; turn <= 8; turn++) {
            assertThat(warp.standstill().turned(warp.state(), 3)).isFalse();
        }
        warp.start(block, 0, warp.scheduler(), 0, 0);
        for (int turn = 1; turn <= 8; turn++) {
            assertThat(warp.standstill().turned(warp.state(), 3)).isFalse();
        }
        assertThat(warp.standstill().turned(warp.state(), 3)).isTrue();
    }
}
