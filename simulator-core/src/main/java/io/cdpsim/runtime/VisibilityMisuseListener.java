package io.cdpsim.runtime;

import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.WarningEvent;
import io.cdpsim.observe.RunListener;
import java.util.EnumSet;
import java.util.Set;

/** Tells the visibility checker of the warnings that are about memory, streams and events. */
final class VisibilityMisuseListener implements RunListener {
    private static final Set<String> RULES = Set.of("MEM-1", "MEM-8", "HEAP-3", "STR-3", "STR-4", "EVT-3");

    private final VisibilityChecker checker;

    VisibilityMisuseListener(VisibilityChecker checker) {
        this.checker = checker;
    }

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.WARNING);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof WarningEvent warning && RULES.contains(warning.rule())) {
            checker.misuse(warning.rule(), warning.message());
        }
    }
}
