/**
 * PTX on a simulated machine: files read and linked, variables allocated and set to their first values, kernels found by their names, arguments
 * laid out as a kernel's parameters. Knows the front end and the machine; knows nothing of launch plans, which stand on it.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.ptx;
