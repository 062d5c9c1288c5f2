package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.util.Optional;

/**
 * A row without a simulated value.
 *
 * @param row the row
 * @param reason why
 * @param failed whether the simulated program went wrong, rather than that nothing simulates such a row
 * @param other the GPU of which it is a figure, if that is why
 */
public record SkippedRow(MeasuredRow row, String reason, boolean failed, Optional<OtherGpu> other) {
    /**
     * Another GPU than the one that is simulated.
     *
     * @param name its name
     * @param profile the profile that stands for it; empty if there is none
     */
    public record OtherGpu(String name, String profile) {}
}
