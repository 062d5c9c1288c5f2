package io.cdpsim.semantics.check.scenario;

import io.cdpsim.workloads.yaml.FilePosition;

/**
 * A new value for an expectation in a scenario file.
 *
 * @param place position of the expectation's key
 * @param name name of the expectation for users
 * @param value the value, as YAML on one line
 */
public record ExpectationEdit(FilePosition place, String name, String value) {}
