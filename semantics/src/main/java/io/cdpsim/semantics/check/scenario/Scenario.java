package io.cdpsim.semantics.check.scenario;

import io.cdpsim.programs.plan.yaml.Place;

/**
 * What is run and what is expected of it.
 *
 * @param name what people call it
 * @param place where it stands
 * @param task what it does
 */
public record Scenario(String name, Place place, Task task) {}
