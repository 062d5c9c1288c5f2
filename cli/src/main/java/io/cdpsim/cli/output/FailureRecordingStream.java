package io.cdpsim.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the first write that failed and drops what follows, because the writers above swallow such errors. A reader that
 * went away, as in {@code cdpsim ... | head -1}, is no error.
 */
public final class FailureRecordingStream extends OutputStream {
    private final OutputStream target;
    private @Nullable IOException failure;

    /**
     * Makes the stream.
     *
     * @param target where bytes go
     */
    public FailureRecordingStream(OutputStream target) {
        this.target = target;
    }

    /** Why the output could not be written; {@code null} if it was, or if the reader went away. */
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
