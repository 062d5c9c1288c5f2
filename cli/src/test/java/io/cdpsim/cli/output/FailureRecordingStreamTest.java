package io.cdpsim.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FailureRecordingStreamTest {
    @Test
    void passesOnWhatIsWritten() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FailureRecordingStream output = new FailureRecordingStream(bytes);
        print(output);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("text");
        assertThat(output.problem()).isNull();
    }

    @Test
    void remembersWhyAWriteFailed() {
        FailureRecordingStream output = new FailureRecordingStream(failingWith("No space left on device"));
        print(output);
        assertThat(output.problem()).isEqualTo("No space left on device");
    }

    @Test
    void aReaderThatDisconnectedIsNotAProblem() {
        FailureRecordingStream output = new FailureRecordingStream(failingWith("Broken pipe"));
        print(output);
        assertThat(output.problem()).isNull();
    }

    private static void print(OutputStream output) {
        PrintWriter writer = new PrintWriter(output, false, StandardCharsets.UTF_8);
        writer.print("text");
        writer.flush();
    }

    private static OutputStream failingWith(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }
}
