/**
 * Reads profiles from YAML files: units, sources, inheritance from other profiles, fields set on the command line, and errors
 * that name file, line and field.
 *
 * <p>The package depends on the records of {@code profile} and on {@code spelling}.
 */
@NullMarked
package io.cdpsim.profile.read;

import org.jspecify.annotations.NullMarked;
