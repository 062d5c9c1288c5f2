package io.cdpsim.experiments.sweep.plan;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * What decides the rows of a sweep, each part as a hash: rows of two sweeps go together only if all three are the same.
 *
 * @param question what was asked
 * @param program the classes that answer: those of CDPSim and of the workload
 * @param inputs the contents of profiles, graphs and other files
 */
public record SweepIdentity(String question, String program, String inputs) {
    private static final int DIGITS = 16;

    /** All three in one. */
    public String id() {
        Hasher hasher = Hashing.sha256().newHasher();
        hasher.putString(question + " " + program + " " + inputs, StandardCharsets.UTF_8);
        return shortened(hasher);
    }

    static String shortened(Hasher hasher) {
        return hasher.hash().toString().substring(0, DIGITS);
    }
}
