package io.cdpsim.runtime.call;

import static io.cdpsim.runtime.call.CodeLab.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.ShuffleMode;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.runtime.version.CudaError;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Instructions between lanes against what the PTX ISA says they do, step by step in plain Java. */
class WarpPrimitiveUnitTest {
    private static final int LANES = 32;
    private static final int ALL = -1;

    private final CodeLab lab = new CodeLab();
    private final int lane = lab.special(SpecialRegister.LANE);

    /** A register with another value in each lane, from a table in memory. */
    private int values(long... ofLanes) {
        long table = lab.machine().host().malloc(8L * LANES);
        int[] words = new int[2 * LANES];
        for (int i = 0; i < LANES; i++) {
            words[2 * i] = (int) ofLanes[i];
            words[2 * i + 1] = (int) (ofLanes[i] >>> 32);
        }
        lab.machine().host().memory().write(table, words);
        int address = lab.op(
                Opcode.MAD_WIDE_U32,
                Modifiers.NONE,
                lane,
                lab.constant(8),
                lab.code().constant(table, io.cdpsim.kernel.code.RegisterType.INTEGER_64));
        return lab.load(io.cdpsim.kernel.code.StateSpace.GLOBAL, ValueType.S64, address);
    }

    private int values(int... ofLanes) {
        return values(Arrays.stream(ofLanes).asLongStream().toArray());
    }

    private void run() {
        assertThat(lab.run(LANES)).isEqualTo(CudaError.SUCCESS);
    }

    private boolean warned() {
        return lab.machine().warnings().stream().anyMatch(each -> each.rule().equals("PTX-sync"));
    }

    /** PTX ISA, shfl.sync: the pseudo-code. @return the lane read from; its complement if the predicate is false */
    private static int source(ShuffleMode mode, int lane, int b, int c) {
        int bval = b & 31;
        int cval = c & 31;
        int mask = (c >> 8) & 31;
        int maxLane = (lane & mask) | (cval & ~mask & 31);
        int minLane = lane & mask;
        int j;
        boolean p;
        switch (mode) {
            case UP -> {
                j = lane - bval;
                p = j >= maxLane;
            }
            case DOWN -> {
                j = lane + bval;
                p = j <= maxLane;
            }
            case BUTTERFLY -> {
                j = lane ^ bval;
                p = j <= maxLane;
            }
            default -> {
                j = minLane | (bval & ~mask & 31);
                p = j <= maxLane;
            }
        }
        return p ? j : ~lane;
    }

    @ParameterizedTest
    @EnumSource
    void aShuffleReadsWherePtxSaysWhateverClampAndSegmentsAre(ShuffleMode mode) {
        SplittableRandom random = new SplittableRandom(mode.name().length());
        int[] b = random.ints(LANES, 0, 40).toArray();
        int[] c = new int[LANES];
        for (int i = 0; i < LANES; i++) {
            int width = 1 << random.nextInt(6);
            int clamp = random.nextInt(4) == 0 ? random.nextInt(32) : mode == ShuffleMode.UP ? 0 : 31;
            c[i] = ((32 - width) << 8) | clamp;
        }
        int[] value = random.ints(LANES).toArray();
        int inRange = lab.code().newPredicate();
        int result = lab.op(
                Opcode.SHUFFLE,
                new Modifiers.Shuffle(mode, LANES, lab.constant(ALL), inRange),
                values(value),
                values(b),
                values(c));
        lab.give(0, result);
        lab.give(1, lab.truth(inRange));
        run();

        for (int i = 0; i < LANES; i++) {
            int from = source(mode, i, b[i], c[i]);
            assertThat(lab.given(0, i)).as("lane %d", i).isEqualTo(value[from < 0 ? ~from : from]);
            assertThat(lab.given(1, i)).as("lane %d", i).isEqualTo(from < 0 ? 0 : 1);
        }
        assertThat(warned()).isFalse();
    }

    @Test
    void lanesWithDifferentMasksAreGroupsOfTheirOwn() {
        // Three groups that come to the same instruction at the same time.
        int[] mask = IntStream.range(0, LANES)
                .map(i -> i < 8 ? 0xFF : i < 20 ? 0xFFF00 : 0xFFF00000)
                .toArray();
        int masks = values(mask);
        int odd = lab.compare(
                Comparison.EQUAL, lab.op(Opcode.AND_B32, Modifiers.NONE, lane, lab.constant(1)), lab.constant(1));
        int sum = lab.op(Opcode.REDUCE, new Modifiers.Reduce(AtomicOperation.ADD, ValueType.S32, masks), lane);
        int ballot = lab.op(Opcode.VOTE, new Modifiers.Vote(VoteMode.BALLOT, masks), odd);
        int elected = lab.code().newPredicate();
        int leader = lab.op(Opcode.ELECT, new Modifiers.Elect(masks, elected));
        lab.give(0, sum);
        lab.give(1, ballot);
        lab.give(2, leader);
        lab.give(3, lab.truth(elected));
        run();

        for (int i = 0; i < LANES; i++) {
            int own = mask[i];
            int expected =
                    IntStream.range(0, LANES).filter(j -> (own >> j & 1) != 0).sum();
            assertThat(lab.given(0, i)).isEqualTo(expected);
            assertThat(lab.given(1, i)).isEqualTo(own & 0xAAAAAAAA);
            assertThat(lab.given(2, i)).isEqualTo(Integer.numberOfTrailingZeros(own));
            assertThat(lab.given(3, i)).isEqualTo(i == Integer.numberOfTrailingZeros(own) ? 1 : 0);
        }
        assertThat(warned()).isFalse();
    }

    @Test
    void aVoteCountsItsMembersOnly() {
        int members = 0x0000FFFF;
        int below = lab.compare(Comparison.LESS, lane, lab.constant(16));
        int aboveFour = lab.compare(Comparison.GREATER, lane, lab.constant(4));
        lab.code().guardNext(below, false);
        int ballot = lab.op(Opcode.VOTE, new Modifiers.Vote(VoteMode.BALLOT, lab.constant(members)), aboveFour);
        lab.give(0, ballot);
        int slot = 1;
        for (VoteMode mode : new VoteMode[] {VoteMode.ALL, VoteMode.ANY, VoteMode.UNIFORM}) {
            for (int condition : new int[] {below, aboveFour}) {
                int answer = lab.code().newPredicate();
                lab.code().guardNext(below, false);
                lab.into(answer, Opcode.VOTE, new Modifiers.Vote(mode, lab.constant(members)), condition);
                lab.give(slot++, lab.truth(answer));
            }
        }
        run();

        assertThat(lab.given(0, 3)).isEqualTo(0xFFE0);
        // All, any, uniform, each of a condition that all members meet and of one that some meet.
        assertThat(IntStream.range(1, 7).map(s -> (int) lab.given(s, 3))).containsExactly(1, 0, 1, 1, 1, 0);
        assertThat(warned()).isFalse();
    }

    @Test
    void aMatchFindsTheLanesWithTheSameValue() {
        SplittableRandom random = new SplittableRandom(9);
        long[] value = random.longs(LANES, 0, 3).map(v -> (v << 32) | 5).toArray();
        int members = 0xFFFF;
        int half = lab.compare(Comparison.LESS, lane, lab.constant(16));
        int wide = values(value);
        int agreed = lab.code().newPredicate();
        int differ = lab.code().newPredicate();
        int mask = lab.constant(members);
        lab.code().guardNext(half, false);
        int any = lab.op(Opcode.MATCH, new Modifiers.Match(false, true, mask, -1), wide);
        lab.code().guardNext(half, false);
        // The low halves are all the same.
        int all = lab.op(
                Opcode.MATCH,
                new Modifiers.Match(true, false, mask, agreed),
                lab.op(Opcode.CVT_I64_TO_I32, Modifiers.NONE, wide));
        lab.code().guardNext(half, false);
        int none = lab.op(Opcode.MATCH, new Modifiers.Match(true, true, mask, differ), wide);
        lab.give(0, any);
        lab.give(1, all);
        lab.give(2, lab.truth(agreed));
        lab.give(3, none);
        lab.give(4, lab.truth(differ));
        run();

        for (int i = 0; i < 16; i++) {
            int own = i;
            int same = IntStream.range(0, 16)
                    .filter(j -> value[j] == value[own])
                    .map(j -> 1 << j)
                    .sum();
            assertThat(lab.given(0, i)).isEqualTo(same);
            assertThat(lab.given(1, i)).isEqualTo(members);
            assertThat(lab.given(2, i)).isEqualTo(1);
            assertThat(lab.given(3, i)).isZero();
            assertThat(lab.given(4, i)).isZero();
        }
    }

    @Test
    void aReductionMakesOneValueOfAllMembers() {
        int[] value = new SplittableRandom(5).ints(LANES).toArray();
        int source = values(value);
        int members = lab.constant(ALL);
        AtomicOperation[] operations = {
            AtomicOperation.ADD, AtomicOperation.AND, AtomicOperation.OR, AtomicOperation.XOR
        };
        int slot = 0;
        for (AtomicOperation operation : operations) {
            lab.give(slot++, lab.op(Opcode.REDUCE, new Modifiers.Reduce(operation, ValueType.U32, members), source));
        }
        for (ValueType type : new ValueType[] {ValueType.S32, ValueType.U32}) {
            for (AtomicOperation extreme : new AtomicOperation[] {AtomicOperation.MINIMUM, AtomicOperation.MAXIMUM}) {
                lab.give(slot++, lab.op(Opcode.REDUCE, new Modifiers.Reduce(extreme, type, members), source));
            }
        }
        run();

        int flip = Integer.MIN_VALUE;
        int[] expected = {
            Arrays.stream(value).reduce(0, (a, b) -> a + b),
            Arrays.stream(value).reduce(-1, (a, b) -> a & b),
            Arrays.stream(value).reduce(0, (a, b) -> a | b),
            Arrays.stream(value).reduce(0, (a, b) -> a ^ b),
            Arrays.stream(value).min().orElseThrow(),
            Arrays.stream(value).max().orElseThrow(),
            Arrays.stream(value).map(v -> v ^ flip).min().orElseThrow() ^ flip,
            Arrays.stream(value).map(v -> v ^ flip).max().orElseThrow() ^ flip,
        };
        for (int s = 0; s < expected.length; s++) {
            assertThat(lab.given(s, 17)).as("slot %d", s).isEqualTo(expected[s]);
        }
    }

    @Test
    void aLaneThatDoesNotNameItselfIsWarnedOfOnce() {
        lab.code().at("lab.ptx:7");
        int mask = lab.constant(0x7FFFFFFF);
        lab.give(
                0,
                lab.op(
                        Opcode.VOTE,
                        new Modifiers.Vote(VoteMode.BALLOT, mask),
                        lab.compare(Comparison.EQUAL, lane, lane)));
        run();

        assertThat(lab.given(0, 0)).isEqualTo(0x7FFFFFFF);
        assertThat(lab.machine().warnings()).singleElement().satisfies(each -> {
            assertThat(each.rule()).isEqualTo("PTX-sync");
            assertThat(each.message()).contains("lab.ptx:7").contains("vote").contains("0x80000000");
            assertThat(each.count()).isEqualTo(1);
        });
    }

    @Test
    void aLaneThatIsNamedAndIsElsewhereIsWarnedOf() {
        int below = lab.compare(Comparison.LESS, lane, lab.constant(16));
        lab.code().guardNext(below, false);
        int sum = lab.op(
                Opcode.REDUCE,
                new Modifiers.Reduce(AtomicOperation.ADD, ValueType.S32, lab.constant(ALL)),
                lab.constant(1));
        lab.give(0, sum);
        run();

        assertThat(lab.given(0, 0)).isEqualTo(16);
        assertThat(warned()).isTrue();
    }

    @Test
    void aLaneThatHasEndedMayBeNamed() {
        int above = lab.compare(Comparison.GREATER_OR_EQUAL, lane, lab.constant(16));
        lab.code().guardNext(above, false);
        lab.into(-1, Opcode.EXIT, Modifiers.NONE);
        lab.give(
                0,
                lab.op(
                        Opcode.REDUCE,
                        new Modifiers.Reduce(AtomicOperation.ADD, ValueType.S32, lab.constant(ALL)),
                        lab.constant(1)));
        lab.into(-1, Opcode.WARP_SYNC, new Modifiers.WarpSync(lab.constant(ALL)));
        run();

        assertThat(lab.given(0, 0)).isEqualTo(16);
        assertThat(warned()).isFalse();
    }

    @Test
    void aReductionOfFloatsIsRefused() {
        lab.op(Opcode.REDUCE, new Modifiers.Reduce(AtomicOperation.ADD, ValueType.F32, NONE), lane);

        assertThatThrownBy(() -> lab.run(1))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageContaining("F32");
    }
}
