/** TODO room. */
@NullMarked
package io.cdpsim.gpu.issue;

import org.jspecify.annotations.NullMarked;
