package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a host offers to a program outside the simulation, which shares memory with it and acts when it likes. */
class OutsideProgramTest {
    private final Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
    private final Host host = machine.host();
    private final ByteBuffer page =
            ByteBuffer.allocateDirect(PagedMemory.SHARED_PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private static Kernel echo(long mailbox) {
        KernelBuilder k = new KernelBuilder("echo");
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(mailbox)), s32(0)));
        k.memory().storeVolatile(ValueType.S32, u64(mailbox + 4), s32(42));
        return k.build();
    }

    private static Kernel spinning(long cycles) {
        KernelBuilder k = new KernelBuilder("spinning");
        var begin = k.special(SpecialRegister.CLOCK);
        k.doWhile(() -> k.less(k.subtract(k.special(SpecialRegister.CLOCK), begin), u64(cycles)));
        return k.build();
    }

    private long shared(boolean ofDevice) {
        long address = ofDevice ? host.malloc(64) : host.mallocHost(64);
        host.share(address, offset -> page);
        return address;
    }

    /** Pinned memory, and managed memory, which lies on the device. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThreadThatPollsSharedMemorySeesWhatAProgramWrites(boolean ofDevice) {
        host.launch(echo(shared(ofDevice)), LaunchShape.of(1, 1), host.defaultStream());
        long[] asked = new long[1];
        assertThat(host.runUntil(() -> ++asked[0] > 1_000, 1_000)).isTrue();
        assertThat(host.isIdle()).isFalse();

        page.putInt(0, 1);

        assertThat(host.runUntil(host::isIdle, 1_000)).isTrue();
        assertThat(page.getInt(4)).isEqualTo(42);
    }

    @Test
    void aThreadThatPollsIsStuckOnlyOnceNobodyOutsideCanAct() {
        host.launch(echo(shared(false)), LaunchShape.of(1, 1), host.defaultStream());
        double patience = host.nowNanos() + 20e6;
        host.runUntil(() -> host.nowNanos() > patience, 1_000);

        assertThatThrownBy(host::synchronize).isInstanceOf(StuckException.class);
    }

    @Test
    void aRunEndsWhenNothingIsLeftToDo() {
        host.launch(spinning(1_000), LaunchShape.of(1, 32), host.defaultStream());

        assertThat(host.runUntil(() -> false, 100)).isFalse();
        assertThat(host.isIdle()).isTrue();
    }

    @Test
    void aStreamThatDoesNotBlockRunsBesideTheDefaultStream() {
        host.launch(spinning(100_000), LaunchShape.of(1, 32), host.defaultStream());
        HostStream blocking = host.createStream();
        HostStream nonBlocking = host.createNonBlockingStream();
        host.launch(spinning(10), LaunchShape.of(1, 32), blocking);
        host.launch(spinning(10), LaunchShape.of(1, 32), nonBlocking);

        host.synchronize(nonBlocking);
        assertThat(host.isIdle(blocking)).isFalse();
        host.synchronize(blocking);
        assertThat(host.isIdle(host.defaultStream())).isTrue();
    }

    @Test
    void workInADestroyedStreamIsStillDone() {
        HostStream stream = host.createStream();
        long array = host.malloc(8);
        host.launch(spinning(10_000), LaunchShape.of(1, 32), stream);
        host.memsetAsync(array, 1, 8, stream);
        host.destroy(stream);

        host.synchronize();

        assertThat(host.memory().readLong(array)).isEqualTo(0x0101010101010101L);
    }

    /** Columns 1 and 2 of three rows of 4 bytes, to the device with a pitch of 8 and back with one of 2. */
    @Test
    void aCopyOfRowsLeavesTheRestOfEachRow() {
        byte[] program = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        long device = host.malloc(24);
        HostStream stream = host.defaultStream();
        host.memcpy2DAsync(
                new CopyEndpoint.InMemory(device + 1, 8), new CopyEndpoint.Pageable(program, 1, 4), 2, 3, stream);
        host.synchronize();
        byte[] all = new byte[24];
        host.memory().read(device, all, 0, 24);
        byte[] back = new byte[6];
        host.memcpy2DAsync(
                new CopyEndpoint.Pageable(back, 0, 2), new CopyEndpoint.InMemory(device + 1, 8), 2, 3, stream);
        host.synchronize();

        assertThat(all).containsExactly(0, 1, 2, 0, 0, 0, 0, 0, 0, 5, 6, 0, 0, 0, 0, 0, 0, 9, 10, 0, 0, 0, 0, 0);
        assertThat(back).containsExactly(1, 2, 5, 6, 9, 10);
    }

    @Test
    void aFillOfRowsLeavesTheRestOfEachRow() {
        long device = host.malloc(12);
        host.memset2DAsync(device, 6, 7, 3, 2, host.defaultStream());
        host.synchronize();
        byte[] all = new byte[12];
        host.memory().read(device, all, 0, 12);

        assertThat(all).containsExactly(7, 7, 7, 0, 0, 0, 7, 7, 7, 0, 0, 0);
    }

    @Test
    void aCopyBeyondASideIsRefused() {
        long device = host.malloc(16);
        CopyEndpoint array = CopyEndpoint.pageable(new byte[15]);

        assertThatThrownBy(() -> host.memcpy2DAsync(CopyEndpoint.memory(device), array, 16, 1, host.defaultStream()))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("copy of 16 bytes beyond an allocation");
        assertThatThrownBy(() -> host.memcpy2DAsync(
                        new CopyEndpoint.InMemory(device, 8),
                        new CopyEndpoint.Pageable(new byte[64], 0, 4),
                        4,
                        4,
                        host.defaultStream()))
                .isInstanceOf(CudaException.class);
    }
}
