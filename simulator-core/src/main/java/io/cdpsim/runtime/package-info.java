/**
 * The machine that runs a program: a host and its devices under one clock. The packages below hold what it is made of: versions, settings, pool, launch, cost, limit,
 * call, load, device and host, each of which may know those before it.
 */
@NullMarked
package io.cdpsim.runtime;

import org.jspecify.annotations.NullMarked;
