package io.cdpsim.cli.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads what a process prints, up to a bound, at which something is done about it. */
final class CappedOutput extends Thread {
    private final InputStream from;
    private final int mostBytes;
    private final Runnable atBound;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    CappedOutput(InputStream from, int mostBytes, Runnable atBound) {
        super("output of a run");
        this.from = from;
        this.mostBytes = mostBytes;
        this.atBound = atBound;
        setDaemon(true);
    }

    @Override
    public void run() {
        byte[] buffer = new byte[1 << 14];
        try (from) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                boolean isFull;
                synchronized (read) {
                    int room = Math.min(n, mostBytes - read.size());
                    read.write(buffer, 0, room);
                    isFull = room < n;
                }
                if (isFull) {
                    atBound.run();
                    return;
                }
            }
        } catch (IOException e) {
            // The process was ended: what was read so far is all there is.
            return;
        }
    }

    /** What was read until now. */
    String text() {
        synchronized (read) {
            return read.toString(StandardCharsets.UTF_8);
        }
    }
}
