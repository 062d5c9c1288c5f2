package io.cdpsim.memory.litmus.generate;

/** How strong the two accesses of a communication are. */
enum AccessStrength {
    /** Plain accesses. */
    WEAK("weak", "ld.weak", "st.weak"),
    /** Relaxed ones that reach the other's block only if it is their own. */
    RELAXED_BLOCK("relaxed.cta", "ld.relaxed.cta", "st.relaxed.cta"),
    /** Relaxed ones of the device's scope. */
    RELAXED_DEVICE("relaxed.gpu", "ld.relaxed.gpu", "st.relaxed.gpu"),
    /** Acquire and release of a scope too narrow for two grids. */
    SYNCHRONIZING_BLOCK("sync.cta", "ld.acquire.cta", "st.release.cta"),
    /** Acquire and release of the device's scope. */
    SYNCHRONIZING_DEVICE("sync.gpu", "ld.acquire.gpu", "st.release.gpu");

    final String label;
    final String load;
    final String store;

    AccessStrength(String label, String load, String store) {
        this.label = label;
        this.load = load;
        this.store = store;
    }
}
