/** TODO room. */
@NullMarked
package io.cdpsim.gpu.bulk;

import org.jspecify.annotations.NullMarked;
