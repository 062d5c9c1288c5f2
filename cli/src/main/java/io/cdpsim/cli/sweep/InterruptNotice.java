package io.cdpsim.cli.sweep;

import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.experiments.sweep.run.SweepJournal;
import java.io.PrintWriter;

/** Tells whoever stops a sweep, with Ctrl-C for one, that what is done is kept. */
final class InterruptNotice implements AutoCloseable {
    private final Thread teller;

    InterruptNotice(SweepJournal journal, PrintWriter err) {
        String words = "cdpsim: stopped; finished points are kept in " + journal.file()
                + ", and the same command goes on behind them";
        this.teller = new Thread(
                () -> {
                    err.println(PrintableText.line(words));
                    err.flush();
                },
                "sweep-stop-notice");
    }

    /** From now on. */
    void arm() {
        Runtime.getRuntime().addShutdownHook(teller);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(teller);
        } catch (IllegalStateException e) {
            // The user stops the program just now: the notice is on its way.
        }
    }
}
