/**
 * Rules of versions: which kind of dynamic parallelism a program is built for, and what device code may call and ask (groups VER and API).
 * Each class holds scenarios. It may know programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.version;

import org.jspecify.annotations.NullMarked;
