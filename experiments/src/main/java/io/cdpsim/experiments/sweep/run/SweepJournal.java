package io.cdpsim.experiments.sweep.run;

import com.google.common.hash.Hashing;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.JsonRows;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.workloads.InvalidInputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file beside the output that keeps finished rows: however the process ends, the next run of the same sweep reads them. Lines are only appended, each
 * in one write and with a checksum, so a torn line is recognized and dropped, and its point runs again. Only a power failure can lose
 * written rows. One run at a time holds the file's lock.
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

    /** The path of the journal of an output file. */
    public static Path beside(Path output) {
        return output.resolveSibling(output.getFileName() + ENDING);
    }

    /**
     * Opens the journal of a sweep; creates the file if there is none.
     *
     * @param file path of the journal
     * @param sweep the sweep that the rows belong to
     * @param shard the part of its points that run
     * @throws InvalidInputException if the file belongs to another sweep, or another run holds its lock
     * @throws IOException if it cannot be read or written
     */
    public static SweepJournal open(Path file, Sweep sweep, Shard shard) throws IOException {
        SweepJournal journal = new SweepJournal(file, lock(file));
        try {
            journal.read(sweep, JournalHeader.of(sweep, shard), shard);
            return journal;
        } catch (IOException | RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /** Opens and locks the file. A run that finishes between the two deletes the file under its lock: then a new one is created. */
    private static FileChannel lock(Path file) throws IOException {
        while (true) {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                Object opened = fileKey(file);
                // Released with the channel
                if (channel.tryLock() == null) {
                    throw isLocked(file);
                }
                if (Objects.equals(opened, fileKey(file))) {
                    return channel;
                }
                channel.close();
            } catch (NoSuchFileException e) {
                channel.close();
            } catch (OverlappingFileLockException e) {
                channel.close();
                throw isLocked(file);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
    }

    private static @Nullable Object fileKey(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static InvalidInputException isLocked(Path file) {
        return new InvalidInputException(
                "another run has the journal " + file + "; wait for it, or give another file with --out");
    }

    private void read(Sweep sweep, JournalHeader header, Shard shard) throws IOException {
        byte[] bytes = content();
        int end = 0;
        boolean first = true;
        for (int start = 0; start < bytes.length; start = end) {
            end = endOfLine(bytes, start);
            String line = content(new String(bytes, start, end - start, StandardCharsets.UTF_8));
            if (first && end == bytes.length && !line.startsWith("cdpsim")) {
                // Torn in its first line: it holds no rows yet.
                start(header, bytes);
                return;
            }
            if (first) {
                checkHeader(line, header);
            } else if (!line.isEmpty()) {
                addRead(sweep, shard, line);
            }
            first = false;
        }
        if (first) {
            start(header, bytes);
            return;
        }
        // The next line must not continue a torn one.
        boolean torn = bytes[bytes.length - 1] != '\n';
        channel.truncate(torn ? lastLineBreak(bytes) + 1L : bytes.length);
        channel.position(channel.size());
        restored = rows.size();
    }

    /** The bytes of the file, read through its own channel: closing another one would release the lock that POSIX gives to the process. */
    private byte[] content() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // Reads on
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private void start(JournalHeader header, byte[] found) throws IOException {
        if (found.length > 0 && !isStartOf(found, header)) {
            throw foreign("is not the journal of a sweep");
        }
        channel.truncate(0);
        channel.position(0);
        write(header.line());
    }

    /** Whether a file holds a torn first line and nothing else; any other content is a user's file. */
    private static boolean isStartOf(byte[] found, JournalHeader header) {
        byte[] line = written(header.line());
        return found.length < line.length && Arrays.equals(found, Arrays.copyOf(line, found.length));
    }

    private void checkHeader(String line, JournalHeader header) {
        JournalHeader found = JournalHeader.parse(line).orElseThrow(() -> foreign("is not the journal of a sweep"));
        if (!found.equals(header)) {
            throw foreign(found.differenceFrom(header));
        }
    }

    private InvalidInputException foreign(String what) {
        return new InvalidInputException("the journal " + file + " " + what
                + "; finish that sweep with its own command, delete the file, or give another one with --out");
    }

    private void addRead(Sweep sweep, Shard shard, String line) {
        SweepRow row = JsonRows.parse(file.toString(), rows.size() + 1, line);
        if (row.point() <= sweep.points().size() && shard.holds(sweep.points().get(row.point() - 1))) {
            rows.put(row.point(), row);
        }
    }

    private static int endOfLine(byte[] bytes, int start) {
        for (int i = start; i < bytes.length; i++) {
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

    /** A line without its checksum; empty if the checksum does not match. */
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
            // A full disk may hold a part of the line.
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

    /** How many rows the file held when it was opened. */
    public int restored() {
        return restored;
    }

    /** The path of the journal. */
    public Path file() {
        return file;
    }

    /** Deletes the file, once its rows are in the output. */
    public void delete() throws IOException {
        Files.deleteIfExists(file);
        close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
