package io.cdpsim.cli.compare;

import io.cdpsim.experiments.compare.RunComparison;
import io.cdpsim.experiments.compare.RunDescription;
import io.cdpsim.profile.read.ProfileDifference;
import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import java.util.Optional;

/**
 * The fields in which the profiles of two runs differ.
 *
 * @param all the fields
 * @param more what to say instead where there are too many to show
 */
record ProfileFieldChanges(List<RunDescription.Difference> all, String more) {
    private static final int MOST_SHOWN = 12;

    static ProfileFieldChanges of(RunComparison comparison) {
        Optional<RunDescription> first = comparison.first().asked();
        Optional<RunDescription> second = comparison.second().asked();
        if (first.isEmpty() || second.isEmpty() || isSame(first.get(), second.get())) {
            return new ProfileFieldChanges(List.of(), "");
        }
        try {
            ProfileDocument one =
                    Profiles.document(first.get().profile(), first.get().set());
            ProfileDocument other =
                    Profiles.document(second.get().profile(), second.get().set());
            List<RunDescription.Difference> fields = ProfileDifference.between(one, other).stream()
                    .map(each -> new RunDescription.Difference(each.path(), value(each.first()), value(each.second())))
                    .toList();
            return new ProfileFieldChanges(
                    fields, fields.size() <= MOST_SHOWN ? "" : fields.size() + " fields ('cdpsim profiles diff')");
        } catch (ProfileException e) {
            // A file of a profile that a result was made with may have gone.
            return new ProfileFieldChanges(List.of(), "fields of a profile that is not there any more");
        }
    }

    private static boolean isSame(RunDescription one, RunDescription other) {
        return one.profile().equals(other.profile()) && one.set().equals(other.set());
    }

    private static String value(Optional<ProfileField> field) {
        return field.map(ProfileField::value).orElse("");
    }

    /** Those to show. */
    List<RunDescription.Difference> shown() {
        return more.isEmpty() ? all : List.of();
    }
}
