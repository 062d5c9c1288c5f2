/**
 * Listeners to a run: metrics, timeline, warnings.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.observe;
