package io.cdpsim.profile;

/**
 * What becomes of completions where many grids below the top level wait for as many children each as a warp has lanes, or more: the device is in one of two
 * states, which differ from run to run.
 *
 * @param parents grids that have waited so since the first of them, from which on there are two states
 * @param share share by which a round of fire-and-forget launches takes longer in the second state
 * @param odds odds of the second state, 0 to 1
 * @param streamShare the same share of launches into streams
 * @param streamOdds its odds, 0 to 1
 */
public record CrowdSpec(int parents, double share, double odds, double streamShare, double streamOdds) {
    /** For a device that knows one state. */
    public static final CrowdSpec NONE = new CrowdSpec(0, 0, 0, 0, 0);
}
