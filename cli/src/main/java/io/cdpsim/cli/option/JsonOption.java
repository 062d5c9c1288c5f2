package io.cdpsim.cli.option;

import picocli.CommandLine.Option;

/** How to print: {@code --json}. */
public final class JsonOption {
    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    /** Whether JSON is wanted. */
    public boolean wanted() {
        return json;
    }
}
