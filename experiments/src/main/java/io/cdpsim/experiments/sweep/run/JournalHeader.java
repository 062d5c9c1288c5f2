package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.SweepIdentity;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of a journal, which identifies the sweep of the rows.
 *
 * @param identity the identity of sweep, program and inputs
 * @param points number of points of the whole sweep
 * @param shard the points that run
 */
record JournalHeader(SweepIdentity identity, int points, String shard) {
    private static final Pattern FORM = Pattern.compile("cdpsim sweep question=([0-9a-f]+) program=([0-9a-f]+)"
            + " inputs=([0-9a-f]+) points=([0-9]{1,9}) shard=([0-9/]+)");

    static JournalHeader of(Sweep sweep, Shard shard) {
        return new JournalHeader(sweep.identity(), sweep.points().size(), shard.toString());
    }

    static Optional<JournalHeader> parse(String line) {
        Matcher m = FORM.matcher(line);
        return m.matches()
                ? Optional.of(new JournalHeader(
                        new SweepIdentity(m.group(1), m.group(2), m.group(3)),
                        Integer.parseInt(m.group(4)),
                        m.group(5)))
                : Optional.empty();
    }

    String line() {
        return "cdpsim sweep question=" + identity.question() + " program=" + identity.program() + " inputs="
                + identity.inputs() + " points=" + points + " shard=" + shard;
    }

    /** The difference from another header: the end of a sentence that starts with the name of a file. */
    String differenceFrom(JournalHeader other) {
        if (!identity.question().equals(other.identity.question()) || points != other.points) {
            return "holds points of another sweep";
        }
        if (!shard.equals(other.shard)) {
            return "holds points of shard " + shard + " and not of " + other.shard;
        }
        return identity.program().equals(other.identity.program())
                ? "holds points of this sweep with other profiles, graphs or files"
                : "holds points of this sweep that another version of the program has run";
    }
}
