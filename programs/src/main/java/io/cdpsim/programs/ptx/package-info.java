/**
 * PTX on a simulated machine: files read and linked, variables allocated and initialised, kernels found by name, arguments in the layout of a
 * kernel's parameters. Depends on the front end and the machine, not on launch plans, which are built on it.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.ptx;
