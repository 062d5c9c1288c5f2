/** {@code cdpsim plot}: figures for papers, from tables. */
@NullMarked
package io.cdpsim.cli.plot;

import org.jspecify.annotations.NullMarked;
