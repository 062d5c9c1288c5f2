/** The calls of virtual memory management: addresses, memory, and what is mapped where. */
@NullMarked
package io.cdpsim.programs.exec.virtualmemory;

import org.jspecify.annotations.NullMarked;
