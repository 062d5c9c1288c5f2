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

/** All rules: what the YAML files beside this class say of them, joined with the {@link RuleScenarios} that
 * show them and with the lines that decide them. */
public final class RuleCatalog {
    /** The groups of rules, in the order in which they are listed. */
    public static final List<String> GROUPS = List.of(
            "VER", "NEST", "LNCH", "PARM", "STR", "FAF", "TAIL", "EVT", "SYNC", "DEPTH", "POOL", "ERR", "ENV", "MEM",
            "COPY", "HEAP", "PRNT", "API", "CONC", "OCC");

    private static final List<String> FILES = List.of(
            "ver.yaml",
            "nest.yaml",
            "lnch.yaml",
            "launch-arguments.yaml",
            "parm.yaml",
            "str.yaml",
            "faf.yaml",
            "tail.yaml",
            "evt.yaml",
            "sync.yaml",
            "depth.yaml",
            "pool.yaml",
            "err.yaml",
            "env.yaml",
            "mem.yaml",
            "copy.yaml",
            "heap.yaml",
            "prnt.yaml",
            "api.yaml",
            "conc.yaml",
            "occ.yaml");

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
     * @throws IllegalArgumentException if a file is not as {@link RuleFile} says, or a rule is there twice
     */
    public static RuleCatalog load() {
        RulePlaces places = RulePlaces.load();
        List<Rule> rules = new ArrayList<>();
        for (String file : FILES) {
            RuleFile.parse(file, read(file)).forEach(rule -> rules.add(rule.at(places)));
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
