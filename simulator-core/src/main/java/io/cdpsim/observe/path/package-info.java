/**
 * The composition of a run's time, along the chain of causes that ends with the run. Depends on events, not on their publishers.
 *
 * <p>No history is kept for a backward pass. Each object in flight, such as a host thread, a grid or a warp, has a {@link
 * io.cdpsim.observe.path.CausalChain} up to the current time, whose components sum to the time since the start; an object that waited takes the chain of what
 * it waited for last and extends it with a component of its own. So memory is proportional to the objects in flight, and the components of the last chain sum to the whole time
 * without a remainder. The chain that each object takes:
 *
 * <ul>
 *   <li>an operation of a stream of the host: the host's thread, or its predecessor in the stream if that completed later; the rest is {@code HOST}
 *   <li>a grid of device code, when posted: the warp that posted it
 *   <li>a grid that waited for its predecessor, for an event or for its parent's end: the last completion on its device, or of its parent, since
 *       the wait ends at once; from there on it waits for the launch server
 *   <li>a launch of a graph: the host's stream or the warp that launched it; after the wait for another launch, the launch that ended last
 *   <li>a node of a graph: its dependency that was complete last, or its launch; then {@code GRAPH_LAUNCH} until its grid is posted
 *   <li>a block: its grid when that is admitted, or the block of its grid that ended last; then {@code SM_ROOM} until its placement
 *   <li>a warp: its block; after a barrier the warp that arrived last; after a device synchronization the last completed child of its grid
 *   <li>a grid whose threads have ended: its last block; one that is complete: that, its last child or its last tail, whichever was last
 *   <li>the host's thread after a synchronization: the last completion before the end of the wait
 * </ul>
 *
 * <p>A program that measures a part of itself with events reads the time between two {@link io.cdpsim.observe.path.RecordedEventTimes}: chains record their
 * composition at each.
 */
@NullMarked
package io.cdpsim.observe.path;

import org.jspecify.annotations.NullMarked;
