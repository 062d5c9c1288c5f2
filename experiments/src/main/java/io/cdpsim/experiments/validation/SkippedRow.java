package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.util.Optional;

/**
 * A row without a simulated value.
 *
 * @param row the row
 * @param reason the reason
 * @param failed whether the simulated program failed, rather than that no experiment simulates such a row
 * @param other the GPU of the figure, if that is the reason
 */
public record SkippedRow(MeasuredRow row, String reason, boolean failed, Optional<OtherGpu> other) {
    /**
     * Another GPU than the simulated one.
     *
     * @param name its name
     * @param profile its profile; empty if there is none
     */
    public record OtherGpu(String name, String profile) {}
}
