/** TODO room. */
@NullMarked
package io.cdpsim.gpu.queue;

import org.jspecify.annotations.NullMarked;
