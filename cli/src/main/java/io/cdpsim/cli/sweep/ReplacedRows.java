package io.cdpsim.cli.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rows that a sweep is about to replace. */
final class ReplacedRows {
    /** The first row holds the command and is read alone, since the file may be large. */
    private static final int HEAD_BYTES = 1 << 20;

    private static final Pattern COMMAND = Pattern.compile("cdpsim sweep [^\\n}]*");

    private ReplacedRows() {}

    /**
     * Says what a file holds that a sweep will replace; empty if it holds nothing, or rows of the same sweep.
     *
     * @param command the command of the sweep, which its first row will hold
     */
    static Optional<String> notice(Path out, String command) {
        String head;
        try (InputStream in = Files.newInputStream(out)) {
            head = unquoted(new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
        if (head.isBlank() || head.contains(unquoted(command))) {
            return Optional.empty();
        }
        Matcher other = COMMAND.matcher(head);
        return Optional.of(
                other.find()
                        ? out + " holds the rows of another sweep, which this one will replace: "
                                + other.group().trim()
                        : out + " holds no rows of a sweep; this sweep will replace it");
    }

    /** Without the marks by which CSV and JSON enclose a text. */
    private static String unquoted(String text) {
        return text.replace("\"", "").replace("\\", "");
    }
}
