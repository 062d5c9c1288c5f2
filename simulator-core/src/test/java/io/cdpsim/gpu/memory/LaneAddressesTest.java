package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.warp.Lanes;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneAddressesTest {
    private static Modifiers.Access access(int indexShift) {
        return new Modifiers.Access(
                StateSpace.SHARED, ValueType.U32, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 0, indexShift);
    }

    @Test
    void addressesOfScaledIndexesAreThoseOfTheAccessAndNotOfTheOneBefore() {
        KernelBuilder builder = new KernelBuilder("indexed");
        builder.threadX();
        Kernel kernel = builder.build();
        LaneState state = new LaneState(kernel);
        state.start(kernel, -1);
        LaneAddresses addresses = new LaneAddresses();
        addresses.gather(state, 0, access(0), -1);
        assertThat(addresses.isOne(-1)).isTrue();

        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            state.registers()[lane] = lane;
        }
        addresses.gather(state, 0, access(2), -1);

        assertThat(addresses.of(3) - addresses.of(0)).isEqualTo(12);
        assertThat(addresses.isOne(-1)).isFalse();
    }

    private static final StateSpace[] SPACES = {
        StateSpace.GLOBAL, StateSpace.SHARED, StateSpace.LOCAL, StateSpace.CONSTANT
    };

    private static final int[] WORDS = {1, 6, 30};

    private static long base(StateSpace space) {
        return switch (space) {
            case SHARED, SHARED_CLUSTER -> AddressMap.SHARED_BASE;
            case LOCAL -> AddressMap.LOCAL_BASE;
            case CONSTANT -> AddressMap.CONSTANT_BASE;
            case GLOBAL, GENERIC -> 0;
        };
    }

    private static List<Integer> lanesOf(int mask) {
        return IntStream.range(0, Lanes.COUNT)
                .filter(lane -> (mask >>> lane & 1) != 0)
                .boxed()
                .toList();
    }

    /** Offsets count from the start of their space, generic addresses as they are; some lanes share an address or a sector, in some turns all. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void queriesOfAnyLanesMatchTheirAddresses(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        KernelBuilder builder = new KernelBuilder("addresses");
        builder.threadX();
        Kernel kernel = builder.build();
        LaneState state = new LaneState(kernel);
        state.start(kernel, -1);
        LaneAddresses addresses = new LaneAddresses();
        for (int turn = 0; turn < 40; turn++) {
            StateSpace space = SPACES[turn % SPACES.length];
            int lanes = turn % 3 == 0 ? -1 : random.nextInt() | 1 << turn % 32;
            long offset = 4L * random.nextInt(3);
            int words = WORDS[turn / SPACES.length % WORDS.length];
            long[] expected = new long[Lanes.COUNT];
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                boolean generic = random.nextInt(4) == 0 && space != StateSpace.GLOBAL;
                long value = 4L * random.nextInt(words) + (generic ? base(space) : 0);
                state.registers()[lane] = value;
                expected[lane] = value + offset + (generic ? 0 : base(space));
            }
            addresses.gather(state, 0, space, offset, lanes);
            check(addresses, expected, lanes, lanes);
            check(addresses, expected, lanes, lanes & (random.nextInt() | Integer.lowestOneBit(lanes)));
        }
    }

    private static void check(LaneAddresses addresses, long[] expected, int gathered, int lanes) {
        List<Integer> asked = lanesOf(lanes);
        for (int lane : lanesOf(gathered)) {
            assertThat(addresses.of(lane)).isEqualTo(expected[lane]);
        }
        assertThat(addresses.common(lanes))
                .isEqualTo(asked.stream().mapToLong(lane -> expected[lane]).reduce(-1, (a, b) -> a & b));
        assertThat(addresses.any(lanes))
                .isEqualTo(asked.stream().mapToLong(lane -> expected[lane]).reduce(0, (a, b) -> a | b));
        long first = expected[asked.get(0)];
        assertThat(addresses.isOne(lanes)).isEqualTo(asked.stream().allMatch(lane -> expected[lane] == first));
        AddressSpace space = AddressMap.spaceOf(first);
        assertThat(addresses.spaceOfFirst(lanes)).isEqualTo(space);
        for (AddressSpace each : AddressSpace.values()) {
            assertThat(lanesOf(addresses.lanesIn(each, lanes)))
                    .isEqualTo(asked.stream()
                            .filter(lane -> AddressMap.spaceOf(expected[lane]) == each)
                            .toList());
        }
        assertThat(lanesOf(addresses.lanesAt(first, lanes)))
                .isEqualTo(
                        asked.stream().filter(lane -> expected[lane] == first).toList());
        assertThat(lanesOf(addresses.lanesInSector(first / 32, 5, lanes)))
                .isEqualTo(asked.stream()
                        .filter(lane -> expected[lane] / 32 == first / 32)
                        .toList());
        assertThat(addresses.mostLanesAtOne(lanes))
                .isEqualTo(asked.stream()
                        .mapToInt(lane -> (int) asked.stream()
                                .filter(other -> expected[other] == expected[lane])
                                .count())
                        .max()
                        .orElseThrow());
    }

    @Test
    void lanesInSeveralSpacesAreDistinguished() {
        KernelBuilder builder = new KernelBuilder("spaces");
        builder.threadX();
        Kernel kernel = builder.build();
        LaneState state = new LaneState(kernel);
        state.start(kernel, -1);
        long[] expected = new long[Lanes.COUNT];
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            expected[lane] = base(SPACES[lane * 7 % 4]) + 8L * lane;
            state.registers()[lane] = expected[lane];
        }
        LaneAddresses addresses = new LaneAddresses();
        addresses.gather(state, 0, StateSpace.GENERIC, 0, -1);
        check(addresses, expected, -1, -1);
        check(addresses, expected, -1, 0x0FF0_0FF0);
    }

    @Test
    void lanesFormARowOnlyIfTheirAddressesAreConsecutive() {
        for (int bytes : new int[] {4, 8, 16}) {
            long[] row = LongStream.range(0, Lanes.COUNT)
                    .map(lane -> 4_096 + bytes * lane)
                    .toArray();
            assertThat(LaneAddresses.areRow(row, bytes)).isTrue();
            assertThat(LaneAddresses.areRow(row, 2 * bytes)).isFalse();
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                long[] other = row.clone();
                other[lane] += bytes;
                assertThat(LaneAddresses.areRow(other, bytes)).isFalse();
            }
        }
    }
}
