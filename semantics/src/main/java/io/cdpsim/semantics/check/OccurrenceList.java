package io.cdpsim.semantics.check;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.RunConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Collects occurrences, so that each problem is reported once. */
final class OccurrenceList {
    private static final String LIKEWISE = "likewise: ";
    private static final int MAX_LIKEWISE = 5;

    private final List<Occurrence> occurrences = new ArrayList<>();

    /** Adds a diagnostic that no single run showed, unless it is known. */
    void add(Diagnostic diagnostic) {
        if (occurrences.stream().noneMatch(known -> known.diagnostic().isSameAs(diagnostic))) {
            occurrences.add(new Occurrence(diagnostic, List.of()));
        }
    }

    /** Adds a diagnostic of a run. */
    void add(Diagnostic diagnostic, RunConditions run) {
        addTo(
                occurrences,
                new Occurrence(diagnostic, List.of(run)),
                (known, added) -> !known.runs().isEmpty() && known.diagnostic().isSameAs(added.diagnostic()),
                (known, added) -> new Occurrence(known.diagnostic(), union(known.runs(), added.runs())));
    }

    /** The occurrences, those of one rule at one line as one: a line that races with five others needs one fix. */
    List<Occurrence> merged() {
        List<Occurrence> merged = new ArrayList<>();
        occurrences.forEach(each -> addTo(merged, each, OccurrenceList::areSimilar, OccurrenceList::merged));
        return merged;
    }

    private interface Merger {
        Occurrence merge(Occurrence known, Occurrence added);
    }

    /** Merges an occurrence with the first that matches it, or appends it. */
    private static void addTo(
            List<Occurrence> list, Occurrence added, BiPredicate<Occurrence, Occurrence> matches, Merger merger) {
        for (int i = 0; i < list.size(); i++) {
            if (matches.test(list.get(i), added)) {
                list.set(i, merger.merge(list.get(i), added));
                return;
            }
        }
        list.add(added);
    }

    private static boolean areSimilar(Occurrence one, Occurrence other) {
        Diagnostic a = one.diagnostic();
        Diagnostic b = other.diagnostic();
        return !a.locations().isEmpty()
                && !b.locations().isEmpty()
                && a.rule().equals(b.rule())
                && a.message().equals(b.message())
                && a.locations().get(0).equals(b.locations().get(0));
    }

    private static Occurrence merged(Occurrence one, Occurrence other) {
        Diagnostic first = one.diagnostic();
        List<SourceLocation> locations =
                union(first.locations(), other.diagnostic().locations());
        List<String> details = new ArrayList<>(first.details());
        int likewise =
                (int) details.stream().filter(each -> each.startsWith(LIKEWISE)).count();
        for (String detail : other.diagnostic().details()) {
            if (likewise < MAX_LIKEWISE && !details.contains(detail) && !details.contains(LIKEWISE + detail)) {
                details.add(LIKEWISE + detail);
                likewise++;
            }
        }
        return new Occurrence(
                new Diagnostic(first.severity(), first.rule(), first.message(), locations, details, first.fix()),
                union(one.runs(), other.runs()));
    }

    private static <T> List<T> union(List<T> first, List<T> second) {
        List<T> union = new ArrayList<>(first);
        second.stream().filter(each -> !union.contains(each)).forEach(union::add);
        return union;
    }
}
