/**
 * Rules of versions: the version of dynamic parallelism of a program, and the calls of device code (groups VER and API).
 * Each class contains scenarios. It uses programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.version;

import org.jspecify.annotations.NullMarked;
