package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.PtxModule;
import java.nio.charset.StandardCharsets;

/** Reads PTX, as nvcc, clang, Numba and people write it. */
public final class PtxReader {
    private PtxReader() {}

    /**
     * Reads a module.
     *
     * @param name what messages call the text, mostly the file's path
     * @param text the bytes of the file; what is not ASCII may stand in comments and strings alone
     * @throws PtxSyntaxException if it is no PTX, with the place, what was found and what was expected
     */
    public static PtxModule read(String name, byte[] text) {
        return new ModuleParser(new Lexer(name, text)).module();
    }

    /**
     * Reads a module.
     *
     * @param name what messages call the text
     * @param text the module; columns of messages count its bytes in UTF-8
     * @throws PtxSyntaxException if it is no PTX, with the place, what was found and what was expected
     */
    public static PtxModule read(String name, String text) {
        return read(name, text.getBytes(StandardCharsets.UTF_8));
    }
}
