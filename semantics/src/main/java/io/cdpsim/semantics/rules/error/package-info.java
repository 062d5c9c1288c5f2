/**
 * Rules of errors: which thread is told, what stays, and what a fault does to other grids (group ERR). Each class holds scenarios. It may know programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.error;

import org.jspecify.annotations.NullMarked;
