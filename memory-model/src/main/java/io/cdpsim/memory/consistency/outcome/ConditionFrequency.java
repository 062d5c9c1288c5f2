package io.cdpsim.memory.consistency.outcome;

/** How often a test's condition holds of the states that can be reached. */
public enum ConditionFrequency {
    /** Of none. */
    NEVER("Never"),
    /** Of some. */
    SOMETIMES("Sometimes"),
    /** Of all. */
    ALWAYS("Always");

    private final String label;

    ConditionFrequency(String label) {
        this.label = label;
    }

    /** As it is printed. */
    public String label() {
        return label;
    }

    /** By how many executions end in a state of which the condition holds, and in others. */
    public static ConditionFrequency of(long positive, long negative) {
        if (positive == 0) {
            return NEVER;
        }
        return negative == 0 ? ALWAYS : SOMETIMES;
    }
}
