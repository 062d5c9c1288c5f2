/**
 * Launches, streams, the pending-launch pool, limits and errors: what is allowed.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.runtime;
