/** What a device and its host say of themselves, as CUDA structures and attributes. */
@NullMarked
package io.cdpsim.programs.exec.property;

import org.jspecify.annotations.NullMarked;
