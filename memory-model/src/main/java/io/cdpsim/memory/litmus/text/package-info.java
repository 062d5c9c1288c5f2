/**
 * Reads litmus tests from their text, those that come with the program too, and says what is wrong with a text and where..
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.litmus.text;
