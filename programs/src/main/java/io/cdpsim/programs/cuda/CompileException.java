package io.cdpsim.programs.cuda;

/** A compiler refused a source. The message is all that it said, of as many lines as it took. */
public final class CompileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CompileException(String said) {
        super(said);
    }

    /** What the compiler said, with places in the user's own files. */
    public String said() {
        return String.valueOf(getMessage());
    }
}
