/**
 * The calls of the device runtime and what can be asked in them: the table that builder, loader, runtime and every front end read. Knows
 * nothing else.
 */
@NullMarked
package io.cdpsim.kernel.call;

import org.jspecify.annotations.NullMarked;
