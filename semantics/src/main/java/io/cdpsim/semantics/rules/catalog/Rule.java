package io.cdpsim.semantics.rules.catalog;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rule of CUDA dynamic parallelism: what it says, where the simulator implements it and what shows it.
 *
 * @param id group and number, such as {@code TAIL-3}
 * @param versions the versions it applies to, CDP1 first; at least one
 * @param status where it is from
 * @param title what it says, in one line
 * @param text what holds, and what one might wrongly assume; one paragraph without line breaks
 * @param implementedIn simple names of the classes that implement it; empty only if it is not shown
 * @param places the lines of those classes that decide it, as the build found them
 * @param notShown why no scenario shows it; empty if one does
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

    /** The version it applies to, {@code CDP1} or {@code CDP2}, or {@code both}. */
    public String version() {
        return versions.size() == 2 ? "both" : versions.get(0).name();
    }

    /** The same rule, with the lines of its classes that name it. */
    Rule at(RulePlaces all) {
        List<RulePlace> found = implementedIn.stream()
                .flatMap(name -> all.of(id, name).stream())
                .toList();
        return new Rule(id, versions, status, title, text, implementedIn, found, notShown, scenarios);
    }

    /** Where it is decided: class and line of each place, or the class alone where no line of it names the rule. */
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

    /** The names of the tests that hold it. */
    public List<String> tests() {
        return scenarios.stream().map(RuleScenario::testName).toList();
    }
}
