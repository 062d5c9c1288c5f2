package io.cdpsim.cli.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads what a process prints, up to a bound, at which something is done about it. */
final class BoundedOutputReader {
    private final InputStream from;
    private final int mostBytes;
    private final Runnable atBound;
    private final Thread thread;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    private BoundedOutputReader(InputStream from, int mostBytes, Runnable atBound) {
        this.from = from;
        this.mostBytes = mostBytes;
        this.atBound = atBound;
        thread = new Thread(this::read, "output of a run");
        thread.setDaemon(true);
    }

    /**
     * Begins to read.
     *
     * @param atBound what is done when more comes than that
     */
    static BoundedOutputReader of(InputStream from, int mostBytes, Runnable atBound) {
        BoundedOutputReader output = new BoundedOutputReader(from, mostBytes, atBound);
        output.thread.start();
        return output;
    }

    private void read() {
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

    /** What was read, once the end has come or some time has passed. */
    String text(long millis) throws InterruptedException {
        thread.join(millis);
        synchronized (read) {
            return read.toString(StandardCharsets.UTF_8);
        }
    }
}
