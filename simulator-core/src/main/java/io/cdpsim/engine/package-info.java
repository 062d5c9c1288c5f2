/**
 * The clock and the event queue. Depends on nothing of a GPU.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.engine;
