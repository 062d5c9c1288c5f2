package io.cdpsim.programs.plan.script;

import io.cdpsim.workloads.yaml.FilePosition;

/**
 * A name in a plan.
 *
 * @param place its position
 * @param text the name
 */
public record PositionedName(FilePosition place, String text) {}
