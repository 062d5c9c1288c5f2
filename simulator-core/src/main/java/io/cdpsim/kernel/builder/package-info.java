/** TODO room. */
@NullMarked
package io.cdpsim.kernel.builder;

import org.jspecify.annotations.NullMarked;
