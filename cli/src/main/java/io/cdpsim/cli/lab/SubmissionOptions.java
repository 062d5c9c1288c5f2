package io.cdpsim.cli.lab;

import picocli.CommandLine.Option;

/** How the program of a submission is run: {@code --trust} and {@code --ptx}. */
final class SubmissionOptions {
    @Option(
            names = "--trust",
            description =
                    "Run programs without a sandbox: they may do all that you may. For your own submission alone.")
    private boolean trust;

    @Option(
            names = "--ptx",
            description = "Grade kernel.ptx though there is a compiler. Runs no native code, and needs no sandbox.")
    private boolean ptx;

    boolean trust() {
        return trust;
    }

    boolean ptxAlone() {
        return ptx;
    }
}
