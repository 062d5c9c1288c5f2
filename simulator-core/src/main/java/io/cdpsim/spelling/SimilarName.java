package io.cdpsim.spelling;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a mistyped one was probably meant to be. */
public final class SimilarName {
    private SimilarName() {}

    /** The nearest of the known names, if it is near: a third of its letters wrong at most, or two in a short name. */
    public static Optional<String> of(String found, Collection<String> known) {
        return known.stream()
                .filter(each -> typos(found, each) <= Math.max(Math.min(2, each.length() - 1), each.length() / 3))
                .min(Comparator.comparingInt(each -> typos(found, each)));
    }

    /** Letters to insert, leave out, change or swap with their neighbour to make one word of the other. */
    private static int typos(String a, String b) {
        int[][] typos = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    typos[i][j] = i + j;
                    continue;
                }
                int changed = typos[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                typos[i][j] = Math.min(changed, 1 + Math.min(typos[i - 1][j], typos[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    typos[i][j] = Math.min(typos[i][j], 1 + typos[i - 2][j - 2]);
                }
            }
        }
        return typos[a.length()][b.length()];
    }
}
