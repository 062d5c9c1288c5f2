package io.cdpsim.kernel.code;

/** What a surface access outside of the surface does (PTX ISA, {@code suld}, {@code sust}). */
public enum SurfaceBoundary {
    /** Stops the grid. */
    TRAP,
    /** Accesses the nearest location. */
    CLAMP,
    /** Loads 0, and does not store. */
    ZERO
}
