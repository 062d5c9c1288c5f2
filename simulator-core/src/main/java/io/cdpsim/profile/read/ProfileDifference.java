package io.cdpsim.profile.read;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A field whose value differs between two profiles, regardless of units. A field that a profile does not contain counts as 0.
 *
 * @param path section and name joined by a dot
 * @param first the field of the first profile; empty if that does not contain it
 * @param second the field of the second profile; empty if that does not contain it. At least one of the two is present
 */
public record ProfileDifference(String path, Optional<ProfileField> first, Optional<ProfileField> second) {
    private static final String DESCRIPTION = "description";

    /** A field that looks like a quantity but is not one. */
    private static final String COMPUTE_CAPABILITY = "compute_capability";

    /**
     * The fields that differ, without the description: in the order of the first profile, then those that only the second
     * contains.
     */
    public static List<ProfileDifference> between(ProfileDocument first, ProfileDocument second) {
        Map<String, ProfileField> others = new LinkedHashMap<>();
        second.fields().forEach(each -> others.put(each.path(), each));
        List<ProfileDifference> all = new ArrayList<>();
        for (ProfileField each : first.fields()) {
            all.add(new ProfileDifference(
                    each.path(), Optional.of(each), Optional.ofNullable(others.remove(each.path()))));
        }
        others.forEach((path, each) -> all.add(new ProfileDifference(path, Optional.empty(), Optional.of(each))));
        return all.stream()
                .filter(each -> !each.path.equals(DESCRIPTION) && !each.isSame())
                .toList();
    }

    private boolean isSame() {
        String one = text(first);
        String other = text(second);
        if (one.equals(other)) {
            return true;
        }
        Optional<BigDecimal> quotientOf = quantity(one, other);
        Optional<BigDecimal> to = quantity(other, one);
        return quotientOf.isPresent() && to.isPresent() && quotientOf.get().compareTo(to.get()) == 0;
    }

    /** The second value divided by the first; empty if one of them is not a quantity, or is 0. */
    public OptionalDouble ratio() {
        Optional<BigDecimal> one = quantity(text(first), text(second));
        Optional<BigDecimal> other = quantity(text(second), text(first));
        if (path.equals(COMPUTE_CAPABILITY)
                || one.isEmpty()
                || other.isEmpty()
                || one.get().signum() == 0
                || other.get().signum() == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(other.get().doubleValue() / one.get().doubleValue());
    }

    private static String text(Optional<ProfileField> field) {
        return field.map(ProfileField::value).orElse("");
    }

    /** A quantity in the base unit of the dimension that it shares with another; a missing one is 0. */
    private static Optional<BigDecimal> quantity(String text, String other) {
        if (text.isEmpty()) {
            return Optional.of(BigDecimal.ZERO);
        }
        return Arrays.stream(Dimension.values())
                .filter(each -> other.isEmpty() || parse(each, other).isPresent())
                .flatMap(each -> parse(each, text).stream())
                .findFirst();
    }

    private static Optional<BigDecimal> parse(Dimension dimension, String text) {
        try {
            return Optional.of(dimension.parse(text));
        } catch (NumberFormatException e) {
            // The text has another dimension or is not a quantity.
            return Optional.empty();
        }
    }
}
