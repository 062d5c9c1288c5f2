package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import io.cdpsim.warp.Lanes;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where a block is in its grid, and that a block which is used again remembers nothing of the one before. */
class BlockTest {
    private static final int SHARED = 48;

    private static Grid grid(LaunchShape shape) {
        KernelBuilder k = new KernelBuilder("k");
        k.sharedArray(SHARED);
        Kernel kernel = k.build();
        return new Grid(0, 1, kernel, shape, new byte[0], CachePreference.NONE, false);
    }

    @Test
    void anIndexCountsXFirstThenYThenZ() {
        LaunchShape shape = new LaunchShape(5, 3, 2, 1, 1, 1, 0);
        Grid grid = grid(shape);
        Block block = new Block(0, grid);
        long index = 0;
        for (int z = 0; z < 2; z++) {
            for (int y = 0; y < 3; y++) {
                for (int x = 0; x < 5; x++) {
                    block.start(grid, index, 0);
                    assertThat(new long[] {
                                block.index(),
                                block.place().x(),
                                block.place().y(),
                                block.place().z()
                            })
                            .containsExactly(index++, x, y, z);
                }
            }
        }
    }

    @Test
    void itHasAsManyWarpsAsItsThreadsFill() {
        Block block = new Block(7, grid(LaunchShape.of(1, 1)));
        for (int threads : new int[] {1, 32, 33, 512, 64, 1_024}) {
            block.start(grid(LaunchShape.of(1, threads)), 0, 3);
            assertThat(block.warpCount()).isEqualTo((threads + 31) / 32);
            assertThat(block.liveWarps()).isEqualTo((threads + 31) / 32);
        }
        assertThat(block.id()).isEqualTo(7);
        assertThat(block.sm()).isEqualTo(3);
        block.moveTo(5);
        assertThat(block.sm()).isEqualTo(5);
    }

    @Test
    void sharedMemoryIsTheKernelsAndTheLaunchs() {
        Block block = new Block(0, grid(LaunchShape.of(1, 32)));
        block.start(grid(LaunchShape.of(1, 32)), 0, 0);
        assertThat(block.shared()).hasSize(SHARED);
        block.start(grid(LaunchShape.of(1, 32).withShared(100)), 0, 0);
        assertThat(block.shared()).hasSize(SHARED + 100);
    }

    @Test
    void aNewBlockHasNoStateOfEarlierBlocks() {
        Grid grid = grid(LaunchShape.of(2, 64));
        Block block = new Block(0, grid);
        block.start(grid, 0, 0);
        block.shared()[7] = 1;
        block.arrive(2, 32, true, 1, 500);
        block.awaitsAll(2);
        block.answer(2, 32, 9);
        block.nullStream(4);
        block.launchRecord(5);
        block.swappedOut(true);
        block.start(grid, 1, 0);
        assertThat(block.shared()).containsOnly(0);
        assertThat(block.arrived(2)).isZero();
        assertThat(block.barriersOfAll()).isZero();
        assertThat(block.participants(2)).isZero();
        assertThat(block.heldThreads(2)).isZero();
        assertThat(block.nullStream()).isZero();
        assertThat(block.launchRecord()).isZero();
        assertThat(block.isSwappedOut()).isFalse();
        assertThat(block.open(2)).as("warps that wait").isZero();
    }

    @Test
    void barriersOfABlockAreApart() {
        Grid grid = grid(LaunchShape.of(1, 96));
        Block block = new Block(0, grid);
        block.start(grid, 0, 0);
        assertThat(block.arrive(3, 32, true, 0, 100)).isEqualTo(32);
        assertThat(block.arrive(5, 32, false, 1, 900)).isEqualTo(32);
        assertThat(block.arrive(3, 32, true, 2, 50)).isEqualTo(64);
        block.awaitsAll(3);
        block.awaitsAll(5);
        block.answer(3, 32, 4);
        block.answer(3, 20, 3);
        assertThat(block.lastArrival(3)).isEqualTo(100);
        assertThat(block.lastArrival(5)).isEqualTo(900);
        assertThat(block.participants(3)).isEqualTo(52);
        assertThat(block.heldThreads(3)).isEqualTo(7);
        assertThat(block.barriersOfAll()).isEqualTo(1 << 3 | 1 << 5);

        assertThat(block.open(3)).isEqualTo(0b101);
        assertThat(block.barriersOfAll()).isEqualTo(1 << 5);
        assertThat(block.arrived(3)).isZero();
        assertThat(block.arrived(5)).isEqualTo(32);
        assertThat(block.participants(3) + block.heldThreads(3)).isZero();
        assertThat(block.arrive(3, 32, true, 0, 7)).isEqualTo(32);
        assertThat(block.lastArrival(3)).as("of its next use").isEqualTo(7);
        assertThat(block.open(5)).as("nobody waits who only arrives").isZero();
    }

    @Test
    void aWarpThatGetsOtherThreadsRemembersNothingOfThoseBefore() {
        SmLab lab = new SmLab(RoundNumbers.profile());
        Block block = lab.block(new KernelBuilder("k").build(), 64);
        Warp warp = block.warp(1);
        assertThat(warp.thread(5)).isEqualTo(37);
        warp.launches(100, 200);
        warp.perThreadStream(3, 12);
        warp.lastError(4, 9);
        warp.storeDoneAt(1_000);
        warp.storeDoneAt(700);
        warp.hostAnswersAt(800);
        warp.fenceIsAtLink(true);
        warp.parked(true);
        assertThat(warp.storesDone()).isEqualTo(1_000);
        assertThat(warp.perThreadStream(3)).isEqualTo(12);
        assertThat(warp.launchStarted()).isEqualTo(100);
        assertThat(warp.launchEnds()).isEqualTo(200);

        warp.start(block, 0, warp.scheduler(), 0, 5_000);
        assertThat(warp.startedAt()).isEqualTo(5_000);
        assertThat(warp.thread(5)).isEqualTo(5);
        assertThat(warp.launchStarted() + warp.launchEnds() + warp.storesDone()).isZero();
        assertThat(warp.perThreadStream(3)).isZero();
        assertThat(IntStream.range(0, Lanes.COUNT).map(warp::lastError)).containsOnly(0);
        assertThat(warp.hasHostAnswer()).isFalse();
        assertThat(warp.fenceIsAtLink()).isFalse();
        assertThat(warp.isParked()).isFalse();
        assertThat(warp.status()).isEqualTo(Warp.Status.RUNNABLE);
    }

    @Test
    void theLastWarpOfABlockHasTheThreadsThatAreLeft() {
        SmLab lab = new SmLab(RoundNumbers.profile());
        Block block = lab.block(new KernelBuilder("k").build(), 32 + 32 + 7);
        assertThat(block.warp(0).state().stack().liveLanes()).isEqualTo(-1);
        assertThat(block.warp(1).state().stack().liveLanes()).isEqualTo(-1);
        assertThat(block.warp(2).state().stack().liveLanes()).isEqualTo((1 << 7) - 1);
    }

    @Test
    void aWarpThatGetsOtherThreadsWaitsForNothingThatThoseBeforeHaveLoaded() {
        SmLab lab = new SmLab(RoundNumbers.profile("sm.schedulers=1"));
        KernelBuilder k = new KernelBuilder("k");
        var register = k.registers(ValueType.S32, 1).get(0);
        var clock = k.special(SpecialRegister.CLOCK);
        k.add(register, Operand.s32(1));
        var end = k.special(SpecialRegister.CLOCK);
        Block block = lab.block(k.build(), 32);
        Warp warp = block.warp(0);
        warp.registersReadyAt(register.index(), 1, 100_000);
        warp.start(block, 0, warp.scheduler(), 0, 0);
        lab.run(lab.sms().get(0), 0, warp);
        assertThat(warp.state().value(end.index(), 0) - warp.state().value(clock.index(), 0))
                .isLessThan(20);
    }

    @Test
    void aWarpIsLiveUntilItEndsAndSaysWhatItIsDoing() {
        SmLab lab = new SmLab(RoundNumbers.profile());
        Block block = lab.block(new KernelBuilder("k").build(), 64);
        Warp warp = block.warp(0);
        assertThat(warp.isLive()).isTrue();
        assertThat(block.warp(1).id()).isNotEqualTo(warp.id());
        warp.waitsAtBarrier();
        assertThat(warp.describe()).isEqualTo("waiting for others of the block");
        warp.waitsInCall();
        assertThat(warp.describe()).isEqualTo("waiting in a call of the device runtime");
        warp.goesOn();
        assertThat(warp.describe()).isEqualTo("spinning");
        warp.ends();
        assertThat(warp.isLive()).isFalse();
        warp.becomesFree();
        assertThat(warp.isLive()).isFalse();
    }

    @Test
    void aWarpStaysOnTheSchedulerItStartsWith() {
        SmLab many = new SmLab(RoundNumbers.profile("sm.schedulers=4"));
        KernelBuilder k = new KernelBuilder("k");
        Block block = many.block(k.build(), 32);
        WarpScheduler other = many.sms().get(0).takeScheduler();
        assertThat(block.warp(0).scheduler()).isNotSameAs(other);
        block.warp(0).start(block, 0, other, 0, 0);
        assertThat(block.warp(0).scheduler()).isSameAs(other);
    }

    @Test
    void turnsOfOneCycleAreInTheOrderInWhichTheyAreTakenAndAllBeforeThoseOfTheNext() {
        Warp warp = new SmLab(RoundNumbers.profile())
                .block(new KernelBuilder("k").build(), 32)
                .warp(0);
        long last = -1;
        for (int cycle = 5; cycle < 8; cycle++) {
            for (int i = 0; i < 100; i++) {
                long turn = warp.takesTurn(cycle);
                assertThat(turn).isGreaterThan(last);
                last = turn;
            }
        }
    }

    /** Who learns later at which cycle a warp goes on has its number from before. */
    @Test
    void aTurnOfAnEarlierNumberIsBeforeThoseThatWereTakenSince() {
        Warp warp = new SmLab(RoundNumbers.profile())
                .block(new KernelBuilder("k").build(), 32)
                .warp(0);
        long number = warp.scheduler().nextTurn();
        long since = warp.takesTurn(5);
        assertThat(warp.takesTurn(5, number)).isLessThan(since);
        assertThat(warp.takesTurn(6, number)).isGreaterThan(since);
    }

    @Test
    void aBlockKeepsWhatTheRuntimeKnowsItBy() {
        Block block = new Block(0, grid(LaunchShape.of(1, 32)));
        block.nullStream(4);
        block.launchRecord(5);
        assertThat(block.nullStream()).isEqualTo(4);
        assertThat(block.launchRecord()).isEqualTo(5);
    }
}
