package io.cdpsim.kernel.code;

/** Which caches a load may be served from. */
public enum CachePolicy {
    /** All levels ({@code ld.ca}). */
    ALL,
    /** Only those that all SMs share ({@code ld.cg}); volatile and strong accesses are of this kind. */
    GLOBAL_LEVEL,
    /** A texture fetch: a cache that writes do not reach while the grid runs (rule MEM-10). */
    TEXTURE
}
