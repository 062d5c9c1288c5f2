package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.observe.Timeline;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies and fills by device code: which bytes they move, what is refused, and where they stand in streams (rules COPY-1 to COPY-5). */
class DeviceCopiesTest {
    private static final int SIZE = 256;
    private static final int INVALID_VALUE = 1;
    private static final int UNKNOWN = 999;
    private static final Operand DEVICE_TO_DEVICE = s32(3);

    /** As documented: an H200 fills with zeros. */
    private final ParentLab lab = ParentLab.strict();

    private final long from = lab.host().malloc(SIZE);
    private final long to = lab.host().malloc(SIZE);

    DeviceCopiesTest() {
        lab.host().memory().write(from, source(), 0, SIZE);
    }

    private static byte[] source() {
        byte[] bytes = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            bytes[i] = (byte) (i * 7 + 1);
        }
        return bytes;
    }

    private byte[] moved() {
        byte[] bytes = new byte[SIZE];
        lab.host().memory().read(to, bytes, 0, SIZE);
        return bytes;
    }

    /** Makes a call. @return its error code */
    private int error(BiFunction<DeviceRuntimeCalls, KernelBuilder, Operand> call) {
        lab.run(1, 1, k -> lab.keep(k, 0, call.apply(k.device(), k)));
        return lab.kept(1)[0];
    }

    /** An operation in a box of three dimensions, of which the copies have a source. */
    private record Box(int toPitch, int toRows, int fromPitch, int fromRows, int width, int height, int depth) {
        byte[] copied() {
            byte[] source = source();
            byte[] expected = new byte[SIZE];
            for (int z = 0; z < depth; z++) {
                for (int y = 0; y < height; y++) {
                    for (int x = 0; x < width; x++) {
                        expected[(z * toRows + y) * toPitch + x] = source[(z * fromRows + y) * fromPitch + x];
                    }
                }
            }
            return expected;
        }

        byte[] filled(int value) {
            byte[] expected = new byte[SIZE];
            for (int z = 0; z < depth; z++) {
                for (int y = 0; y < height; y++) {
                    int at = (z * toRows + y) * toPitch;
                    Arrays.fill(expected, at, at + width, (byte) value);
                }
            }
            return expected;
        }

        List<Operand> copy(long to, long from) {
            return List.of(
                    u64(to),
                    u64(toPitch),
                    u64(toRows),
                    u64(from),
                    u64(fromPitch),
                    u64(fromRows),
                    u64(width),
                    u64(height),
                    u64(depth),
                    DEVICE_TO_DEVICE,
                    NULL_STREAM);
        }

        List<Operand> fill(long to, int value) {
            return List.of(
                    u64(to), u64(toPitch), u64(toRows), s32(value), u64(width), u64(height), u64(depth), NULL_STREAM);
        }
    }

    @Test
    void aCopyMovesItsBytesAndNoOthers() {
        assertThat(error((d, k) -> d.memcpyAsync(u64(to), u64(from), u64(77), DEVICE_TO_DEVICE, NULL_STREAM)))
                .isZero();
        assertThat(moved()).containsExactly(new Box(77, 1, 77, 1, 77, 1, 1).copied());
    }

    @Test
    void aCopyOfTwoDimensionsMovesRowsByTheirPitches() {
        Box box = new Box(13, 5, 11, 5, 9, 5, 1);
        assertThat(error((d, k) -> d.memcpy2DAsync(
                        u64(to), u64(13), u64(from), u64(11), u64(9), u64(5), DEVICE_TO_DEVICE, NULL_STREAM)))
                .isZero();
        assertThat(moved()).containsExactly(box.copied());
    }

    @Test
    void aCopyOfThreeDimensionsMovesSlicesByTheirRows() {
        Box box = new Box(13, 5, 11, 4, 9, 3, 3);
        assertThat(error((d, k) -> d.memcpy3DAsync(box.copy(to, from)))).isZero();
        assertThat(moved()).containsExactly(box.copied());
    }

    @Test
    void aFillSetsItsBytesAndNoOthers() {
        assertThat(error((d, k) -> d.memsetAsync(u64(to), u32(0x1AB), u64(77), NULL_STREAM)))
                .isZero();
        assertThat(moved()).containsExactly(new Box(77, 1, 0, 0, 77, 1, 1).filled(0xAB));
    }

    @Test
    void aFillOfTwoDimensionsSetsRowsByTheirPitch() {
        assertThat(error((d, k) -> d.memset2DAsync(u64(to), u64(13), u32(5), u64(9), u64(4), NULL_STREAM)))
                .isZero();
        assertThat(moved()).containsExactly(new Box(13, 4, 0, 0, 9, 4, 1).filled(5));
    }

    @Test
    void aFillOfThreeDimensionsSetsSlicesByTheirRows() {
        Box box = new Box(13, 5, 0, 0, 9, 3, 3);
        assertThat(error((d, k) -> d.memset3DAsync(box.fill(to, 5)))).isZero();
        assertThat(moved()).containsExactly(box.filled(5));
    }

    /** The last byte that each touches is the last that there is, or one beyond. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 0, 1", "0, 1, 1"})
    void anOperationBeyondAnAllocationIsRefused(int toBeyond, int fromBeyond, int error) {
        // Two slices of 4 rows and one of 3: the last row begins at (2 * 4 + 2) * 20.
        Box box = new Box(20, 4, 20, 4, 15, 3, 3);
        int room = SIZE - (10 * 20 + 15);
        assertThat(error((d, k) -> d.memcpy3DAsync(box.copy(to + room + toBeyond, from + room + fromBeyond))))
                .isEqualTo(error);
        assertThat(error((d, k) -> d.memset3DAsync(box.fill(to + room + toBeyond, 1))))
                .isEqualTo(toBeyond);
    }

    /** Rows must fit into their pitch, and slices must not overlap where there is more than one. */
    @ParameterizedTest
    @CsvSource({
        "9, 3, 9, 3, 2, 0",
        "8, 3, 9, 3, 2, 1",
        "9, 3, 8, 3, 2, 1",
        "9, 2, 9, 3, 2, 1",
        "9, 3, 9, 2, 2, 1",
        "9, 0, 9, 0, 1, 0",
        "9, 3, 9, 3, -1, 1"
    })
    void aBoxWhoseRowsOrSlicesOverlapIsRefused(
            int toPitch, int toRows, int fromPitch, int fromRows, int depth, int error) {
        Box box = new Box(toPitch, toRows, fromPitch, fromRows, 9, 3, depth);
        assertThat(error((d, k) -> d.memcpy3DAsync(box.copy(to, from)))).isEqualTo(error);
        if (fromPitch == 9 && fromRows == toRows) {
            assertThat(error((d, k) -> d.memset3DAsync(box.fill(to, 1)))).isEqualTo(error);
        }
    }

    @Test
    void aFillNeedsNoSource() {
        assertThat(error((d, k) -> d.memset3DAsync(new Box(9, 3, 0, 0, 9, 3, 2).fill(to, 1))))
                .isZero();
        assertThat(error((d, k) -> d.memset2DAsync(u64(to), u64(8), u32(1), u64(9), u64(1), NULL_STREAM)))
                .isEqualTo(INVALID_VALUE);
        assertThat(error((d, k) -> d.memset2DAsync(u64(to), u64(9), u32(1), u64(9), u64(-1), NULL_STREAM)))
                .isEqualTo(INVALID_VALUE);
        assertThat(error((d, k) -> d.memsetAsync(u64(to), u32(1), u64(-1), NULL_STREAM)))
                .isEqualTo(INVALID_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"0, 3, 2", "9, 0, 2", "9, 3, 0"})
    void anOperationOfNoBytesIsDone(int width, int height, int depth) {
        Box box = new Box(9, 3, 9, 3, width, height, depth);
        assertThat(error((d, k) -> d.memcpy3DAsync(box.copy(to + SIZE, from + SIZE))))
                .isZero();
        assertThat(error((d, k) -> d.memset3DAsync(box.fill(to + SIZE, 1)))).isZero();
        assertThat(moved()).containsOnly(0);
    }

    /** Rule COPY-2, and the number that was measured; 4 leaves the direction to the addresses. */
    @ParameterizedTest
    @CsvSource({"0, 21", "1, 21", "2, 21", "3, 0", "4, 0", "5, 21"})
    void aCopyGoesFromDeviceToDevice(int kind, int error) {
        assertThat(error((d, k) -> d.memcpyAsync(u64(to), u64(from), u64(4), s32(kind), NULL_STREAM)))
                .isEqualTo(error);
    }

    /** Rule COPY-3. */
    @ParameterizedTest
    @ValueSource(longs = {AddressMap.SHARED_BASE, AddressMap.LOCAL_BASE, AddressMap.CONSTANT_BASE, 0, 0x1234})
    void onlyGlobalMemoryIsCopiedOrFilled(long address) {
        lab.host().constantSymbol(64);
        Operand wrong = u64(address);
        assertThat(error((d, k) -> d.memcpyAsync(wrong, u64(from), u64(4), DEVICE_TO_DEVICE, NULL_STREAM)))
                .isEqualTo(INVALID_VALUE);
        assertThat(error((d, k) -> d.memcpyAsync(u64(to), wrong, u64(4), DEVICE_TO_DEVICE, NULL_STREAM)))
                .isEqualTo(INVALID_VALUE);
        assertThat(error((d, k) -> d.memsetAsync(wrong, u32(1), u64(4), NULL_STREAM)))
                .isEqualTo(INVALID_VALUE);
    }

    @Test
    void aStreamThatIsNoneTakesNoCopy() {
        assertThat(error((d, k) -> d.memsetAsync(u64(to), u32(1), u64(4), u64(0x4000))))
                .isEqualTo(UNKNOWN);
        ParentLab kepler = ParentLab.on("k20x");
        kepler.run(1, 1, k -> {
            k.memory().store(ValueType.U64, kepler.word(2), u64(3));
            Operand tail = k.memory().load(ValueType.U64, kepler.word(2));
            kepler.keep(k, 0, k.device().memsetAsync(kepler.word(4), u32(1), u64(4), tail));
        });
        assertThat(kepler.kept(5)).startsWith(INVALID_VALUE).endsWith(0);
    }

    /** An H200's driver fills with zeros in all forms (Q-40, O-1); it is said once for each place. */
    @Test
    void anH200FillsWithZerosAndTheUserIsTold() {
        ParentLab measured = ParentLab.on("h200");
        measured.run(1, 2, k -> {
            measured.keepOfEach(k, 0, s32(-1));
            k.syncThreads();
            k.device().memsetAsync(measured.word(0), u32(7), u64(4), NULL_STREAM);
            k.device().memset3DAsync(new Box(4, 1, 0, 0, 4, 1, 1).fill(address(measured, 1), 7));
            k.device().memsetAsync(measured.word(2), u32(0), u64(4), NULL_STREAM);
        });

        assertThat(measured.kept(2)).containsExactly(0, 0);
        measured.assertWarned("Q-40", "Q-40");
        assertThat(measured.timeline().warnings())
                .extracting(Timeline.Warning::message)
                .allSatisfy(message ->
                        assertThat(message).startsWith("kernel parent fills memory with 7, but GPUs of this kind"));
    }

    private static long address(ParentLab lab, int word) {
        return ((Operand.Constant) lab.word(word)).bits();
    }
}
