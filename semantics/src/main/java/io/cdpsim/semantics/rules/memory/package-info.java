/**
 * Rules of memory: what a child may be given and sees, copies and fills of device code, the heap and the buffer of printf (groups MEM,
 * COPY, HEAP and PRNT). Each class holds scenarios. It may know programs and scenarios, but no
 * other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.memory;

import org.jspecify.annotations.NullMarked;
