/**
 * Reads profiles from YAML files: units, sources, defaults that come from other profiles, fields that the command line sets, and errors that
 * name file, line and field.
 *
 * <p>Knows the records of {@code profile} and {@code spelling}.
 */
@NullMarked
package io.cdpsim.profile.read;

import org.jspecify.annotations.NullMarked;
