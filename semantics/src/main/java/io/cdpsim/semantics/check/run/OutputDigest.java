package io.cdpsim.semantics.check.run;

import com.google.common.hash.HashCode;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A digest of the lines that a program prints, of any length. Times in the output are ignored.
 *
 * @param lines number of lines
 * @param content 128-bit digest of the lines in any order, in hexadecimal
 * @param order 128-bit digest of the lines in their order, in hexadecimal
 */
public record OutputDigest(long lines, String content, String order) {
    private static final Pattern TIME = Pattern.compile("[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?"
            + " ?(ns|us|\u00b5s|ms|s|sec|seconds|milliseconds|microseconds|nanoseconds|"
            + "cycles|clocks|[KMGT]?B/s|GFLOPS?)\\b");

    /** Longest line that is searched for times; a longer one is not text for people. */
    private static final int MAX_TIMED_LINE = 10_000;

    /** The digest of a text. */
    public static OutputDigest of(String text) {
        try (BufferedReader lines = new BufferedReader(new StringReader(text))) {
            return of(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The digest of a file. Bytes that are not UTF-8 are replaced. */
    static OutputDigest of(Path file) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            return of(lines);
        }
    }

    private static OutputDigest of(BufferedReader text) throws IOException {
        HashFunction hash = Hashing.murmur3_128();
        long count = 0;
        long low = 0;
        long high = 0;
        HashCode order = hash.hashInt(0);
        for (String line = text.readLine(); line != null; line = text.readLine()) {
            byte[] bytes =
                    hash.hashString(withoutTimes(line), StandardCharsets.UTF_8).asBytes();
            HashCode each = HashCode.fromBytes(bytes);
            count++;
            low += each.asLong();
            high += hash.hashBytes(bytes).asLong();
            order = hash.newHasher().putBytes(order.asBytes()).putBytes(bytes).hash();
        }
        return new OutputDigest(count, String.format("%016x%016x", high, low), order.toString());
    }

    /** A line with {@code a time} in place of each time. */
    public static String withoutTimes(String line) {
        return line.length() > MAX_TIMED_LINE ? line : TIME.matcher(line).replaceAll("a time");
    }
}
