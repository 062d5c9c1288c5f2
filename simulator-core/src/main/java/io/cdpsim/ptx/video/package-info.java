/** The rows of the video instructions. */
@NullMarked
package io.cdpsim.ptx.video;

import org.jspecify.annotations.NullMarked;
