/** TODO room. */
@NullMarked
package io.cdpsim.gpu.grid;

import org.jspecify.annotations.NullMarked;
