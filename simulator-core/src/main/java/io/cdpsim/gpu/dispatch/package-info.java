/** TODO room. */
@NullMarked
package io.cdpsim.gpu.dispatch;

import org.jspecify.annotations.NullMarked;
