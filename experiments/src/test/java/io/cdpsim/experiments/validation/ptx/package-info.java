/** The programs that measured a GPU, run from the PTX that nvcc made of them, beside their ports in {@code validation.bench}. */
@NullMarked
package io.cdpsim.experiments.validation.ptx;

import org.jspecify.annotations.NullMarked;
