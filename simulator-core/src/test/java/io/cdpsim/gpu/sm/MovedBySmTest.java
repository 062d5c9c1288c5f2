package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Which values loads, stores and atomics of a warp move, and who notices. */
class MovedBySmTest {
    private final SmLab lab = new SmLab(RoundNumbers.profile("sm.schedulers=1"));
    private final Sm sm = lab.sms().get(0);
    private final long words = lab.global().allocate(512);
    private final Register[] result = new Register[2];

    private Warp warp(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return lab.block(k.build(), 32).warp(0);
    }

    private Warp run(Consumer<KernelBuilder> body) {
        Warp warp = warp(body);
        lab.run(sm, 10_000, warp);
        assertThat(lab.ended()).contains(warp);
        return warp;
    }

    private long value(Warp warp, int register, int lane) {
        return warp.state().value(result[register].index(), lane);
    }

    /** Eight lanes each go to global, shared, local and the host's memory. */
    @Test
    void oneAccessReachesTheMemoryThatEachLanesAddressIsIn() {
        long host = lab.mapped().allocate(128);
        Warp warp = run(k -> {
            Register lane = k.threadX();
            Operand shared = k.memory().addressOf(StateSpace.SHARED, k.sharedArray(128));
            Operand local = k.memory().addressOf(StateSpace.LOCAL, k.localArray(128));
            Register base = k.select(k.less(lane, u32(8)), u64(words), shared);
            base = k.select(k.less(lane, u32(16)), base, local);
            base = k.select(k.less(lane, u32(24)), base, u64(host));
            Register address = k.element(base, lane, 4);
            k.memory().storeGeneric(ValueType.S32, address, k.add(lane, s32(100)));
            result[0] = k.memory().loadGeneric(ValueType.S32, address);
        });
        for (int lane = 0; lane < 32; lane++) {
            assertThat(value(warp, 0, lane)).isEqualTo(100 + lane);
            assertThat(lab.global().loadInt(words + 4L * lane)).isEqualTo(lane < 8 ? 100 + lane : 0);
            assertThat(lab.mapped().loadInt(host + 4L * lane)).isEqualTo(lane >= 24 ? 100 + lane : 0);
        }
        for (int lane = 8; lane < 16; lane++) {
            assertThat(warp.block().shared()[4 * lane]).isEqualTo((byte) (100 + lane));
        }
    }

    @Test
    void aTextureKeepsWhatTheGridHasFetched() {
        lab.global().storeInt(words, 5);
        lab.global().storeInt(words + 4, 6);
        Warp warp = run(k -> {
            Register first = k.memory().loadTexture(ValueType.S32, u64(words));
            k.memory().storeVolatile(ValueType.S32, u64(words), k.add(first, s32(70)));
            result[0] = k.memory().loadTexture(ValueType.S32, u64(words));
            result[1] = k.memory().loadTexture(ValueType.S32, u64(words + 4));
        });
        for (int lane = 0; lane < 32; lane += 31) {
            assertThat(value(warp, 0, lane)).isEqualTo(5);
            assertThat(value(warp, 1, lane)).isEqualTo(6);
        }
        assertThat(lab.global().loadInt(words)).isEqualTo(75);
    }

    @Test
    void lanesUpdateOneWordOneAfterTheOther() {
        lab.global().storeInt(words, 7);
        Warp warp =
                run(k -> result[0] = k.memory().atomic(AtomicOperation.ADD, ValueType.S32, u64(words), k.threadX()));
        int sum = 7;
        for (int lane = 0; lane < 32; lane++) {
            assertThat(value(warp, 0, lane)).isEqualTo(sum);
            sum += lane;
        }
        assertThat(lab.global().loadInt(words)).isEqualTo(sum);
    }

    @Test
    void lanesThatTakeTurnsOnTwoWordsFindWhatTheLastOneLeftThere() {
        Warp warp = run(k -> {
            Register lane = k.threadX();
            result[0] = k.memory()
                    .atomic(
                            AtomicOperation.EXCHANGE,
                            ValueType.S32,
                            k.element(u64(words), k.and(lane, u32(1)), 4),
                            k.add(lane, s32(50)));
        });
        for (int lane = 0; lane < 32; lane++) {
            assertThat(value(warp, 0, lane)).isEqualTo(lane < 2 ? 0 : 50 + lane - 2);
        }
        assertThat(lab.global().loadInt(words)).isEqualTo(50 + 30);
        assertThat(lab.global().loadInt(words + 4)).isEqualTo(50 + 31);
    }

    @Test
    void ofLanesThatCompareAndSwapOnlyTheOneThatFindsWhatItExpectsWrites() {
        Warp warp = run(k -> {
            Register lane = k.threadX();
            result[0] = k.memory().compareAndSwap(ValueType.S32, u64(words), s32(0), k.add(lane, s32(9)));
        });
        assertThat(value(warp, 0, 0)).isZero();
        for (int lane = 1; lane < 32; lane++) {
            assertThat(value(warp, 0, lane)).isEqualTo(9);
        }
        assertThat(lab.global().loadInt(words)).isEqualTo(9);
    }

    @Test
    void anAtomicForItsEffectAloneUpdatesTheWord() {
        run(k -> k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(words), k.threadX()));
        assertThat(lab.global().loadInt(words)).isEqualTo(31 * 32 / 2);
    }

    /** Whether a warp that polls the second word is woken by another one. */
    private boolean isNoticed(Consumer<KernelBuilder> what) {
        Warp waiting =
                warp(k -> k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(words + 4)), s32(0))));
        lab.run(sm, 0, waiting);
        assertThat(waiting.status()).isEqualTo(Warp.Status.SPINNING);
        int before = lab.scheduled().size();
        run(what);
        return lab.scheduled().size() > before;
    }

    @Test
    void aWarpThatWaitsForAWordNoticesAStoreThatChangesIt() {
        assertThat(isNoticed(k -> k.memory().store(ValueType.S32, u64(words + 4), s32(1))))
                .isTrue();
    }

    @Test
    void aWarpThatWaitsForAWordNoticesAnAtomicThatChangesIt() {
        assertThat(isNoticed(k -> k.memory().atomic(AtomicOperation.OR, ValueType.S32, u64(words + 4), s32(1))))
                .isTrue();
    }

    @Test
    void aWarpThatWaitsForAWordNoticesAnyElementOfAVectorStore() {
        assertThat(isNoticed(k -> {
                    var values = k.registers(ValueType.S32, 2);
                    values.forEach(value -> k.assign(value, s32(3)));
                    k.memory().storeVector(StateSpace.GLOBAL, values, u64(words), 0);
                }))
                .isTrue();
    }

    @Test
    void storesThatChangeNothingOrAnotherWordWakeNoWarp() {
        assertThat(isNoticed(k -> {
                    k.memory().store(ValueType.S32, u64(words + 4), s32(0));
                    k.memory().atomic(AtomicOperation.OR, ValueType.S32, u64(words + 4), s32(0));
                    k.memory().compareAndSwap(ValueType.S32, u64(words + 4), s32(8), s32(9));
                    k.memory().store(ValueType.S32, u64(words), s32(1));
                    k.memory().store(ValueType.S32, u64(words + 8), s32(1));
                }))
                .isFalse();
    }
}
