package io.cdpsim.programs.cuda;

/** A compiler rejected a source. The message is the compiler's complete output, with its lines. */
public final class CompileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CompileException(String said) {
        super(said);
    }

    /** The compiler's output, with positions in the user's own files. */
    public String said() {
        return String.valueOf(getMessage());
    }
}
