/** Memory that a program has besides plain allocations: shared with the simulator, registered, or allocated by nodes of graphs. */
@NullMarked
package io.cdpsim.programs.exec.memory;

import org.jspecify.annotations.NullMarked;
