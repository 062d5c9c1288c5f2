/**
 * Rules of nesting: when a grid is complete, what device code of CDP1 waits for, and how deep both may go (groups NEST, SYNC and DEPTH).
 * Each class holds scenarios. It may know programs and scenarios, and the recursion whose run is
 * one, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.nesting;

import org.jspecify.annotations.NullMarked;
