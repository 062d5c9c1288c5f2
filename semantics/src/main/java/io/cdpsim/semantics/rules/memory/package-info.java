/**
 * Rules of memory: shared memory of parent and child and its visibility, copies and fills by device code, the heap and the buffer of printf
 * (groups MEM, COPY, HEAP and PRNT). Each class contains scenarios. It uses programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.memory;

import org.jspecify.annotations.NullMarked;
