package io.cdpsim.observe;

import io.cdpsim.observe.RunEvent.WarningEvent;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records the warnings of a run, each message once. Of a rule with many messages, the first few are recorded, and the others counted with the first. */
public final class WarningLog implements RunListener {
    private static final int MESSAGES_OF_A_RULE = 8;

    private final Map<String, Map<String, Long>> byRule = new LinkedHashMap<>();

    /** A log without entries. */
    public WarningLog() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.WARNING);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof WarningEvent warning) {
            Map<String, Long> messages = byRule.computeIfAbsent(warning.rule(), rule -> new LinkedHashMap<>());
            boolean kept = messages.size() < MESSAGES_OF_A_RULE || messages.containsKey(warning.message());
            messages.merge(
                    kept ? warning.message() : messages.keySet().iterator().next(), 1L, Long::sum);
        }
    }

    /** The warnings, grouped by rule, in order of first occurrence. */
    public List<CountedWarning> warnings() {
        List<CountedWarning> warnings = new ArrayList<>();
        byRule.forEach((rule, messages) ->
                messages.forEach((message, count) -> warnings.add(new CountedWarning(rule, message, count))));
        return warnings;
    }

    /**
     * A warning and its number of occurrences.
     *
     * @param rule id of the rule or diagnostic
     * @param message what happened and how to fix it, ready to print
     * @param count number of occurrences, at least 1
     */
    public record CountedWarning(String rule, String message, long count) {}
}
