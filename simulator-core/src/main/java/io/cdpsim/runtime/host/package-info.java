/** The host: its threads, streams and events, launches, copies, memory and settings. The package depends on the devices. */
@NullMarked
package io.cdpsim.runtime.host;

import org.jspecify.annotations.NullMarked;
