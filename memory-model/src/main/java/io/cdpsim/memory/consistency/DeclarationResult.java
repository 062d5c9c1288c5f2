package io.cdpsim.memory.consistency;

import io.cdpsim.memory.litmus.OutcomeDeclaration;

/**
 * What became of something that a test says of its outcomes.
 *
 * @param declaration what the test says
 * @param holds whether it is so
 * @param executions how many executions have such an outcome
 */
public record DeclarationResult(OutcomeDeclaration declaration, boolean holds, long executions) {}
