/**
 * Hardware profiles: typed records with units, read from YAML files, and occupancy.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.profile;
