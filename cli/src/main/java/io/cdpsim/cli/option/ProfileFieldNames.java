package io.cdpsim.cli.option;

import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import java.util.Iterator;
import java.util.List;

/** The fields of the built-in profiles, each followed by an equals sign, for shell completion. */
public final class ProfileFieldNames implements CompletionCandidates {
    @Override
    public Iterator<String> iterator() {
        return Profiles.names().stream()
                .flatMap(name -> Profiles.document(name, List.of()).fields().stream())
                .map(ProfileField::path)
                .distinct()
                .sorted()
                .map(path -> path + "=")
                .iterator();
    }

    @Override
    public boolean orFiles() {
        return false;
    }
}
