/**
 * The machine that runs a program: a host and its devices with one clock. Its subpackages, each of which may depend on those
 * before it: version, settings, launch, cost, limit, graph, printf, call, load, device and host.
 */
@NullMarked
package io.cdpsim.runtime;

import org.jspecify.annotations.NullMarked;
