package io.cdpsim.workloads.sweep.run;

import com.google.common.hash.Hashing;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.sweep.plan.Shard;
import io.cdpsim.workloads.sweep.plan.Sweep;
import io.cdpsim.workloads.sweep.row.JsonRows;
import io.cdpsim.workloads.sweep.row.SweepRow;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file beside the output that keeps finished rows: whatever ends the process, the next run of the same sweep finds them. Lines are only added, each
 * in one write and with a checksum, so that one which was cut off is told from a row; it is left out, and its point runs again. Of all that is
 * written, only what the computer itself loses (its power) is lost. One run at a time has it.
 */
public final class SweepJournal implements SweepRowStore, Closeable {
    private static final String ENDING = ".journal";
    private static final int CHECKSUM_DIGITS = 8;

    private final Path file;
    private final FileChannel channel;
    private final Map<Integer, SweepRow> rows = new TreeMap<>();
    private int restored;

    private SweepJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** The journal of an output. */
    public static Path beside(Path output) {
        return output.resolveSibling(output.getFileName() + ENDING);
    }

    /**
     * Opens the journal of a sweep, or begins it.
     *
     * @param file where it is
     * @param sweep whose rows it holds
     * @param shard which of the points run
     * @throws WorkloadException if it belongs to another sweep, or another run has it
     * @throws IOException if it cannot be read or written
     */
    public static SweepJournal open(Path file, Sweep sweep, Shard shard) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        SweepJournal journal = new SweepJournal(file, channel);
        try {
            journal.lock();
            journal.read(sweep, JournalHeader.of(sweep, shard), shard);
            return journal;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void lock() throws IOException {
        try {
            // Given up with the channel
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            // Reported below, as a lock that another process has.
        }
        throw new WorkloadException(
                "another run has the journal " + file + "; wait for it, or give another file with --out");
    }

    private void read(Sweep sweep, JournalHeader head, Shard shard) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int end = 0;
        boolean first = true;
        for (int begin = 0; begin < bytes.length; begin = end) {
            end = endOfLine(bytes, begin);
            String line = content(new String(bytes, begin, end - begin, StandardCharsets.UTF_8));
            if (first && end == bytes.length && !line.startsWith("cdpsim")) {
                // Cut off in its first line: nothing is in it yet
                begin(head, bytes);
                return;
            }
            if (first) {
                checkHead(line, head);
            } else if (!line.isEmpty()) {
                addRead(sweep, shard, line);
            }
            first = false;
        }
        if (first) {
            begin(head, bytes);
            return;
        }
        // A line that was cut off must not become the beginning of the next one.
        boolean torn = bytes[bytes.length - 1] != '\n';
        channel.truncate(torn ? lastLineBreak(bytes) + 1L : bytes.length);
        channel.position(channel.size());
        restored = rows.size();
    }

    private void begin(JournalHeader head, byte[] found) throws IOException {
        if (found.length > 0 && !isBeginningOf(found, head)) {
            throw foreign("is no journal of a sweep");
        }
        channel.truncate(0);
        channel.position(0);
        write(head.line());
    }

    /** Whether a file holds what is left of a first line that was cut off; anything else is somebody's file. */
    private static boolean isBeginningOf(byte[] found, JournalHeader head) {
        byte[] line = written(head.line());
        return found.length < line.length && Arrays.equals(found, Arrays.copyOf(line, found.length));
    }

    private void checkHead(String line, JournalHeader head) {
        JournalHeader found = JournalHeader.parse(line).orElseThrow(() -> foreign("is no journal of a sweep"));
        if (!found.equals(head)) {
            throw foreign(found.differenceFrom(head));
        }
    }

    private WorkloadException foreign(String what) {
        return new WorkloadException("the journal " + file + " " + what
                + "; finish that sweep with its own command, delete the file, or give another one with --out");
    }

    private void addRead(Sweep sweep, Shard shard, String line) {
        SweepRow row = JsonRows.parse(file.toString(), rows.size() + 1, line);
        if (row.point() <= sweep.points().size() && shard.holds(sweep.points().get(row.point() - 1))) {
            rows.put(row.point(), row);
        }
    }

    private static int endOfLine(byte[] bytes, int begin) {
        for (int i = begin; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return bytes.length;
    }

    private static int lastLineBreak(byte[] bytes) {
        int last = bytes.length - 1;
        while (last >= 0 && bytes[last] != '\n') {
            last--;
        }
        return last;
    }

    /** A line without its checksum; empty if it is not as it was written. */
    private static String content(String line) {
        if (!line.endsWith("\n") || line.length() < CHECKSUM_DIGITS + 2) {
            return "";
        }
        String content = line.substring(CHECKSUM_DIGITS + 1, line.length() - 1);
        return line.startsWith(checksum(content) + " ") ? content : "";
    }

    private static String checksum(String content) {
        return Hashing.crc32c().hashString(content, StandardCharsets.UTF_8).toString();
    }

    private static byte[] written(String content) {
        return (checksum(content) + " " + content + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private void write(String content) throws IOException {
        long before = channel.position();
        ByteBuffer bytes = ByteBuffer.wrap(written(content));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            // A full disk may have taken half of it.
            channel.truncate(before);
            throw e;
        }
    }

    @Override
    public Collection<SweepRow> rows() {
        return rows.values();
    }

    @Override
    public boolean holds(int point) {
        return rows.containsKey(point);
    }

    @Override
    public void add(SweepRow row) throws IOException {
        write(JsonRows.line(row));
        rows.put(row.point(), row);
    }

    /** How many rows were there when it was opened. */
    public int restored() {
        return restored;
    }

    /** Where it is. */
    public Path file() {
        return file;
    }

    /** Deletes the file: its rows are in the output. */
    public void delete() throws IOException {
        Files.deleteIfExists(file);
        close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
