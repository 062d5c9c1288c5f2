package io.cdpsim.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Records the first failed write and drops the following ones, because the writers above hide such errors. A reader that
 * closed its end, as in {@code cdpsim ... | head -1}, is not an error.
 */
public final class FailureRecordingStream extends OutputStream {
    private final OutputStream target;
    private @Nullable IOException failure;

    /**
     * Makes the stream.
     *
     * @param target the stream to write to
     */
    public FailureRecordingStream(OutputStream target) {
        this.target = target;
    }

    /** The reason why the output could not be written; {@code null} if it could, or if the reader closed its end. */
    public @Nullable String problem() {
        if (failure == null) {
            return null;
        }
        String message = String.valueOf(failure.getMessage());
        return message.toLowerCase(Locale.ROOT).contains("pipe") ? null : message;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (failure == null) {
            try {
                target.write(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    @Override
    public void flush() {
        if (failure == null) {
            try {
                target.flush();
            } catch (IOException e) {
                failure = e;
            }
        }
    }
}
