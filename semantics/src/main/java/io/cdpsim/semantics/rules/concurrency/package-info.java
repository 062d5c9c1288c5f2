/**
 * Rules of concurrency: what runs at once, how many grids and blocks there is room for, and what is not promised (groups CONC and OCC).
 * Each class holds scenarios. It may know programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.concurrency;

import org.jspecify.annotations.NullMarked;
