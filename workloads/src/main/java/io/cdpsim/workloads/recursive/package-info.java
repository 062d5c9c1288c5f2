/** A kernel that launches itself and synchronises with its child on the way. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.recursive;
