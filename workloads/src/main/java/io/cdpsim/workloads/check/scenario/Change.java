package io.cdpsim.workloads.check.scenario;

import io.cdpsim.workloads.plan.yaml.FilePosition;

/**
 * Another value of an expectation.
 *
 * @param place where the expectation's key stands
 * @param name what people call the expectation
 * @param value the value, as YAML on one line
 */
public record Change(FilePosition place, String name, String value) {}
