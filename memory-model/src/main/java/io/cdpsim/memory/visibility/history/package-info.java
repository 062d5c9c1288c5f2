/**
 * What has been accessed where: the accesses of each word that a later one could race with, its older values, what releases left in it, and
 * the races found. May know all other rooms of the checker, but not the checker.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility.history;
