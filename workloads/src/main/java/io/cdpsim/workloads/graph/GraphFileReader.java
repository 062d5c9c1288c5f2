package io.cdpsim.workloads.graph;

import io.cdpsim.workloads.FileErrors;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads a graph file of any supported format, plain or gzip. The first bytes identify gzip, whatever the name. The first bytes also identify the
 * format and, where they are ambiguous, the extension does ({@code .mtx}, {@code .gr}, either followed by {@code .gz}).
 */
public final class GraphFileReader {
    private static final int GZIP_MAGIC = 0x1F8B;
    private static final int GZIP_BUFFER_BYTES = 1 << 16;

    private GraphFileReader() {}

    /**
     * Reads a file.
     *
     * @param path the file
     * @param undirected whether each edge is stored in both directions, whatever the file says
     * @return the graph, named after the file, directed or undirected as the file says
     * @throws GraphFormatException if the file is missing, cannot be read, or is malformed: with file and line
     */
    public static CsrGraph read(Path path, boolean undirected) {
        if (Files.isDirectory(path)) {
            throw new GraphFormatException(path + ": is a directory, expected a graph file");
        }
        try (InputStream file = Files.newInputStream(path);
                GraphScanner scanner = new GraphScanner(path, plain(file))) {
            return read(path, scanner, undirected);
        } catch (NoSuchFileException e) {
            throw new GraphFormatException(path + ": no such graph file", e);
        } catch (AccessDeniedException e) {
            throw new GraphFormatException(path + ": may not be read: check its permissions", e);
        } catch (EOFException e) {
            throw new GraphFormatException(
                    path + ":1: the gzip data ends early, expected the rest: copy the file again", e);
        } catch (ZipException e) {
            throw new GraphFormatException(
                    path + ":1: the gzip data is damaged (" + e.getMessage() + "): copy the file again", e);
        } catch (IOException e) {
            throw new GraphFormatException(path + ": cannot be read: " + FileErrors.reason(e), e);
        }
    }

    static String displayName(Path path) {
        Path name = path.getFileName();
        return GraphScanner.printable(name == null ? path.toString() : name.toString());
    }

    private static InputStream plain(InputStream file) throws IOException {
        PushbackInputStream in = new PushbackInputStream(file, 2);
        byte[] magic = in.readNBytes(2);
        in.unread(magic);
        boolean gzip = magic.length == 2 && ((magic[0] & 0xFF) << 8 | (magic[1] & 0xFF)) == GZIP_MAGIC;
        return gzip ? new GZIPInputStream(in, GZIP_BUFFER_BYTES) : in;
    }

    private static CsrGraph read(Path path, GraphScanner scanner, boolean undirected) {
        String name = displayName(path);
        scanner.skipByteOrderMark();
        if (scanner.atEnd()) {
            throw new GraphFormatException(
                    path + ": is empty, expected a Matrix Market, DIMACS .gr or SNAP edge list graph");
        }
        String plainName = name.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        if (scanner.peek() == '%' || plainName.endsWith(".mtx")) {
            return MatrixMarketReader.read(name, scanner, undirected);
        }
        if (scanner.nextWordIs("c")
                || scanner.nextWordIs("p")
                || scanner.nextWordIs("a")
                || plainName.endsWith(".gr")) {
            return DimacsReader.read(name, scanner, undirected);
        }
        return EdgeListReader.read(name, scanner, undirected);
    }
}
