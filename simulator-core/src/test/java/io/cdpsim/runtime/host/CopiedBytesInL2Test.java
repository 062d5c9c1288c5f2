package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What comes to a device, from its host or from outside the simulation, lies in its L2 and is seen by threads that poll. */
class CopiedBytesInL2Test {
    private static final int PITCH = 1024;
    private static final int ROW = 64;
    private static final int ROWS = 3;

    /** From the L2 a load takes 200 cycles, 90 more where it is far, and some to issue; DRAM takes 700 beside that. */
    private static final int BETWEEN = 500;

    private final Host host = new Machine(MachineSettings.of(RoundNumbers.profile())).host();
    private final long rows = host.malloc(ROWS * PITCH);
    private final long times = host.malloc(4);

    /** How rows come. */
    private enum Way {
        FILL {
            @Override
            void bring(Host host, long to) {
                host.memset2DAsync(to, PITCH, 1, ROW, ROWS, host.defaultStream());
            }
        },
        COPY {
            @Override
            void bring(Host host, long to) {
                byte[] source = new byte[ROWS * ROW];
                host.memcpy2DAsync(
                        new CopyEndpoint.InMemory(to, PITCH),
                        new CopyEndpoint.Pageable(source, 0, ROW),
                        ROW,
                        ROWS,
                        host.defaultStream());
            }
        },
        FROM_OUTSIDE {
            @Override
            void bring(Host host, long to) {
                for (int row = 0; row < ROWS; row++) {
                    host.memory().fill(to + (long) row * PITCH, 1, ROW);
                }
            }
        },
        LOADED_BEFORE {
            @Override
            void bring(Host host, long to) {
                for (int row = 0; row < ROWS; row++) {
                    host.memory().loadIntoL2(to + (long) row * PITCH, ROW);
                }
            }
        };

        abstract void bring(Host host, long to);
    }

    /** Cycles of a load. */
    private int load(long address) {
        KernelBuilder k = new KernelBuilder("load");
        Operand begin = k.special(SpecialRegister.CLOCK);
        Operand value = k.memory().loadVolatile(ValueType.S32, u64(address));
        Operand.Register end = k.special(SpecialRegister.CLOCK);
        k.ifThenElse(k.equal(value, s32(-1)), () -> {}, () -> k.assign(end, k.special(SpecialRegister.CLOCK)));
        k.memory().store(ValueType.S32, u64(times), k.subtract(end, begin));
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        return host.memory().readInts(times, 1)[0];
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void eachRowThatCameIsLoadedFromTheL2AndWhatLiesBetweenIsNot(Way way) {
        way.bring(host, rows);
        host.synchronize();

        for (int row = 0; row < ROWS; row++) {
            assertThat(load(rows + (long) row * PITCH)).as("row %d", row).isLessThan(BETWEEN);
            assertThat(load(rows + (long) row * PITCH + PITCH / 2))
                    .as("behind row %d", row)
                    .isGreaterThan(BETWEEN);
        }
    }

    /** The threads have looked for long, and the same value again and again. */
    @ParameterizedTest
    @EnumSource(names = {"FILL", "COPY"})
    void aThreadThatPollsSeesWhatTheHostBrings(Way way) {
        KernelBuilder k = new KernelBuilder("polling");
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(rows + ROW)), s32(0)));
        host.launch(k.build(), LaunchShape.of(1, 1), host.createNonBlockingStream());
        host.spend(5e6);
        HostStream beside = host.createNonBlockingStream();
        if (way == Way.FILL) {
            host.memsetAsync(rows + ROW, 1, 4, beside);
        } else {
            host.memcpy2DAsync(
                    CopyEndpoint.memory(rows + ROW), CopyEndpoint.pageable(new byte[] {1, 1, 1, 1}), 4, 1, beside);
        }

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
    }

    @Test
    void nothingIsInTheL2Before() {
        assertThat(load(rows)).isGreaterThan(BETWEEN);
        assertThat(load(rows)).isLessThan(BETWEEN);
    }
}
