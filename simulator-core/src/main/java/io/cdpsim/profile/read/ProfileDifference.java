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
 * A field in which two profiles differ, whatever units they were written in. Where one of them does not write a field, it counts as 0.
 *
 * @param path section and name joined by a dot
 * @param first the field of the first profile; empty if it is not written there
 * @param second the field of the second profile, likewise; at least one of the two is there
 */
public record ProfileDifference(String path, Optional<ProfileField> first, Optional<ProfileField> second) {
    private static final String DESCRIPTION = "description";

    /** Looks like a quantity. */
    private static final String COMPUTE_CAPABILITY = "compute_capability";

    /** The fields that differ, descriptions aside: in the order of the first profile, then those that the second alone writes. */
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

    /** How many times the first value the second one is; empty where one of them is no quantity, or 0. */
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

    /** A quantity in the base unit of its dimension, which it shares with another; one that is not written is 0. */
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
            // Of another dimension, or no quantity
            return Optional.empty();
        }
    }
}
