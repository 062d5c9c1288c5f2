package io.cdpsim.cli.option;

import picocli.CommandLine.Option;

/** {@code --check}. */
public final class CheckOption {
    @Option(
            names = "--check",
            description = "Watch all accesses to global and mapped memory and report races and other undefined uses.")
    private boolean wanted;

    /** Whether the visibility checker is to watch. */
    public boolean wanted() {
        return wanted;
    }
}
