/** TODO room. */
@NullMarked
package io.cdpsim.gpu.visibility;

import org.jspecify.annotations.NullMarked;
