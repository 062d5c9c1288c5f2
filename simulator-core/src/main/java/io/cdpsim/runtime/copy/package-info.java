/** The engines and links of copies between host and devices, and how copies in flight share them. */
@NullMarked
package io.cdpsim.runtime.copy;

import org.jspecify.annotations.NullMarked;
