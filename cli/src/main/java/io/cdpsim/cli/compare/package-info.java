/** The command that puts two runs beside each other. */
@NullMarked
package io.cdpsim.cli.compare;

import org.jspecify.annotations.NullMarked;
