/** The threads that simulate SMs side by side. */
@NullMarked
package io.cdpsim.gpu.parallel;

import org.jspecify.annotations.NullMarked;
