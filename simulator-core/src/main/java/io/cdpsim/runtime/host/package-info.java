/**
 * The host: its thread, streams and events, launches, copies, memory and settings. Knows the devices.
 */
@NullMarked
package io.cdpsim.runtime.host;

import org.jspecify.annotations.NullMarked;
