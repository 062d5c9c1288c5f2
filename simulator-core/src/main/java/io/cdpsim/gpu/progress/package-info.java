/** TODO room. */
@NullMarked
package io.cdpsim.gpu.progress;

import org.jspecify.annotations.NullMarked;
