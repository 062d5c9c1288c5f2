package io.cdpsim.programs.exec.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.programs.exec.protocol.CallConnection.CallRequest;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallConnectionTest {
    @TempDir
    private Path folder;

    private SocketChannel program;
    private CallConnection connection;

    @BeforeEach
    void connects() throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            program = SocketChannel.open(address);
            SocketChannel accepted = server.accept();
            accepted.configureBlocking(false);
            connection = new CallConnection(accepted);
        }
    }

    @AfterEach
    void disconnects() throws IOException {
        program.close();
        connection.channel().close();
    }

    private static ByteBuffer request(String name, byte[] arguments) {
        return ByteBuffer.allocate(12 + name.length() + arguments.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(arguments.length)
                .putInt(name.length())
                .put(name.getBytes(StandardCharsets.US_ASCII))
                .put(arguments)
                .flip();
    }

    @Test
    void aRequestThatComesByteByByteIsReadWhenItIsWhole() throws IOException {
        ByteBuffer bytes = request("cudaFree", new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        while (bytes.remaining() > 1) {
            program.write(bytes.slice(bytes.position(), 1));
            bytes.position(bytes.position() + 1);
            assertThat(connection.read()).isNull();
        }
        program.write(bytes);

        CallRequest request = Objects.requireNonNull(connection.read());
        assertThat(request.name()).isEqualTo("cudaFree");
        assertThat(request.arguments().quad()).isEqualTo(0x0807060504030201L);
        assertThat(connection.read()).isNull();
    }

    @Test
    void anAnswerIsErrorThenPrintedThenResults() throws IOException {
        connection.answer(
                7,
                "hi".getBytes(StandardCharsets.US_ASCII),
                new CallResults().word(5).quad(-1).bytes(),
                true);

        ByteBuffer read = ByteBuffer.allocate(16 + 2 + 12).order(ByteOrder.LITTLE_ENDIAN);
        while (read.hasRemaining()) {
            program.read(read);
        }
        read.flip();
        assertThat(read.getInt()).isEqualTo(7);
        assertThat(read.getInt()).isEqualTo(2);
        assertThat(read.getLong()).isEqualTo(12);
        assertThat((char) read.get()).isEqualTo('h');
        assertThat((char) read.get()).isEqualTo('i');
        assertThat(read.getInt()).isEqualTo(5);
        assertThat(read.getLong()).isEqualTo(-1);
    }

    @Test
    void aHeadThatNoLibraryWritesIsRefused() throws IOException {
        program.write(ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(-5)
                .putInt(3)
                .flip());

        assertThatThrownBy(() -> connection.read()).isInstanceOf(ProtocolException.class);
    }

    /** The program's side of a slot, as cudart.c uses it. */
    private ByteBuffer shareSlot() {
        ByteBuffer slot =
                ByteBuffer.allocateDirect(CallSlot.BYTES + 8).alignedSlice(8).order(ByteOrder.LITTLE_ENDIAN);
        connection.share(new CallSlot(slot.duplicate(), 0));
        return slot;
    }

    private static void put(ByteBuffer slot, ByteBuffer request) {
        slot.put(64, request, 0, request.remaining());
        slot.putInt(0, 2);
    }

    private int socketBytes() throws IOException {
        program.configureBlocking(false);
        return program.read(ByteBuffer.allocate(1 << 20));
    }

    @Test
    void aCallInAWatchedSlotTakesNothingOfTheSocket() throws IOException {
        ByteBuffer slot = shareSlot();
        assertThat(connection.watch()).isTrue();
        assertThat(slot.getInt(0)).isEqualTo(1);
        assertThat(connection.readSlot()).isNull();
        put(slot, request("cudaFree", new byte[] {1, 2, 3, 4}));

        assertThat(connection.unwatch()).isFalse();
        CallRequest request = Objects.requireNonNull(connection.readSlot());
        assertThat(request.name()).isEqualTo("cudaFree");
        assertThat(request.arguments().word()).isEqualTo(0x04030201);
        assertThat(connection.watch()).as("while the call has no answer").isFalse();
        assertThat(connection.answer(7, new byte[] {'h'}, new byte[] {9, 8}, true))
                .isTrue();

        assertThat(slot.getInt(0)).isEqualTo(1);
        assertThat(slot.getInt(64)).isEqualTo(7);
        assertThat(slot.getInt(68)).isEqualTo(1);
        assertThat(slot.getLong(72)).isEqualTo(2);
        assertThat(slot.get(80)).isEqualTo((byte) 'h');
        assertThat(slot.get(82)).isEqualTo((byte) 8);
        assertThat(socketBytes()).isZero();
        assertThat(connection.unwatch()).isTrue();
        assertThat(slot.getInt(0)).isZero();
    }

    @Test
    void aThreadThatSleepsBeforeItsCallIsReadGetsTheAnswerOverTheSocket() throws IOException {
        ByteBuffer slot = shareSlot();
        connection.watch();
        put(slot, request("cudaFree", new byte[0]));
        slot.putInt(0, 3);

        assertThat(connection.unwatch()).isFalse();
        assertThat(connection.hasSlotRequest()).isTrue();
        assertThat(connection.readSlot()).isNotNull();
        assertThat(connection.answer(7, new byte[0], new byte[4], false)).isFalse();

        assertThat(slot.getInt(0)).isZero();
        assertThat(socketBytes()).isEqualTo(20);
    }

    @Test
    void anAnswerTooLongForTheSlotHasItsHeadThere() throws IOException {
        ByteBuffer slot = shareSlot();
        connection.watch();
        put(slot, request("cudaFree", new byte[0]));
        connection.readSlot();

        connection.answer(7, new byte[1], new byte[CallSlot.DATA_BYTES - 16], false);

        assertThat(slot.getLong(72)).isEqualTo(CallSlot.DATA_BYTES - 16);
        assertThat(socketBytes()).isEqualTo(CallSlot.DATA_BYTES - 15);
    }

    @Test
    void aRequestLongerThanTheSlotIsRefused() {
        ByteBuffer slot = shareSlot();
        connection.watch();
        put(slot, request("cudaFree", new byte[0]).putLong(0, CallSlot.DATA_BYTES));

        assertThatThrownBy(() -> connection.readSlot()).isInstanceOf(ProtocolException.class);
    }

    @Test
    void anEndIsPublishedOnce() throws IOException {
        program.close();

        assertThatThrownBy(() -> connection.read()).isInstanceOf(IOException.class);
    }

    @Test
    void argumentsThatAreTooShortAreRefused() {
        assertThatThrownBy(() -> new CallArguments(new byte[3]).word()).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> new CallArguments(new byte[] {9, 0, 0, 0, 0, 0, 0, 0, 1}).bytes())
                .isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> new CallArguments(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1}).bytes())
                .isInstanceOf(ProtocolException.class);
    }
}
