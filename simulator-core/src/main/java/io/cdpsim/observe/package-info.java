/**
 * The record of a run: typed events ({@link io.cdpsim.observe.RunEvent}), their listeners, and timelines. Reports built from events have packages of their own.
 * Does not depend on the publishers of events.
 */
@NullMarked
package io.cdpsim.observe;

import org.jspecify.annotations.NullMarked;
