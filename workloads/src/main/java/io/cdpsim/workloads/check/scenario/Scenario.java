package io.cdpsim.workloads.check.scenario;

import io.cdpsim.workloads.plan.yaml.FilePosition;

/**
 * What is run and what is expected of it.
 *
 * @param name what people call it
 * @param place where it stands
 * @param task what it does
 */
public record Scenario(String name, FilePosition place, Task task) {}
