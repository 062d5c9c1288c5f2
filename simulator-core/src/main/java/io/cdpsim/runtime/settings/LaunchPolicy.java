package io.cdpsim.runtime.settings;

/**
 * The choice among the behaviours that the rules allow (rules LNCH-3, LNCH-12, STR-8). Every policy is legal: a program whose
 * result depends on the policy is not well-formed.
 */
public enum LaunchPolicy {
    /** Like hardware: a child starts as soon as it can, and lanes launch in order. */
    EAGER,
    /** A child does not start before its parent's threads have exited or, in CDP1, wait in a device synchronisation. */
    LAZY,
    /**
     * A child starts after a random delay, and the lanes of a warp launch in random order, both by the seed. A launch into a full
     * pool that hangs in some runs on hardware (finding M-1) always hangs.
     */
    ADVERSARIAL
}
