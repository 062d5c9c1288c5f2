/** Attributes of devices that hosts and kernels query, by the numbers of {@code cudaDeviceAttr}. */
@NullMarked
package io.cdpsim.runtime.attribute;

import org.jspecify.annotations.NullMarked;
