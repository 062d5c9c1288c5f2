package io.cdpsim.semantics.lab.key;

import java.util.Optional;

/**
 * A question of a lab.
 *
 * @param name what the sheet of answers calls it
 * @param points for the right answer
 * @param answer the right one
 * @param hint what to look at again; does not hold the answer
 * @param derivation how a number is found again; empty where the answer is a word
 */
public record LabQuestion(String name, int points, Answer answer, String hint, Optional<Derivation> derivation) {}
