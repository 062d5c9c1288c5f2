package io.cdpsim.semantics.lab.grade;

import com.google.common.collect.Sets;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.workloads.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pairs of submissions of a lab whose kernels are alike. Each file becomes the set of its runs of {@value #RUN} tokens, without comments and spaces, every
 * name replaced by one word, and without the runs of the file that was handed out. The similarity of two sets is the share of common
 * runs among the runs of the smaller set: so renaming, reordering of functions and added code do not hide a copy. A high share is a reason to
 * read both files, no proof.
 */
public final class SimilarityReport {
    private static final int RUN = 8;

    /** A set of fewer runs says nothing. */
    private static final int LEAST_RUNS = 10;

    private static final Pattern TOKEN = Pattern.compile(
            "//[^\\n]*|/\\*.*?\\*/|\"(?:\\\\.|[^\"])*\"|[A-Za-z_]\\w*|\\d[\\w.]*|<<<|>>>|[-+*/%&|^<>=!]=?|\\S",
            Pattern.DOTALL);

    private static final Set<String> KEPT = Set.of(
            "for",
            "while",
            "if",
            "else",
            "return",
            "int",
            "float",
            "void",
            "__global__",
            "__device__",
            "__shared__",
            "threadIdx",
            "blockIdx",
            "blockDim",
            "gridDim");

    private SimilarityReport() {}

    /**
     * Two alike submissions.
     *
     * @param one the name of one
     * @param other the name of the other, behind the first by the alphabet
     * @param share common runs of tokens, of those of the shorter file, 0 to 1
     */
    public record Pair(String one, String other, double share) {}

    /**
     * The pairs of a lab with at least some similarity, the most similar first.
     *
     * @param files the kernels by the names of their submissions; a file that cannot be read is left out
     * @param least the least share of a pair, 0 to 1
     */
    public static List<Pair> pairs(Lab lab, Map<String, Path> files, double least) {
        Set<List<String>> given = runs(new String(lab.file(Lab.KERNELS), StandardCharsets.UTF_8));
        NavigableMap<String, Set<List<String>>> own = new TreeMap<>();
        files.forEach((name, file) -> {
            try {
                own.put(
                        name,
                        Sets.difference(runs(Submission.text(file)), given).immutableCopy());
            } catch (InvalidInputException e) {
                // Its row in the table of grades has the reason.
            }
        });
        List<Pair> pairs = new ArrayList<>();
        own.forEach((one, a) -> own.tailMap(one, false).forEach((other, b) -> {
            int smaller = Math.min(a.size(), b.size());
            double share = smaller < LEAST_RUNS ? 0 : Sets.intersection(a, b).size() / (double) smaller;
            if (share >= least) {
                pairs.add(new Pair(one, other, share));
            }
        }));
        pairs.sort(Comparator.comparingDouble(Pair::share).reversed());
        return pairs;
    }

    private static Set<List<String>> runs(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            String token = matcher.group();
            if (!token.startsWith("//") && !token.startsWith("/*")) {
                boolean isName = Character.isLetter(token.charAt(0)) || token.charAt(0) == '_';
                tokens.add(isName && !KEPT.contains(token) ? "name" : token);
            }
        }
        Set<List<String>> runs = new HashSet<>();
        for (int i = 0; i + RUN <= tokens.size(); i++) {
            runs.add(List.copyOf(tokens.subList(i, i + RUN)));
        }
        return runs;
    }
}
