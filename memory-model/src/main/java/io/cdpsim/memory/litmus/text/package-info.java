/**
 * Reads litmus tests from their text, the shipped ones too, and reports errors with their place.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.litmus.text;
