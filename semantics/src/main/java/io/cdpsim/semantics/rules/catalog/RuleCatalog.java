package io.cdpsim.semantics.rules.catalog;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All rules: their text from the YAML files beside this class, their {@link RuleScenarios}, and the source lines that implement them. */
public final class RuleCatalog {
    /** The groups of rules, in the order of the catalog. */
    public static final List<String> GROUPS = List.of(
            "VER", "NEST", "LNCH", "PARM", "STR", "FAF", "TAIL", "EVT", "SYNC", "DEPTH", "POOL", "ERR", "ENV", "MEM",
            "COPY", "HEAP", "PRNT", "API", "CONC", "OCC", "G", "K", "C", "D");

    private static final List<String> FILES = List.of(
            "ver",
            "nest",
            "lnch",
            "launch-arguments",
            "parm",
            "str",
            "faf",
            "tail",
            "evt",
            "sync",
            "depth",
            "pool",
            "err",
            "env",
            "mem",
            "copy",
            "heap",
            "prnt",
            "api",
            "conc",
            "occ",
            "g",
            "k",
            "c",
            "d");

    private final Map<String, Rule> rules = new LinkedHashMap<>();

    private RuleCatalog(List<Rule> rules) {
        rules.forEach(rule -> {
            if (this.rules.put(rule.id(), rule) != null) {
                throw new IllegalArgumentException("rule " + rule.id() + " is in the catalog twice, expected it once");
            }
        });
    }

    /**
     * Reads the catalog.
     *
     * @throws IllegalArgumentException if two rules have the same id
     * @throws io.cdpsim.workloads.InvalidInputException if a file is malformed
     */
    public static RuleCatalog load() {
        RulePlaces places = RulePlaces.load();
        List<Rule> rules = new ArrayList<>();
        for (String file : FILES) {
            RuleFile.parse(file + ".yaml", read(file + ".yaml")).forEach(rule -> rules.add(rule.at(places)));
        }
        rules.sort(Comparator.comparing((Rule rule) -> GROUPS.indexOf(rule.group()))
                .thenComparing(Rule::number));
        return new RuleCatalog(rules);
    }

    /** The rules by group and number. */
    public List<Rule> rules() {
        return List.copyOf(rules.values());
    }

    /** The rule with an id, such as {@code TAIL-3}. */
    public Optional<Rule> find(String id) {
        return Optional.ofNullable(rules.get(id));
    }

    private static String read(String file) {
        try {
            return Resources.toString(Resources.getResource(RuleCatalog.class, file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
