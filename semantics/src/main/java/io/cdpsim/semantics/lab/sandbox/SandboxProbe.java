package io.cdpsim.semantics.lab.sandbox;

import java.io.IOException;
import java.util.List;

/** Whether a tool of isolation works here: some systems forbid it to users. */
final class SandboxProbe {
    private SandboxProbe() {}

    /** Runs a command and blocks until it has ended; whether it succeeded. */
    static boolean succeeds(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
