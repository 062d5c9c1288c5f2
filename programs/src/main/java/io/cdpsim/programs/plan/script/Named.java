package io.cdpsim.programs.plan.script;

import io.cdpsim.programs.plan.yaml.Place;

/**
 * A name that a plan mentions.
 *
 * @param place where
 * @param text the name
 */
public record Named(Place place, String text) {}
