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
                new CallResults().word(5).quad(-1).bytes());

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
