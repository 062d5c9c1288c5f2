package io.cdpsim.memory.visibility.access;

import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;

/**
 * The static properties of an access in one int: its instruction, the bytes of the word that it touches, whether it is strong and its scope, whether it is an atomic, whether its value is a floating-point number, whether it reads through the texture path.
 */
public final class Access {
    /** All bytes of a word touched. */
    public static final int ALL_BYTES = 0xF;

    private static final int SITE_SHIFT = 10;
    private static final int TEXTURE = 1 << 9;
    private static final int MASK_SHIFT = 5;
    private static final int STRONG = 1 << 4;
    private static final int ATOMIC = 1 << 3;
    private static final int FLOAT = 1 << 2;
    private static final int SCOPE = 3;
    private static final int READ_ONLY = 1;
    private static final Scope[] SCOPES = Scope.values();

    private Access() {}

    /** A weak access. */
    public static int weak(int site, boolean isFloat) {
        return site << SITE_SHIFT | (isFloat ? FLOAT : 0);
    }

    /** A strong access. */
    @SuppressWarnings("EnumOrdinal") // packed into two bits
    public static int strong(int site, Scope scope, boolean atomic, boolean isFloat) {
        return weak(site, isFloat) | STRONG | (atomic ? ATOMIC : 0) | scope.ordinal();
    }

    /** A weak read through the texture path: a texture fetch or a read-only load. */
    public static int texture(int site, boolean isFloat) {
        return weak(site, isFloat) | TEXTURE;
    }

    /** A weak read by a read-only load, through the texture path too. */
    public static int readOnly(int site, boolean isFloat) {
        // A weak access has no scope.
        return texture(site, isFloat) | READ_ONLY;
    }

    /** Whether it is a read-only load. */
    public static boolean isReadOnly(int access) {
        return isTexture(access) && (access & READ_ONLY) != 0;
    }

    /** The end of an allocation, which counts as a weak write of all its bytes. */
    public static int free(int site) {
        // No other weak access is an atomic.
        return weak(site, false) | ATOMIC;
    }

    /** Whether it ends an allocation. */
    public static boolean isFree(int access) {
        return (access & (ATOMIC | STRONG)) == ATOMIC;
    }

    /** The same access of these bytes of a word, a bit for each. */
    public static int withMask(int access, int mask) {
        return (access & ~(ALL_BYTES << MASK_SHIFT)) | (mask << MASK_SHIFT);
    }

    /** Its instruction, by the number of {@link NumberedCode#site}. */
    public static int site(int access) {
        return access >>> SITE_SHIFT;
    }

    /** The bytes of the word that it touches, a bit for each. */
    public static int mask(int access) {
        return access >>> MASK_SHIFT & ALL_BYTES;
    }

    /** Whether it reads through the texture path. */
    public static boolean isTexture(int access) {
        return (access & TEXTURE) != 0;
    }

    /** Whether it is not weak. */
    public static boolean isStrong(int access) {
        return (access & STRONG) != 0;
    }

    /** Whether it belongs to an atomic. */
    public static boolean isAtomic(int access) {
        return (access & ATOMIC) != 0;
    }

    /** Whether its value is a floating-point number. */
    public static boolean isFloat(int access) {
        return (access & FLOAT) != 0;
    }

    /** The ordinal of its scope. */
    public static int level(int access) {
        return access & SCOPE;
    }

    /** The scope of a strong access. */
    public static Scope scope(int access) {
        return SCOPES[access & SCOPE];
    }

    /** Whether strength and scope let every access that races with the second also race with the first. */
    public static boolean isAtMostAsStrong(int access, int than) {
        return isTexture(access) == isTexture(than)
                && isReadOnly(access) == isReadOnly(than)
                && (!isStrong(access) || (isStrong(than) && level(access) <= level(than)));
    }
}
