package io.cdpsim.programs.cuda.source;

/** What a token of C++ is, as far as launches ask. */
enum TokenKind {
    /** A name or a keyword. */
    WORD,
    /** A number as the preprocessor sees one. */
    NUMBER,
    /** A string or a character, its prefix and its suffix with it. */
    LITERAL,
    /** An operator or a bracket; {@code <<<} and {@code >>>} are one each. */
    SIGN
}
