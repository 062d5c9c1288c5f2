/**
 * Address spaces, the CDP1 and CDP2 consistency rules, litmus tests and the visibility checker. Nothing here depends on time.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory;
