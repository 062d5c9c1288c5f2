package io.cdpsim.runtime.version;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The names of CUDA's errors and their {@code cudaGetErrorString} texts. */
public final class ErrorDescriptions {
    private static final String UNKNOWN = "unrecognized error code";
    private static final Map<Integer, String[]> BY_NUMBER = read();

    private ErrorDescriptions() {}

    public static String name(int error) {
        String[] known = BY_NUMBER.get(error);
        return known == null ? UNKNOWN : known[0];
    }

    public static String text(int error) {
        String[] known = BY_NUMBER.get(error);
        return known == null ? UNKNOWN : known[1];
    }

    /** Lines of number, name and text. */
    private static Map<Integer, String[]> read() {
        Map<Integer, String[]> texts = new HashMap<>();
        try (InputStream in = ErrorDescriptions.class.getResourceAsStream("errors.txt")) {
            String all = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            for (String line : all.split("\n", -1)) {
                String[] words = line.split(" ", 3);
                if (words.length == 3) {
                    texts.put(Integer.valueOf(words[0]), new String[] {words[1], words[2]});
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
