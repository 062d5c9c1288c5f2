/** TODO room. */
@NullMarked
package io.cdpsim.kernel.analysis;

import org.jspecify.annotations.NullMarked;
