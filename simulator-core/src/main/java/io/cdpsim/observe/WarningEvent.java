package io.cdpsim.observe;

/**
 * Something worth a warning.
 *
 * @param rule id of the rule or the finding that it is about
 * @param message what happened, ready to print
 */
public record WarningEvent(long timeCycles, int device, String rule, String message) implements RunEvent {
    @Override
    public EventKind kind() {
        return EventKind.WARNING;
    }
}
