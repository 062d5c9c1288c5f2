/** What an example is, and what several of them share: how grids lay in time. It knows no example. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples.listing;
