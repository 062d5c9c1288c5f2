package io.cdpsim.semantics.rules.catalog;

import java.util.Optional;
import java.util.stream.Stream;

/** Where a rule is from, and so how far it may be trusted. */
public enum RuleStatus {
    /** NVIDIA's documentation states it. */
    DOC("DOC"),
    /** It follows from the documentation; no sentence says it. */
    INF("INF"),
    /** A third party has seen or claimed it. */
    THIRD_PARTY("3P"),
    /** Sources disagree; the catalog's text says what holds here. */
    CONFLICT("CONFLICT"),
    /** No source answers; the catalog's text says what holds here. */
    SILENT("SILENT"),
    /** Measured on hardware. */
    MEASURED("MEAS");

    private final String label;

    RuleStatus(String label) {
        this.label = label;
    }

    /** The status of a label, such as {@code 3P}. */
    static Optional<RuleStatus> of(String label) {
        return Stream.of(values()).filter(each -> each.label.equals(label)).findFirst();
    }

    /** How the status is written, such as {@code 3P}. */
    public String label() {
        return label;
    }
}
