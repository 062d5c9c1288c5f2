package io.cdpsim.memory.litmus.rewrite;

import io.cdpsim.memory.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A test of dynamic parallelism as a plain test.
 *
 * @param test the plain test; its filter says that all flags were seen
 * @param labels what the original test calls each register and variable that its states show, by the plain test's name for it
 * @param flags how many flags stand for launches and completions
 */
public record RewrittenTest(LitmusTest test, Map<String, String> labels, int flags) {
    /** Keeps a copy. */
    public RewrittenTest {
        labels = Map.copyOf(labels);
    }

    /**
     * A final state of the plain test as one of the original: without the flags, and with the original's names.
     *
     * @param state as the checker writes it, {@code P0:r0=1; x=2;}
     * @return its parts in alphabetical order, {@code x=2;} each
     */
    public List<String> original(String state) {
        List<String> parts = new ArrayList<>();
        for (String part : state.split(" ", -1)) {
            int sign = part.indexOf('=');
            String label = sign < 0 ? null : labels.get(part.substring(0, sign));
            if (label != null) {
                parts.add(label + part.substring(sign));
            }
        }
        parts.sort(null);
        return parts;
    }
}
