package io.cdpsim.cli.fuzz;

/** A kind of input, such as graphs or command lines. */
interface InputKind {
    /** One word, by which an input is asked for again. */
    String name();

    /**
     * Draws an input.
     *
     * @param draw where all that is random comes from; the same draws give the same input
     */
    FuzzedInput draw(Draw draw);
}
