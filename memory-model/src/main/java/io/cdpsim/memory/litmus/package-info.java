/**
 * The text of litmus tests: small parallel programs with a question about their outcomes, in the field's PTX format and in an extension
 * of it for dynamic parallelism. What a test means is told by the consistency package.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.litmus;
