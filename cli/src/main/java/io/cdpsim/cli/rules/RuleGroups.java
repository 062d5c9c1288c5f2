package io.cdpsim.cli.rules;

import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import java.util.Iterator;

/** The groups of rules, for shell completion. */
final class RuleGroups implements Iterable<String> {
    RuleGroups() {}

    @Override
    public Iterator<String> iterator() {
        return RuleCatalog.GROUPS.iterator();
    }
}
