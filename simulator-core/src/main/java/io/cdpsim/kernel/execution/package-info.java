/** TODO room. */
@NullMarked
package io.cdpsim.kernel.execution;

import org.jspecify.annotations.NullMarked;
