package io.cdpsim.workloads.validation;

/**
 * A row without a simulated value.
 *
 * @param row the row
 * @param reason why
 * @param failed whether the simulated program went wrong, rather than that nothing simulates such a row
 */
public record SkippedRow(MeasuredRow row, String reason, boolean failed) {}
