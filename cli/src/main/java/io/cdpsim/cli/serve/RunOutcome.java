package io.cdpsim.cli.serve;

import java.util.Locale;

/**
 * How a run ended.
 *
 * @param how what ended it
 * @param exitCode of its process; -1 if it was ended
 * @param seconds wall-clock time
 * @param out what it printed to the standard output
 * @param err what it printed to the standard error
 * @param result its result as JSON; empty if there is none
 * @param timeline its page with the time line; empty if there is none
 */
record RunOutcome(How how, int exitCode, double seconds, String out, String err, String result, String timeline) {
    /** What ended a run. */
    enum How {
        /** It came to its end. */
        ENDED,
        /** The user cancelled it, or the server ended. */
        CANCELLED,
        /** It took too long. */
        TIME,
        /** It printed too much. */
        OUTPUT;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
