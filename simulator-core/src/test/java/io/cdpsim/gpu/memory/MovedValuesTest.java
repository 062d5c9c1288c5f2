package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.warp.Lanes;
import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Values moved between registers and every space of memory, against arrays of bytes with the lowest byte first. */
class MovedValuesTest {
    private static final int BYTES = 8_192;
    private static final int LOCAL_BYTES = 2_048;
    private static final int REGISTERS = 8;
    private static final int FIRST = Lanes.COUNT;

    private final PagedMemory global = new PagedMemory(AddressMap.globalBase(0), 1 << 20);
    private final PagedMemory mapped = new PagedMemory(AddressMap.HOST_BASE, 1 << 20);
    private final PagedMemory constant = new PagedMemory(AddressMap.CONSTANT_BASE, 1 << 16);
    private final DeviceData data = new DeviceData(global, mapped, constant);
    private final SharedAndLocalMemory own = new SharedAndLocalMemory();
    private final SplittableRandom random = new SplittableRandom(17);

    MovedValuesTest() {
        own.start(new byte[BYTES], LOCAL_BYTES);
    }

    private long start(AddressSpace space) {
        return switch (space) {
            case GLOBAL -> global.allocate(BYTES);
            case MAPPED -> mapped.allocate(BYTES);
            case CONSTANT -> constant.allocate(BYTES);
            case SHARED -> AddressMap.SHARED_BASE;
            case LOCAL, PARAMETER -> AddressMap.LOCAL_BASE;
        };
    }

    /** As the register of a thread holds a value of some bytes. */
    private static long asRegister(byte[] memory, int at, ValueType type) {
        byte[] big = new byte[type.bytes()];
        for (int i = 0; i < big.length; i++) {
            big[i] = memory[at + big.length - 1 - i];
        }
        boolean unsigned = type == ValueType.U8 || type == ValueType.U16;
        return unsigned ? new BigInteger(1, big).longValue() : new BigInteger(big).longValue();
    }

    /** Stores the low bytes of a register. @return whether that changed something */
    private static boolean toMemory(byte[] memory, int at, ValueType type, long register) {
        boolean changed = false;
        for (int i = 0; i < type.bytes(); i++) {
            byte value = (byte) (register >> (8 * i));
            changed |= memory[at + i] != value;
            memory[at + i] = value;
        }
        return changed;
    }

    /** Offsets of lanes: scattered, or one behind the other. */
    private int[] offsets(boolean inARow, int bytes, int limit) {
        int places = limit / bytes;
        int first = random.nextInt(places - Lanes.COUNT + 1);
        return IntStream.range(0, Lanes.COUNT)
                .map(lane -> (inARow ? first + lane : random.nextInt(places - 4)) * bytes)
                .toArray();
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                        AddressSpace.GLOBAL,
                        AddressSpace.MAPPED,
                        AddressSpace.CONSTANT,
                        AddressSpace.SHARED,
                        AddressSpace.LOCAL)
                .flatMap(space -> Stream.of(ValueType.values()).map(type -> Arguments.of(space, type)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void lanesStoreAndLoadTheirValues(AddressSpace space, ValueType type) {
        long base = start(space);
        boolean local = space == AddressSpace.LOCAL;
        byte[][] memory = new byte[local ? Lanes.COUNT : 1][BYTES];
        for (int turn = 0; turn < 12; turn++) {
            int count = turn % 3 == 0 ? 1 : 1 << random.nextInt(3);
            int lanes = turn % 2 == 0 ? -1 : random.nextInt() | 2;
            int[] offsets =
                    offsets(turn % 4 == 0, type.bytes() * (turn % 4 == 0 ? 1 : count), local ? LOCAL_BYTES : BYTES / 2);
            long[] addresses =
                    IntStream.of(offsets).mapToLong(offset -> base + offset).toArray();
            long[] registers = random.longs((long) REGISTERS * Lanes.COUNT).toArray();
            if (type.bytes() < 8) {
                for (int i = 0; i < registers.length; i++) {
                    registers[i] = asRegister(bytesOf(registers[i]), 0, type);
                }
            }
            boolean changed = false;
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                for (int k = 0; k < count && (lanes >>> lane & 1) != 0; k++) {
                    changed |= toMemory(
                            memory[local ? lane : 0],
                            offsets[lane] + k * type.bytes(),
                            type,
                            registers[FIRST + k * Lanes.COUNT + lane]);
                }
            }
            assertThat(data.store(own, space, addresses, lanes, type, count, registers, FIRST))
                    .isEqualTo(changed);
            assertThat(data.store(own, space, addresses, 1 << 1, type, 1, registers, FIRST) && !repeats(offsets))
                    .isFalse();
            toMemory(memory[local ? 1 : 0], offsets[1], type, registers[FIRST + 1]);

            long[] loaded = random.longs((long) REGISTERS * Lanes.COUNT).toArray();
            long[] expected = loaded.clone();
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                for (int k = 0; k < count && (lanes >>> lane & 1) != 0; k++) {
                    expected[FIRST + k * Lanes.COUNT + lane] =
                            asRegister(memory[local ? lane : 0], offsets[lane] + k * type.bytes(), type);
                }
            }
            data.load(own, space, addresses, lanes, type, count, loaded, FIRST);
            assertThat(loaded).isEqualTo(expected);
        }
    }

    private static boolean repeats(int[] offsets) {
        return IntStream.of(offsets).distinct().count() < offsets.length;
    }

    private static byte[] bytesOf(long value) {
        byte[] bytes = new byte[8];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (value >> (8 * i));
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(names = {"GLOBAL", "MAPPED", "CONSTANT", "SHARED"})
    void aValueThatLanesShareReachesEachOfThem(AddressSpace space) {
        long base = start(space);
        for (ValueType type : ValueType.values()) {
            for (int lanes : new int[] {-1, 0x0F0, 1 << 31}) {
                long[] values = {5, -9, 77, 11};
                for (int k = 0; k < values.length; k++) {
                    data.put(own, 0, space, base + 64 + (long) k * type.bytes(), type, values[k]);
                }
                long[] registers = random.longs((long) REGISTERS * Lanes.COUNT).toArray();
                long[] expected = registers.clone();
                for (int lane = 0; lane < Lanes.COUNT; lane++) {
                    for (int k = 0; k < 4 && (lanes >>> lane & 1) != 0; k++) {
                        expected[FIRST + k * Lanes.COUNT + lane] = asRegister(bytesOf(values[k]), 0, type);
                    }
                }
                data.loadOne(own, space, base + 64, lanes, type, 4, registers, FIRST);
                assertThat(registers).isEqualTo(expected);
            }
        }
    }
}
