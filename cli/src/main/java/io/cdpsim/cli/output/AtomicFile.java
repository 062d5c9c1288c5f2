package io.cdpsim.cli.output;

import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes files atomically: the text goes to a new file beside the old one, which then gets its name and permissions. Symbolic links
 * are followed. A pipe, a terminal or another special file is written to directly.
 */
public final class AtomicFile {
    /** As many as Linux follows before it reports a loop. */
    private static final int MOST_LINKS = 40;

    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");
    private static final Path STANDARD_ERROR = Path.of("/dev/stderr");

    /** What is written. */
    public interface Contents {
        /** Writes the contents; does not close the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    private static final Pattern SOURCE = Pattern.compile("(?i).*\\.(cuh?|ptx|cpp|cc|hpp|h|c)");

    private AtomicFile() {}

    /** The reason why a file cannot be written, and the fix; empty if none is known before writing. */
    public static Optional<String> obstacle(Path file) {
        if (file.toString().isEmpty()) {
            return Optional.of("is not a name; give that of a file");
        }
        if (Files.isDirectory(file)) {
            return Optional.of("is a folder; give the name of a file");
        }
        if (Files.exists(file) && !Files.isWritable(file)) {
            return Optional.of("may not be written to; give another file");
        }
        if (isSpecial(file)) {
            return Optional.empty();
        }
        try {
            Path folder = folder(target(file));
            if (!Files.isDirectory(folder)) {
                return Optional.of("is in a folder that does not exist; make the folder, or give a file in another");
            }
            return Files.isWritable(folder)
                    ? Optional.empty()
                    : Optional.of("is in a folder that may not be written to; give a file in another");
        } catch (IOException e) {
            return Optional.of("cannot be written there: " + FileErrors.reason(e));
        }
    }

    /**
     * Rejects a file that cannot be written before the work for it starts, and a source file, which no option writes: where the name of the output is
     * forgotten, as in {@code --json prog.cu}, the program stands in its place.
     *
     * @param option the option that names the file
     * @param file null where the option was not given
     * @throws InvalidInputException if the file cannot be written
     */
    public static void check(String option, @Nullable Path file) {
        if (file != null) {
            obstacle(file).ifPresent(why -> {
                throw new InvalidInputException(option + " " + file + " " + why);
            });
            if (Files.exists(file) && SOURCE.matcher(file.toString()).matches()) {
                throw new InvalidInputException(
                        option + " " + file + " is a source file, which the output would replace;"
                                + " give the name of the output behind " + option);
            }
        }
    }

    /** Whether two names denote one file, also through links, and whether or not it exists. */
    public static boolean isSame(Path one, Path other) {
        try {
            return (Files.exists(one) && Files.exists(other))
                    ? Files.isSameFile(one, other)
                    : real(target(one)).equals(real(target(other)));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Checks two files as {@link #check(String, Path)} does each.
     *
     * @throws InvalidInputException also if both names denote one file
     */
    public static void check(String option, @Nullable Path file, String otherOption, @Nullable Path otherFile) {
        check(option, file);
        check(otherOption, otherFile);
        if (file != null && otherFile != null && isSame(file, otherFile)) {
            throw new InvalidInputException(option + " " + file + " and " + otherOption + " " + otherFile
                    + " are the same file; give each a file of its own");
        }
    }

    /**
     * Writes a text.
     *
     * @return the file and what went wrong with it; empty if nothing did
     */
    public static String write(Path file, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return write(file, out -> out.write(bytes));
    }

    /**
     * Writes a text if a file is named for it.
     *
     * @param file null where the option was not given
     * @return the file and what went wrong with it; empty if nothing did
     */
    public static String write(@Nullable Path file, Supplier<String> text) {
        return file == null ? "" : write(file, text.get());
    }

    /**
     * Writes a text if a file is named for it, and reports on a stream what went wrong.
     *
     * @return whether nothing went wrong
     */
    public static boolean write(@Nullable Path file, Supplier<String> text, PrintWriter err) {
        String problem = write(file, text);
        if (!problem.isEmpty()) {
            err.println("cdpsim: " + PrintableText.line(problem));
        }
        return problem.isEmpty();
    }

    /**
     * Writes contents that are too large for a text.
     *
     * @return the file and what went wrong with it; empty if nothing did
     */
    public static String write(Path file, Contents contents) {
        try {
            FileDescriptor own = ownStream(file);
            if (own != null) {
                writeTo(own, contents);
            } else if (isSpecial(file)) {
                try (OutputStream stream = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
                    contents.writeTo(stream);
                }
            } else {
                replace(target(file), contents);
            }
            return "";
        } catch (IOException e) {
            return "cannot write " + file + ": " + FileErrors.reason(e);
        }
    }

    /** Whether a file exists that is not regular, such as a device, a pipe or a folder; it is never replaced. */
    public static boolean isSpecial(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file);
    }

    /** The standard stream that a name denotes. Reopening the file behind the stream would overwrite it from the start. */
    private static @Nullable FileDescriptor ownStream(Path file) throws IOException {
        if (leadsTo(file, STANDARD_OUTPUT)) {
            return FileDescriptor.out;
        }
        return leadsTo(file, STANDARD_ERROR) ? FileDescriptor.err : null;
    }

    private static boolean leadsTo(Path file, Path stream) throws IOException {
        return Files.exists(file) && Files.exists(stream) && Files.isSameFile(file, stream);
    }

    @SuppressWarnings("resource") // closing it would close the program's output
    private static void writeTo(FileDescriptor stream, Contents contents) throws IOException {
        contents.writeTo(new FileOutputStream(stream));
    }

    private static void replace(Path file, Contents contents) throws IOException {
        String random = Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX);
        Path beside = folder(file).resolve("." + random + ".part");
        // Outside the block that deletes the file: an existing file of this name is not ours.
        try (OutputStream stream =
                Files.newOutputStream(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            fill(stream, contents, beside);
        }
        try {
            keepPermissions(file, beside);
            move(beside, file);
        } catch (IOException e) {
            Files.deleteIfExists(beside);
            throw e;
        }
    }

    private static void fill(OutputStream stream, Contents contents, Path file) throws IOException {
        try {
            contents.writeTo(stream);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (view != null && Files.exists(from)) {
            view.setPermissions(
                    Files.readAttributes(from, PosixFileAttributes.class).permissions());
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The target of a name through symbolic links; it may not exist yet. */
    private static Path target(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemLoopException(file.toString());
            }
            target = folder(target).resolve(Files.readSymbolicLink(target));
        }
        return target;
    }

    private static Path real(Path file) throws IOException {
        Path name = file.getFileName();
        Path folder = folder(file).toRealPath();
        return name == null ? folder : folder.resolve(name);
    }

    private static Path folder(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }
}
