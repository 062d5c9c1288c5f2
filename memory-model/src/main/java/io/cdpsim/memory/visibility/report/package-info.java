/**
 * The checker's report: races with their two accesses, rule and fix, and undefined uses. Data alone; uses no other package.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility.report;
