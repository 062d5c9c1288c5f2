package io.cdpsim.workloads.check.scenario;

import io.cdpsim.workloads.plan.yaml.Place;

/**
 * Another value of an expectation.
 *
 * @param place where the expectation's key stands
 * @param name what people call the expectation
 * @param value the value, as YAML on one line
 */
public record ExpectationEdit(Place place, String name, String value) {}
