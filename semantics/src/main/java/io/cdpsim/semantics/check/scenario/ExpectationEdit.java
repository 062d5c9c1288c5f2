package io.cdpsim.semantics.check.scenario;

import io.cdpsim.programs.plan.yaml.Place;

/**
 * A new value for an expectation in a scenario file.
 *
 * @param place position of the expectation's key
 * @param name name of the expectation for users
 * @param value the value, as YAML on one line
 */
public record ExpectationEdit(Place place, String name, String value) {}
