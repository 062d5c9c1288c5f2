package io.cdpsim.semantics.rules.catalog;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rule of CUDA dynamic parallelism, with its implementation and the scenarios that show it.
 *
 * @param id group and number, such as {@code TAIL-3}
 * @param versions the versions of dynamic parallelism, CDP1 first; at least one
 * @param status its source
 * @param title a summary of one line
 * @param text the rule and common misconceptions; one paragraph without line breaks
 * @param implementedIn simple names of the classes that implement it; empty only if it has no scenario
 * @param places the lines of these classes that cite it, found by the build
 * @param notShown why it has no scenario; empty if it has one
 * @param scenarios the scenarios that show it
 */
public record Rule(
        String id,
        List<CdpSupport> versions,
        RuleStatus status,
        String title,
        String text,
        List<String> implementedIn,
        List<RulePlace> places,
        Optional<String> notShown,
        List<RuleScenario> scenarios) {
    public Rule {
        versions = List.copyOf(versions);
        implementedIn = List.copyOf(implementedIn);
        places = List.copyOf(places);
        scenarios = List.copyOf(scenarios);
    }

    /** The part of the id before the number, such as {@code TAIL}. */
    public String group() {
        return id.substring(0, id.indexOf('-'));
    }

    /** The part of the id after the group. */
    int number() {
        return Integer.parseInt(id.substring(id.indexOf('-') + 1));
    }

    /** {@code CDP1}, {@code CDP2} or {@code both}. */
    public String version() {
        return versions.size() == 2 ? "both" : versions.get(0).name();
    }

    /** A copy with the lines of its classes that cite it. */
    Rule at(RulePlaces all) {
        List<RulePlace> found = implementedIn.stream()
                .flatMap(name -> all.of(id, name).stream())
                .toList();
        return new Rule(id, versions, status, title, text, implementedIn, found, notShown, scenarios);
    }

    /** Class and line of each place; the class alone if no line of it cites the rule. */
    public List<String> placeLabels() {
        return implementedIn.stream().flatMap(this::placeLabels).toList();
    }

    private Stream<String> placeLabels(String className) {
        List<String> lines = places.stream()
                .filter(place -> place.simpleName().equals(className))
                .map(RulePlace::label)
                .toList();
        return lines.isEmpty() ? Stream.of(className) : lines.stream();
    }

    /** The names of its scenarios as tests. */
    public List<String> tests() {
        return scenarios.stream().map(RuleScenario::testName).toList();
    }
}
