/**
 * Files that say what is run, under which conditions, and what is expected of it: read, checked, and rewritten as runs are now. Knows all other rooms of
 * checking.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check.scenario;
