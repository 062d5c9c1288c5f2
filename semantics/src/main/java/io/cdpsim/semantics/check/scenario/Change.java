package io.cdpsim.semantics.check.scenario;

import io.cdpsim.programs.plan.yaml.Place;

/**
 * Another value of an expectation.
 *
 * @param place where the expectation's key stands
 * @param name what people call the expectation
 * @param value the value, as YAML on one line
 */
public record Change(Place place, String name, String value) {}
