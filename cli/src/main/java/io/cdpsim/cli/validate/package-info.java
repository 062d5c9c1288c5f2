/** {@code cdpsim validate}: the comparison with measured hardware as a table, JSON, CSV and a plot. */
@NullMarked
package io.cdpsim.cli.validate;

import org.jspecify.annotations.NullMarked;
