package io.cdpsim.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which bytes copies and fills of the host move, between any two kinds of memory. */
class HostCopyTest {
    private static final int ROWS = 3;
    private static final int ROW_BYTES = 5;
    private static final int FROM_PITCH = 7;
    private static final int TO_PITCH = 6;
    private static final int SIZE = 32;

    /** A kind of memory. */
    private enum Kind {
        DEVICE,
        OTHER_DEVICE,
        PINNED,
        PAGEABLE,
        CONSTANT
    }

    private final Host host =
            new Machine(MachineSettings.of(Profiles.load("h200")).withDevices(2)).host();

    /** Some bytes of a kind of memory. */
    private final class Bytes {
        private final byte[] array = new byte[SIZE];
        private final long address;

        Bytes(Kind kind) {
            host.setDevice(kind == Kind.OTHER_DEVICE ? 1 : 0);
            address = switch (kind) {
                case DEVICE, OTHER_DEVICE -> host.malloc(SIZE);
                case PINNED -> host.mallocHost(SIZE);
                case CONSTANT -> host.constantSymbol(SIZE);
                case PAGEABLE -> 0;
            };
            host.setDevice(0);
        }

        CopyEndpoint side(int at, int pitch) {
            return address == 0
                    ? new CopyEndpoint.Pageable(array, at, pitch)
                    : new CopyEndpoint.InMemory(address + at, pitch);
        }

        byte[] read() {
            if (address != 0) {
                host.memory().read(address, array, 0, SIZE);
            }
            return array;
        }

        Bytes with(byte[] values) {
            System.arraycopy(values, 0, array, 0, SIZE);
            if (address != 0) {
                host.memory().write(address, values, 0, SIZE);
            }
            return this;
        }
    }

    static List<Arguments> pairs() {
        return Arrays.stream(Kind.values())
                .flatMap(from -> Arrays.stream(Kind.values()).map(to -> Arguments.of(from, to)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void rowsComeFromAndGoToWhereTheirPitchesSay(Kind fromKind, Kind toKind) {
        byte[] values = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            values[i] = (byte) (i + 1);
        }
        byte[] expected = new byte[SIZE];
        for (int row = 0; row < ROWS; row++) {
            for (int i = 0; i < ROW_BYTES; i++) {
                expected[2 + row * TO_PITCH + i] = values[3 + row * FROM_PITCH + i];
            }
        }
        Bytes from = new Bytes(fromKind).with(values);
        Bytes to = new Bytes(toKind);
        host.memcpy2DAsync(to.side(2, TO_PITCH), from.side(3, FROM_PITCH), ROW_BYTES, ROWS, host.defaultStream());
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);

        assertThat(to.read()).containsExactly(expected);
        assertThat(from.read()).as("the source").containsExactly(values);
    }

    /** 20 bytes a row from the third byte on: the second row ends 2 + 10 + 20 bytes from the begin. */
    @ParameterizedTest
    @CsvSource({"DEVICE", "OTHER_DEVICE", "PINNED", "PAGEABLE", "CONSTANT"})
    void rowsUpToTheLastByteAreCopiedAndBeyondItRefusedOnEitherSide(Kind kind) {
        Bytes whole = new Bytes(Kind.DEVICE);
        Bytes side = new Bytes(kind);
        HostStream stream = host.defaultStream();
        host.memcpy2DAsync(whole.side(0, 10), side.side(2, 10), 20, 2, stream);
        host.memcpy2DAsync(side.side(2, 10), whole.side(0, 10), 20, 2, stream);
        host.synchronize();

        assertThatThrownBy(() -> host.memcpy2DAsync(whole.side(0, 10), side.side(3, 10), 20, 2, stream))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("copy of 40 bytes beyond an allocation");
        assertThatThrownBy(() -> host.memcpy2DAsync(side.side(3, 10), whole.side(0, 10), 20, 2, stream))
                .isInstanceOf(CudaException.class);
        assertThat(host.isIdle(stream)).isTrue();
    }

    @Test
    void noRowsAreNoneWhereverTheyWouldLie() {
        HostStream stream = host.defaultStream();
        host.memcpy2DAsync(CopyEndpoint.memory(1), CopyEndpoint.pageable(new byte[0]), 100, 0, stream);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThatThrownBy(() -> host.memcpy2DAsync(CopyEndpoint.memory(1), CopyEndpoint.memory(2), 100, -1, stream))
                .isInstanceOf(CudaException.class);
        byte[] array = new byte[8];
        assertThatThrownBy(() ->
                        host.memcpy2DAsync(CopyEndpoint.pageable(array), CopyEndpoint.pageable(array), -1, 1, stream))
                .isInstanceOf(CudaException.class);
    }

    @Test
    void aCopyReadsItsSourceWhenItsTurnComes() {
        Bytes from = new Bytes(Kind.PAGEABLE);
        Bytes to = new Bytes(Kind.DEVICE);
        host.memcpy2DAsync(to.side(0, 0), from.side(0, 0), SIZE, 1, host.defaultStream());
        from.array[4] = 9;
        host.synchronize();

        assertThat(to.read()[4]).isEqualTo((byte) 9);
    }

    @ParameterizedTest
    @CsvSource({"DEVICE", "OTHER_DEVICE", "PINNED"})
    void aFillSetsItsRowsAndNoOtherByte(Kind kind) {
        Bytes filled = new Bytes(kind);
        byte[] expected = new byte[SIZE];
        for (int row = 0; row < ROWS; row++) {
            Arrays.fill(expected, 4 + 9 * row, 4 + 9 * row + 5, (byte) 0xAB);
        }
        host.memset2DAsync(filled.address + 4, 9, 0xAB, 5, ROWS, host.defaultStream());
        host.synchronize();

        assertThat(filled.read()).containsExactly(expected);
    }

    @Test
    void aFillUpToTheLastByteIsDoneAndBeyondItRefused() {
        Bytes filled = new Bytes(Kind.DEVICE);
        HostStream stream = host.defaultStream();
        host.memset2DAsync(filled.address + 2, 10, 1, 20, 2, stream);
        host.synchronize();

        assertThatThrownBy(() -> host.memset2DAsync(filled.address + 3, 10, 1, 20, 2, stream))
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(CudaError.INVALID_VALUE))
                .hasMessageContaining("fill of 40 bytes beyond an allocation");
        assertThat(host.isIdle(stream)).isTrue();
    }
}
