/** TODO room. */
@NullMarked
package io.cdpsim.gpu.memory;

import org.jspecify.annotations.NullMarked;
