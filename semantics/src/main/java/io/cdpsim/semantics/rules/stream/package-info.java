/**
 * Rules of streams: scope, order, the fire-and-forget stream, the tail stream, and events (groups STR, FAF, TAIL and EVT). Each class contains
 * scenarios. It uses programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.stream;

import org.jspecify.annotations.NullMarked;
