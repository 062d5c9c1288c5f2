/**
 * The calls of device code to the device runtime: launches, copies, streams and events, synchronisation, the heap and
 * queries. The package depends on the launch tree, its costs and the limits.
 */
@NullMarked
package io.cdpsim.runtime.call;

import org.jspecify.annotations.NullMarked;
