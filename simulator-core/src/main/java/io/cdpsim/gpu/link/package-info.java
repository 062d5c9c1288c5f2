/** When accesses pass the links of a device: to the host's memory, and to the memories of other devices. */
@NullMarked
package io.cdpsim.gpu.link;

import org.jspecify.annotations.NullMarked;
