package io.cdpsim.gpu.visibility;

import static io.cdpsim.gpu.visibility.FeedLab.ADDRESS;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.visibility.FeedLab.WarpOfLab;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.warp.Lanes;
import org.junit.jupiter.api.Test;

/** A block loads words that another has written since, and that nothing orders before the load. */
class FeedOldValuesTest {
    private static final int STORE = 0;
    private static final int LOAD = 1;
    private static final int VOLATILE_LOAD = 2;
    private static final int LOAD_8 = 3;
    private static final int LOAD_64 = 4;
    private static final int LOAD_PAIR = 5;
    private static final int LOAD_WIDE_PAIR = 6;

    private static final int LANES = 1 << 2 | 1 << 9;
    private static final int OLD = 100;
    private static final int NEW = 200;

    private static void code(KernelBuilder k) {
        k.memory().store(ValueType.S32, u64(0), s32(1));
        k.memory().load(ValueType.S32, u64(0));
        k.memory().loadVolatile(ValueType.S32, u64(0));
        k.memory().load(ValueType.U8, u64(0));
        k.memory().load(ValueType.U64, u64(0));
        k.memory().loadVector(StateSpace.GLOBAL, ValueType.S32, 2, u64(0), 0);
        k.memory().loadVector(StateSpace.GLOBAL, ValueType.U64, 2, u64(0), 0);
    }

    /** Word i held OLD + i and holds NEW + i. */
    private static FeedLab lab(boolean showsOldValues) {
        FeedLab lab = new FeedLab(showsOldValues, FeedOldValuesTest::code);
        WarpOfLab writer = lab.warpOfBlock(0);
        for (int word = 0; word < 4; word++) {
            lab.set(ADDRESS + 4L * word, OLD + word);
            writer.stores(STORE, 1, ADDRESS + 4L * word);
            lab.set(ADDRESS + 4L * word, NEW + word);
        }
        return lab;
    }

    @Test
    void onlyWeakLoadsThatRaceAreShownOldValues() {
        FeedLab lab = lab(true);
        WarpOfLab reader = lab.warpOfBlock(1);
        assertThat(reader.loads(LOAD, LANES, ADDRESS)).isTrue();
        assertThat(reader.loads(VOLATILE_LOAD, LANES, ADDRESS)).isFalse();
        assertThat(reader.loads(LOAD, LANES, ADDRESS + 1_024))
                .as("nobody has written there")
                .isFalse();
    }

    @Test
    void oldValuesAreShownOnlyOnRequest() {
        assertThat(lab(false).warpOfBlock(1).loads(LOAD, LANES, ADDRESS)).isFalse();
    }

    /** What a warp's registers hold in a lane after a load of the newest values was shown the old ones. */
    private static WarpOfLab shown(int instruction, long... newest) {
        WarpOfLab reader = lab(true).warpOfBlock(1);
        int destination = reader.at(instruction).destination();
        for (int i = 0; i < newest.length; i++) {
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                reader.state().set(destination + i, lane, newest[i]);
            }
        }
        reader.showOldValues(instruction, LANES, ADDRESS);
        for (int i = 0; i < newest.length; i++) {
            assertThat(reader.state().value(destination + i, 3))
                    .as("a lane that did not load")
                    .isEqualTo(newest[i]);
        }
        return reader;
    }

    private static void assertShown(int instruction, WarpOfLab reader, long... old) {
        int destination = reader.at(instruction).destination();
        for (int i = 0; i < old.length; i++) {
            assertThat(reader.state().value(destination + i, 2)).isEqualTo(old[i]);
            assertThat(reader.state().value(destination + i, 9)).isEqualTo(old[i]);
        }
    }

    private static long wide(int low, int high) {
        return (long) high << 32 | low;
    }

    @Test
    void aWordIsReplacedByWhatWasThereBefore() {
        assertShown(LOAD, shown(LOAD, NEW), OLD);
    }

    @Test
    void bothWordsOfAWideValueAreReplaced() {
        assertShown(LOAD_64, shown(LOAD_64, wide(NEW, NEW + 1)), wide(OLD, OLD + 1));
    }

    @Test
    void eachValueOfAVectorIsReplacedByWhatWasAtItsAddress() {
        assertShown(LOAD_PAIR, shown(LOAD_PAIR, NEW, NEW + 1), OLD, OLD + 1);
        assertShown(
                LOAD_WIDE_PAIR,
                shown(LOAD_WIDE_PAIR, wide(NEW, NEW + 1), wide(NEW + 2, NEW + 3)),
                wide(OLD, OLD + 1),
                wide(OLD + 2, OLD + 3));
    }

    @Test
    void partsOfAWordAreLeftAsTheyAre() {
        assertShown(LOAD_8, shown(LOAD_8, NEW), NEW);
    }

    @Test
    void lowWordsWhoseHighestBitIsSetDoNotReachTheHighOnes() {
        FeedLab lab = new FeedLab(true, FeedOldValuesTest::code);
        WarpOfLab writer = lab.warpOfBlock(0);
        lab.set(ADDRESS, -7);
        lab.set(ADDRESS + 4, 9);
        writer.stores(STORE, 1, ADDRESS);
        WarpOfLab reader = lab.warpOfBlock(1);
        reader.state().set(reader.at(LOAD_64).destination(), 2, wide(0, 9));
        reader.showOldValues(LOAD_64, 1 << 2, ADDRESS);
        assertThat(reader.state().value(reader.at(LOAD_64).destination(), 2))
                .isEqualTo((9L << 32) | (-7 & 0xFFFFFFFFL));
    }
}
