/**
 * Code at work, without time: the registers of a warp's lanes, where each lane is, and what arithmetic does to them. Knows code.
 */
@NullMarked
package io.cdpsim.kernel.execution;

import org.jspecify.annotations.NullMarked;
