package io.cdpsim.profile;

/**
 * What a texture fetch takes beyond a load of its texel through the L1 cache.
 *
 * @param fetchCycles from linear memory, cycles
 * @param arrayCycles how much longer from an array, cycles
 * @param filterCycles how much longer with linear filtering, cycles
 */
public record TextureSpec(int fetchCycles, int arrayCycles, int filterCycles) {}
