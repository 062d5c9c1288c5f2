/** A kernel that launches itself and, at one depth, synchronises with its child. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.recursive;
