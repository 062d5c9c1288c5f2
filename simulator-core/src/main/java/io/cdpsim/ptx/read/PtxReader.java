package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.PtxModule;
import java.nio.charset.StandardCharsets;

/** Parses PTX, as written by nvcc, clang, Numba and by hand. */
public final class PtxReader {
    private PtxReader() {}

    /**
     * Reads a module.
     *
     * @param name what messages call the text, mostly the file's path
     * @param text the bytes of the file; non-ASCII characters may appear only in comments and strings
     * @throws PtxSyntaxException if it is not PTX; the message has the place, what was found and what was expected
     */
    public static PtxModule read(String name, byte[] text) {
        return new ModuleParser(new Lexer(name, text)).module();
    }

    /**
     * Reads a module.
     *
     * @param name what messages call the text
     * @param text the module; columns of messages count its bytes in UTF-8
     * @throws PtxSyntaxException if it is not PTX; the message has the place, what was found and what was expected
     */
    public static PtxModule read(String name, String text) {
        return read(name, text.getBytes(StandardCharsets.UTF_8));
    }
}
