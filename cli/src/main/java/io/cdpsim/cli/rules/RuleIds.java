package io.cdpsim.cli.rules;

import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import java.util.Iterator;

/** The ids of all rules, for shell completion. */
final class RuleIds implements Iterable<String> {
    RuleIds() {}

    @Override
    public Iterator<String> iterator() {
        return RuleCatalog.load().rules().stream().map(Rule::id).iterator();
    }
}
