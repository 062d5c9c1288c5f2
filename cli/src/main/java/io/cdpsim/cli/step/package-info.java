/**
 * The command that steps through a recorded run: as text, and as a page.
 */
@NullMarked
package io.cdpsim.cli.step;

import org.jspecify.annotations.NullMarked;
