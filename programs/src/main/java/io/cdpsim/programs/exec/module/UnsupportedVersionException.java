package io.cdpsim.programs.exec.module;

/** A text of a version of PTX that is not known yet. The message is one line that starts with file, line and column. */
public final class UnsupportedVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedVersionException(String message) {
        super(message);
    }
}
