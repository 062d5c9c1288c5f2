/** TODO room. */
@NullMarked
package io.cdpsim.gpu.sm;

import org.jspecify.annotations.NullMarked;
