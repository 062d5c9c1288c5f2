/**
 * Clock and event queue. Knows nothing of GPUs.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.engine;
