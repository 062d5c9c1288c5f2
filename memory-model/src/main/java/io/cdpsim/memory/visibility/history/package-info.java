/**
 * Accesses by address: the accesses of each word that a later one could race with, its older values, its release sequences, and the races found. Uses all other packages of the checker, but not the checker.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility.history;
