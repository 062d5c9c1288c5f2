package io.cdpsim.workloads.validation;

import io.cdpsim.workloads.validation.row.MeasuredRow;

/**
 * A row without a simulated value.
 *
 * @param row the row
 * @param reason why
 * @param failed whether the simulated program went wrong, rather than that nothing simulates such a row
 */
public record SkippedRow(MeasuredRow row, String reason, boolean failed) {}
