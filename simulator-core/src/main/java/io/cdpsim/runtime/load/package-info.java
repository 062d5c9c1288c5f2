/**
 * Loading of kernels: the checks of the loader, and the properties of loaded code. The package depends on the calls and the
 * versions.
 */
@NullMarked
package io.cdpsim.runtime.load;

import org.jspecify.annotations.NullMarked;
