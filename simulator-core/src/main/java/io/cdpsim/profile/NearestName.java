package io.cdpsim.profile;

import java.util.Collection;
import java.util.Optional;

/** Finds the known name a misspelt one was probably meant to be. */
final class NearestName {
    private NearestName() {}

    static Optional<String> of(String found, Collection<String> known) {
        String best = null;
        int bestDistance = Math.max(2, found.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(found, candidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Levenshtein distance: letters to insert, delete or change. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
