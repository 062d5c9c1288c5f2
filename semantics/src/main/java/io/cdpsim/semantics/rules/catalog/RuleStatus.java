package io.cdpsim.semantics.rules.catalog;

import java.util.Optional;
import java.util.stream.Stream;

/** The source of a rule, which determines its reliability. */
public enum RuleStatus {
    /** NVIDIA's documentation states it. */
    DOC("DOC"),
    /** It follows from the documentation, which does not state it. */
    INF("INF"),
    /** A third party observed or claimed it. */
    THIRD_PARTY("3P"),
    /** Sources disagree; the text of the rule states the behaviour of the simulator. */
    CONFLICT("CONFLICT"),
    /** No source states it; the text of the rule states the behaviour of the simulator. */
    SILENT("SILENT"),
    /** Measured on hardware. */
    MEASURED("MEAS");

    private final String label;

    RuleStatus(String label) {
        this.label = label;
    }

    /** The status with a label, such as {@code 3P}. */
    static Optional<RuleStatus> of(String label) {
        return Stream.of(values()).filter(each -> each.label.equals(label)).findFirst();
    }

    /** Its text, such as {@code 3P}. */
    public String label() {
        return label;
    }
}
