/** The {@code fit} command: makes a profile from measured rows. */
@NullMarked
package io.cdpsim.cli.fit;

import org.jspecify.annotations.NullMarked;
