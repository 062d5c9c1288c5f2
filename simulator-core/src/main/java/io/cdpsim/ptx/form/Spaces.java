package io.cdpsim.ptx.form;

import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;

/** What the modifiers of a memory instruction say of space, order, scope and caches. */
public final class Spaces {
    private Spaces() {}

    /** Where an access goes; generic where no space is named. @throws UnsupportedPtxException for spaces that are not simulated */
    public static StateSpace of(Form form) {
        for (String modifier : form.modifiers()) {
            StateSpace space = switch (modifier) {
                case "global" -> StateSpace.GLOBAL;
                case "shared", "shared::cta" -> StateSpace.SHARED;
                case "local" -> StateSpace.LOCAL;
                case "const" -> StateSpace.CONSTANT;
                case "shared::cluster" ->
                    throw form.refuse("reaches into another block's shared memory, which is not simulated");
                case "tex", "surf" -> throw form.refuse("uses textures, which are not simulated");
                default -> null;
            };
            if (space != null) {
                return space;
            }
        }
        return StateSpace.GENERIC;
    }

    /** Whether an access goes to parameters. */
    public static boolean isParameter(Form form) {
        return form.has("param") || form.has("param::entry") || form.has("param::func");
    }

    /** The order that an access keeps. */
    public static MemoryOrder order(Form form, MemoryOrder otherwise) {
        return form.has("acq_rel")
                ? MemoryOrder.ACQUIRE_RELEASE
                : form.has("acquire")
                        ? MemoryOrder.ACQUIRE
                        : form.has("release")
                                ? MemoryOrder.RELEASE
                                : form.has("relaxed") || form.has("volatile") || form.has("mmio")
                                        ? MemoryOrder.RELAXED
                                        : otherwise;
    }

    /** Among whom the order holds. */
    public static Scope scope(Form form, Scope otherwise) {
        return form.has("cta")
                ? Scope.BLOCK
                : form.has("gpu") || form.has("cluster") || form.has("gl")
                        ? Scope.DEVICE
                        : form.has("sys") || form.has("volatile") || form.has("mmio") ? Scope.SYSTEM : otherwise;
    }

    /** Which caches an access uses. */
    public static CachePolicy cache(Form form) {
        if (form.has("nc")) {
            return CachePolicy.TEXTURE;
        }
        boolean strong = form.has("volatile")
                || form.has("relaxed")
                || form.has("acquire")
                || form.has("release")
                || form.has("mmio");
        return strong || form.has("cg") || form.has("cv") ? CachePolicy.GLOBAL_LEVEL : CachePolicy.ALL;
    }
}
