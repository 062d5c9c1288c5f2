package io.cdpsim.cli.option;

import io.cdpsim.profile.read.Profiles;
import java.util.Iterator;

/** The built-in profiles, for shell completion. */
public final class ProfileNames implements CompletionCandidates {
    @Override
    public Iterator<String> iterator() {
        return Profiles.names().iterator();
    }

    @Override
    public boolean orFiles() {
        return true;
    }
}
