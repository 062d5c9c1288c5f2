package io.cdpsim.programs.plan.script;

import io.cdpsim.programs.plan.yaml.FilePosition;

/**
 * A name that a plan mentions.
 *
 * @param place where
 * @param text the name
 */
public record PositionedName(FilePosition place, String text) {}
