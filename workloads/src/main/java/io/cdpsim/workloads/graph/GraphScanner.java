package io.cdpsim.workloads.graph;

import io.cdpsim.workloads.FileErrors;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.ZipException;

/**
 * Scans the bytes of a graph file field by field, with line numbers, without a string per line. Blanks and tabs separate fields; LF, CR LF or CR ends
 * a line. Not thread-safe.
 *
 * <p>Every method that finds unexpected input throws {@link GraphFormatException} with the file, the line, the input found and the input expected.
 */
final class GraphScanner implements Closeable {
    /** A longer field is not a number: the widest long has 20 characters. */
    private static final int MAX_FIELD_BYTES = 63;

    private static final int END_OF_FILE = -1;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long MOST_BEFORE_DIGIT = Long.MAX_VALUE / 10;

    private final Path path;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private boolean ended;
    private long line = 1;

    GraphScanner(Path path, InputStream in) {
        this.path = path;
        this.in = in;
    }

    /** Skips a UTF-8 byte order mark. */
    void skipByteOrderMark() {
        requireField();
        if (limit - position >= 3
                && buffer[position] == (byte) 0xEF
                && buffer[position + 1] == (byte) 0xBB
                && buffer[position + 2] == (byte) 0xBF) {
            position += 3;
        }
    }

    /** Whether the end of the file is reached. */
    boolean atEnd() {
        return peek() == END_OF_FILE;
    }

    /** The next byte, or -1 at the end of the file. */
    int peek() {
        if (position == limit) {
            fill();
        }
        return position == limit ? END_OF_FILE : buffer[position] & 0xFF;
    }

    /** Whether a text follows, in upper or lower case; at most {@link #MAX_FIELD_BYTES} ASCII characters. */
    boolean startsWith(String text) {
        requireField();
        if (limit - position < text.length()) {
            return false;
        }
        String next = new String(buffer, position, text.length(), StandardCharsets.ISO_8859_1);
        return next.equalsIgnoreCase(text);
    }

    /** Whether the next field of this line is a word, in upper or lower case. */
    boolean nextWordIs(String word) {
        if (atLineEnd() || !startsWith(word)) {
            return false;
        }
        int end = position + word.length();
        return end == limit || isBlank(buffer[end]);
    }

    /** Whether a text follows the comment sign {@code #} and blanks, in upper or lower case. */
    boolean commentStartsWith(String text) {
        position++;
        return !atLineEnd() && startsWith(text);
    }

    /** Skips blank lines; false at the end of the file. */
    boolean nextLine() {
        while (atLineEnd()) {
            if (atEnd()) {
                return false;
            }
            endLine();
        }
        return true;
    }

    /** Skips blanks; true at the end of the line or the file. */
    boolean atLineEnd() {
        int next = peek();
        while (next == ' ' || next == '\t') {
            position++;
            next = peek();
        }
        return next == '\n' || next == '\r' || next == END_OF_FILE;
    }

    /** Advances to the next line; the rest of this line must be blank. */
    void endLine() {
        if (!atLineEnd()) {
            throw unexpected("the end of the line");
        }
        if (peek() == '\r') {
            position++;
            if (peek() == '\n') {
                position++;
            }
            line++;
        } else if (peek() == '\n') {
            position++;
            line++;
        }
    }

    /** Advances to the next line and skips the rest of this line. */
    void skipLine() {
        int next = peek();
        while (next != '\n' && next != '\r' && next != END_OF_FILE) {
            position++;
            next = peek();
        }
        endLine();
    }

    /** The next field of the line, in lower case. */
    String word(String expected) {
        int length = fieldLength(expected);
        String word = new String(buffer, position, length, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        position += length;
        return word;
    }

    /** The next field, a whole number from {@code least} (0 or 1) to {@code most}. */
    long number(long least, long most, String what) {
        if (atLineEnd()) {
            throw unexpected(range(least, most, what));
        }
        requireField();
        long value = 0;
        int at = position;
        while (at < limit) {
            int digit = buffer[at] - '0';
            if (digit < 0 || digit > 9 || value < 0 || value > MOST_BEFORE_DIGIT) {
                break;
            }
            value = value * 10 + digit;
            at++;
        }
        boolean whole = at > position && at - position <= MAX_FIELD_BYTES && (at == limit || isBlank(buffer[at]));
        // A value past the largest long is negative here, or parsing stopped before its last digit.
        if (!whole || value < least || value > most) {
            throw unexpected(range(least, most, what));
        }
        position = at;
        return value;
    }

    /** Skips the next field, which must be a decimal number. */
    void skipDecimal(String what) {
        int length = fieldLength(what);
        int end = position + length;
        int at = skipSign(position, end);
        int digits = at;
        at = skipDigits(at, end);
        int count = at - digits;
        if (at < end && buffer[at] == '.') {
            digits = at + 1;
            at = skipDigits(digits, end);
            count += at - digits;
        }
        if (count > 0 && at < end && (buffer[at] == 'e' || buffer[at] == 'E')) {
            digits = skipSign(at + 1, end);
            at = skipDigits(digits, end);
            count = at - digits;
        }
        if (count == 0 || at < end) {
            throw unexpected(what);
        }
        position = end;
    }

    private int skipSign(int at, int end) {
        return at < end && (buffer[at] == '-' || buffer[at] == '+') ? at + 1 : at;
    }

    private int skipDigits(int from, int end) {
        int at = from;
        while (at < end && buffer[at] >= '0' && buffer[at] <= '9') {
            at++;
        }
        return at;
    }

    /** The error for an unexpected field, end of line or end of file. */
    GraphFormatException unexpected(String expected) {
        return error("found " + found() + ", expected " + expected);
    }

    /** An error in the current line. */
    GraphFormatException error(String message) {
        return new GraphFormatException(path + ":" + line + ": " + message);
    }

    /** A text from a user or a file for one line of a terminal: without control characters. */
    static String printable(String text) {
        StringBuilder printable = new StringBuilder();
        text.chars().forEach(c -> printable.append(Character.isISOControl(c) ? String.format("\\x%02x", c) : (char) c));
        return printable.toString();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static String range(long least, long most, String what) {
        return what + " from " + least + " to " + most;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }

    private int fieldLength(String expected) {
        if (atLineEnd()) {
            throw unexpected(expected);
        }
        requireField();
        int end = position;
        while (end < limit && !isBlank(buffer[end])) {
            if (++end - position > MAX_FIELD_BYTES) {
                throw unexpected(expected);
            }
        }
        return end - position;
    }

    private String found() {
        if (atLineEnd()) {
            return atEnd() ? "the end of the file" : "the end of the line";
        }
        requireField();
        int end = position;
        while (end < limit && !isBlank(buffer[end]) && end - position < MAX_FIELD_BYTES) {
            end++;
        }
        boolean cut = end - position == MAX_FIELD_BYTES;
        String field = new String(buffer, position, end - position, StandardCharsets.ISO_8859_1);
        return "'" + printable(field) + (cut ? "..." : "") + "'";
    }

    /** Ensures that the buffer contains a whole field, unless it is too long. */
    private void requireField() {
        while (limit - position <= MAX_FIELD_BYTES && !ended) {
            fill();
        }
    }

    private void fill() {
        if (ended) {
            return;
        }
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        try {
            int count = in.read(buffer, limit, buffer.length - limit);
            if (count < 0) {
                ended = true;
            } else {
                limit += count;
            }
        } catch (EOFException e) {
            throw new GraphFormatException(
                    path + ":" + line + ": the gzip data ends early, expected the rest: copy the file again", e);
        } catch (ZipException e) {
            throw new GraphFormatException(
                    path + ":" + line + ": the gzip data is damaged (" + e.getMessage() + "): copy the file again", e);
        } catch (IOException e) {
            throw new GraphFormatException(path + ": cannot be read: " + FileErrors.reason(e), e);
        }
    }
}
