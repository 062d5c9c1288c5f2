/**
 * What the time of a run consists of, along the chain of causes that ends with it. Knows events and nothing of what tells them.
 *
 * <p>Nothing is kept to be walked through backwards. Whatever is in flight, such as the host's thread, a grid or a warp, has a {@link
 * io.cdpsim.observe.path.CausalChain} of its own up to now, whose parts add up to the time since the start; what happens takes over the chain of what
 * it has waited for last, and goes on with a part of its own. So the memory is that of what is in flight, and the parts of the end add up to the whole
 * without a remainder. Which chain is taken over:
 *
 * <ul>
 *   <li>an operation of a stream of the host: the host's thread, or what was before it in its stream if that was done later; the rest is {@code HOST}
 *   <li>a grid of device code, when posted: the warp that posted it
 *   <li>a grid that waited for what is before it, for an event or for its parent's end: what was completed last on its device, or of its parent, since
 *       what waits is told at once; from there on it waits for the launch server
 *   <li>a block: its grid when that is admitted, or the block of its grid that ended last; then {@code SM_ROOM} until it is placed
 *   <li>a warp: its block; behind a barrier the warp that came to it last; behind a device synchronisation what its grid launched and was complete last
 *   <li>a grid whose threads have ended: its last block; one that is complete: that, its last child or its last tail, whichever was last
 *   <li>the host's thread behind a synchronisation: what was done last before the wait was over
 * </ul>
 *
 * <p>A program that measures a part of itself with events asks for the time between two {@link io.cdpsim.observe.path.RecordedEventTimes}: chains remember what they
 * were made of up to each.
 */
@NullMarked
package io.cdpsim.observe.path;

import org.jspecify.annotations.NullMarked;
