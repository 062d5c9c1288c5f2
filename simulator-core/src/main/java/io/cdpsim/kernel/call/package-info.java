/**
 * The calls of the device runtime, their attributes and limits: the table that builder, loader, runtime and every front end read. Depends on
 * nothing else.
 */
@NullMarked
package io.cdpsim.kernel.call;

import org.jspecify.annotations.NullMarked;
