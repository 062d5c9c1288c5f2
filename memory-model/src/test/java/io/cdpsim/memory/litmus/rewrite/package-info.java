/** Tests of dynamic parallelism rewritten as plain ones, in which flags stand for launches and completions. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.litmus.rewrite;
