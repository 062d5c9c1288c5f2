package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.LaneAddresses;

/**
 * What the accesses of every kind of one SM need.
 *
 * @param shared what the SMs share
 * @param timing when they are done
 * @param addresses those of the lanes of the present access
 * @param checks whether lanes may access them
 * @param effects what follows for others
 */
record AccessParts(
        LoadStoreContext shared,
        AccessTiming timing,
        LaneAddresses addresses,
        AddressChecks checks,
        AccessEffects effects) {}
