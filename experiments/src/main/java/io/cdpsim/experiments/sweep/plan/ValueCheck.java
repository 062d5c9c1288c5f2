package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.profile.read.ProfileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;

/** Checks each value of a sweep alone before anything runs: a value that is invalid in every combination is rejected. */
final class ValueCheck {
    /** Number of profiles to try before a value is accepted; it then fails in its points. */
    private static final int MOST_TRIES = 200;

    /** Number of a field's values to check from each end. An invalid value between them fails in its points. */
    private static final int ENDS = 50;

    private final SweepSpecification question;
    private final Map<String, SweepParameter> settings;
    private final SweepProfiles profiles;

    ValueCheck(SweepSpecification question, Map<String, SweepParameter> settings, SweepProfiles profiles) {
        this.question = question;
        this.settings = settings;
        this.profiles = profiles;
    }

    /**
     * Checks all values.
     *
     * @throws io.cdpsim.workloads.InvalidInputException if an option rejects a value
     * @throws ProfileException if all profiles reject the value of a field, with any values of the other fields
     */
    void check() {
        List<String> fixed = new ArrayList<>();
        question.fixed().forEach((name, value) -> {
            checkOption(name, value);
            if (settings.get(name) instanceof SweepParameter.OfProfile field) {
                fixed.add(profiles.override(field.path(), value));
            }
        });
        List<SweepAxis> fields = new ArrayList<>();
        for (SweepAxis axis : question.axes()) {
            axis.values().forEach(value -> checkOption(axis.name(), value));
            if (settings.get(axis.name()) instanceof SweepParameter.OfProfile) {
                fields.add(axis);
            }
        }
        if (fields.isEmpty()) {
            checkFields(fixed, fields);
        }
        for (SweepAxis axis : fields) {
            List<SweepAxis> others = fields.stream()
                    .filter(each -> !each.name().equals(axis.name()))
                    .toList();
            for (String value : ends(axis.values())) {
                List<String> overrides = new ArrayList<>(fixed);
                overrides.add(profiles.override(axis.name(), value));
                checkFields(overrides, others);
            }
        }
    }

    private static List<String> ends(List<String> values) {
        if (values.size() <= 2 * ENDS) {
            return values;
        }
        List<String> ends = new ArrayList<>(values.subList(0, ENDS));
        ends.addAll(values.subList(values.size() - ENDS, values.size()));
        return ends;
    }

    private void checkOption(String name, String value) {
        SweepParameter setting = settings.get(name);
        if (setting instanceof SweepParameter.OfWorkload own) {
            own.check(value);
        } else if (setting instanceof SweepParameter.OfMachine shared) {
            shared.check(value);
        }
    }

    private void checkFields(List<String> overrides, List<SweepAxis> others) {
        Optional<ProfileException> refusal = overrides.isEmpty() ? Optional.empty() : profiles.refusal(overrides);
        if (refusal.isPresent() && !canBeAllowed(overrides, others)) {
            throw refusal.get();
        }
    }

    /** Whether some values of the other varied fields make a profile accept these. */
    private boolean canBeAllowed(List<String> overrides, List<SweepAxis> others) {
        if (others.isEmpty()) {
            return false;
        }
        CombinationGrid grid = new CombinationGrid(others);
        PrimitiveIterator.OfLong indices =
                grid.indices(OptionalInt.of(MOST_TRIES), 1, 1).iterator();
        int tries = 0;
        while (indices.hasNext()) {
            List<String> all = new ArrayList<>(overrides);
            grid.at(indices.nextLong()).forEach((path, value) -> all.add(profiles.override(path, value)));
            if (profiles.refusal(all).isEmpty()) {
                return true;
            }
            tries++;
        }
        return tries == MOST_TRIES;
    }
}
