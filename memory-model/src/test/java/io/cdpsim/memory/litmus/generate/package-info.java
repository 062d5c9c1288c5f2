/** Litmus tests made from cycles of relaxations, in which launches and completions stand beside program order and fences. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.litmus.generate;
