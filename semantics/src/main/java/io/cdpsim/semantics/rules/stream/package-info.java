/**
 * Rules of streams: their scope, their order, the fire-and-forget stream and the tail stream, and events between them (groups STR, FAF,
 * TAIL and EVT). Each class holds scenarios. It may know programs and scenarios, but no other group
 * of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.stream;

import org.jspecify.annotations.NullMarked;
