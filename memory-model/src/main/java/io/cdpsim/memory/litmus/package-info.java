/**
 * Litmus tests once they are read: small parallel programs with a question about their outcomes, in the field's PTX format and in an
 * extension of it for dynamic parallelism. Knows neither their text, which the room {@code text} reads, nor what they mean, which the
 * consistency package tells.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.litmus;
