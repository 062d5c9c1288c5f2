package io.cdpsim.runtime.settings;

/**
 * How the machine uses the freedom that the rules leave it (rules LNCH-3, LNCH-12, STR-8). Every policy is legal: a program whose result
 * depends on the policy is not well-formed.
 */
public enum LaunchPolicy {
    /** As hardware does: a child starts as soon as it can, and lanes launch in order. */
    EAGER,
    /** A child does not start before its parent's threads have exited or, in CDP1, wait in a device synchronisation. */
    LAZY,
    /**
     * A child starts after a time drawn from the seed, and the lanes of a warp launch in an order drawn from it. A launch into a full pool from
     * which hardware did not always return (finding M-1) never does.
     */
    ADVERSARIAL
}
