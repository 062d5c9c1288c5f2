package io.cdpsim.gpu.visibility;

import static io.cdpsim.gpu.visibility.FeedLab.ADDRESS;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.visibility.FeedLab.WarpOfLab;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Barriers, meetings of lanes, fences and atomics order what is told of before and behind them. */
class FeedOrderTest {
    private static final int STORE = 0;
    private static final int LOAD = 1;
    private static final int BARRIER = 2;
    private static final int PARTIAL = 3;
    private static final int ARRIVE = 4;
    private static final int SYNC_WARP = 5;
    private static final int FENCE = 6;
    private static final int SET_FLAG = 7;
    private static final int ADD = 8;
    private static final int REDUCE = 9;
    private static final int PAUSE = 10;
    private static final long FLAG = ADDRESS + 64;

    private final FeedLab lab = new FeedLab(false, FeedOrderTest::code);

    private static void code(KernelBuilder k) {
        k.memory().store(ValueType.S32, u64(0), s32(1));
        k.memory().load(ValueType.S32, u64(0));
        k.syncThreads();
        k.barrier(1, 64, false);
        k.barrier(1, 64, true);
        k.syncWarp();
        k.memory().fence(Scope.DEVICE);
        k.memory().storeVolatile(ValueType.S32, u64(0), s32(1));
        k.memory().atomic(AtomicOperation.ADD, ValueType.S32, u64(0), s32(1));
        k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(0), s32(1));
        k.nanosleep(u32(5));
    }

    private boolean readRaces(WarpOfLab warp, int lane) {
        int before = lab.races().size();
        long told = lab.races().stream().mapToLong(race -> race.count()).sum();
        warp.loads(LOAD, 1 << lane, ADDRESS);
        return lab.races().size() > before
                || lab.races().stream().mapToLong(race -> race.count()).sum() > told;
    }

    @Test
    void aBarrierOfAllIsForAllWarpsOfTheBlock() {
        BlockCausality block = lab.block(0, 3);
        lab.warp(block, 0).stores(STORE, 1, ADDRESS);
        for (int warp = 0; warp < 3; warp++) {
            lab.warp(block, warp).arrives(BARRIER);
        }
        lab.feed().opens(block, 0, 0b111);
        assertThat(readRaces(lab.warp(block, 1), 5)).isFalse();
        assertThat(readRaces(lab.warp(block, 2), 5)).isFalse();
    }

    @Test
    void aBarrierWithACountWaitsForArrivingThreadsOnly() {
        BlockCausality block = lab.block(0, 3);
        lab.warp(block, 0).stores(STORE, 1, ADDRESS);
        lab.warp(block, 0).arrives(PARTIAL);
        lab.warp(block, 1).arrives(PARTIAL);
        lab.feed().opens(block, 1, 0b11);
        assertThat(readRaces(lab.warp(block, 1), 5)).isFalse();
        assertThat(readRaces(lab.warp(block, 2), 5)).isTrue();
    }

    @Test
    void anArriveOnlyWarpTakesNoPartInTheReduction() {
        BlockCausality block = lab.block(0, 3);
        lab.warp(block, 0).stores(STORE, 1, ADDRESS);
        lab.warp(block, 0).arrives(ARRIVE);
        lab.warp(block, 1).arrives(PARTIAL);
        lab.feed().opens(block, 1, 0b10);
        assertThat(readRaces(lab.warp(block, 1), 5)).isFalse();
        lab.warp(block, 1).stores(STORE, 1, ADDRESS);
        assertThat(readRaces(lab.warp(block, 0), 0)).isTrue();
    }

    @Test
    void lanesOfAWarpThatMeetKnowEachOther() {
        BlockCausality block = lab.block(0, 2);
        WarpOfLab warp = lab.warp(block, 1);
        warp.stores(STORE, 1 << 3, ADDRESS);
        warp.orders(SYNC_WARP, 1 << 3 | 1 << 5);
        assertThat(readRaces(warp, 5)).isFalse();
        assertThat(readRaces(warp, 6)).isTrue();
    }

    @Test
    void aPauseOrdersNothing() {
        WarpOfLab warp = lab.warpOfBlock(0);
        warp.stores(STORE, 1 << 3, ADDRESS);
        warp.orders(PAUSE, -1);
        assertThat(readRaces(warp, 5)).isTrue();
    }

    private WarpOfLab senderWithFence(int fencingLanes) {
        WarpOfLab sender = lab.warp(lab.block(0, 2), 1);
        sender.stores(STORE, 1 << 2, ADDRESS);
        sender.orders(FENCE, fencingLanes);
        sender.stores(SET_FLAG, 1 << 2, FLAG);
        lab.set(FLAG, 1);
        return sender;
    }

    private WarpOfLab receiver(int instruction) {
        WarpOfLab receiver = lab.warp(lab.block(1, 2), 1);
        receiver.updates(instruction, 4, FLAG, true, 2);
        receiver.orders(FENCE, 1 << 4);
        return receiver;
    }

    @Test
    void fencesAroundAFlagOrderWhatIsBeforeAndBehindThem() {
        senderWithFence(1 << 2);
        assertThat(readRaces(receiver(ADD), 4)).isFalse();
    }

    @Test
    void aFenceIsForTheLanesThatRunIt() {
        senderWithFence(1 << 3);
        assertThat(readRaces(receiver(ADD), 4)).isTrue();
    }

    @Test
    void anAtomicWithoutAResultDoesNotOrderItsThread() {
        senderWithFence(1 << 2);
        assertThat(readRaces(receiver(REDUCE), 4)).isTrue();
    }

    @Test
    void entriesOfTheRuntimeStandForTheGridsThatTheyWereBoundTo() {
        GridCausality[] grids = new GridCausality[600];
        for (int node = 0; node < grids.length; node++) {
            grids[node] = lab.grid(node);
            lab.feed().bind(node, grids[node]);
        }
        for (int node = 0; node < grids.length; node++) {
            assertThat(lab.feed().grid(node)).isSameAs(grids[node]);
        }
        assertThat(lab.feed().grid(1 << 20)).isNull();
        lab.feed().completed(256);
        lab.feed().completed(1 << 20);
        assertThat(lab.feed().grid(255)).isSameAs(grids[255]);
        assertThat(lab.feed().grid(256)).isNull();
        assertThat(lab.feed().grid(257)).isSameAs(grids[257]);
    }

    @Test
    void aGridThatWasNotWatchedFromItsLaunchIsRefused() {
        assertThatThrownBy(() -> lab.feed().blockStarts(200, 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the checker did not see the launch of a running grid");
    }

    @Test
    void aBlockWhoseStartTheCheckerMissedIsRejected() {
        assertThatThrownBy(() -> lab.feed().blockEnds(null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the checker did not see the start of a running block");
    }

    @ParameterizedTest
    @EnumSource(AddressSpace.class)
    void onlyMemoryThatOtherThreadsCanWriteIsWatched(AddressSpace space) {
        assertThat(VisibilityFeed.watches(space))
                .isEqualTo(
                        space == AddressSpace.GLOBAL || space == AddressSpace.MAPPED || space == AddressSpace.SHARED);
    }
}
