/** Figures with axes as vector graphics: one drawing, written as SVG or as PDF. */
@NullMarked
package io.cdpsim.cli.figure;

import org.jspecify.annotations.NullMarked;
