package io.cdpsim.experiments.sweep.plan;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * The inputs that determine the rows of a sweep, each as a hash: rows of two sweeps are compatible only if all three are equal.
 *
 * @param question the specification
 * @param program the classes of CDPSim and of the workload
 * @param inputs the contents of profiles, graphs and other files
 */
public record SweepIdentity(String question, String program, String inputs) {
    private static final int DIGITS = 16;

    /** One hash of all three. */
    public String id() {
        Hasher hasher = Hashing.sha256().newHasher();
        hasher.putString(question + " " + program + " " + inputs, StandardCharsets.UTF_8);
        return shortened(hasher);
    }

    static String shortened(Hasher hasher) {
        return hasher.hash().toString().substring(0, DIGITS);
    }
}
