package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The kernel, shape and parameters of each entry of a {@link GridTable}, or the operands of a copy or a fill. The grids of a
 * launch bomb are alike, so recent launches share equal descriptions.
 */
final class LaunchDescriptions {
    private static final int RECENT = 64;

    // Only matches compares descriptions.
    @SuppressWarnings("ArrayRecordComponent")
    private record Description(@Nullable Kernel kernel, LaunchShape shape, byte[] parameters, int hash) {
        boolean matches(Kernel code, LaunchShape launchShape, byte[] parameterBytes) {
            return kernel == code && shape.equals(launchShape) && Arrays.equals(parameters, parameterBytes);
        }
    }

    private static final LaunchShape NO_SHAPE = new LaunchShape(0, 0, 0, 0, 0, 0, 0);

    private final ChunkedArray<Description> descriptions = new ChunkedArray<>();
    private final @Nullable Description[] recent = new Description[RECENT];

    /** No descriptions. */
    LaunchDescriptions() {}

    /** Grows the table until it has an entry. */
    void ensureIndex(int entry) {
        descriptions.ensureIndex(entry);
    }

    /** Clears the description of an entry. */
    void clear(int entry) {
        descriptions.set(entry, null);
    }

    /** Sets the operands of a memory operation. */
    void set(int entry, byte[] operands) {
        descriptions.set(entry, new Description(null, NO_SHAPE, operands, 0));
    }

    /** Sets the kernel, shape and parameters of a launch (rule PARM-5). */
    void set(int entry, Kernel code, LaunchShape asked, byte[] parameterBytes) {
        LaunchShape shape = asked.of(code.attributes());
        int hash = 31 * (31 * System.identityHashCode(code) + shape.hashCode()) + Arrays.hashCode(parameterBytes);
        int index = (hash * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(RECENT));
        Description known = recent[index];
        if (known == null || known.hash() != hash || !known.matches(code, shape, parameterBytes)) {
            known = new Description(code, shape, parameterBytes, hash);
            recent[index] = known;
        }
        descriptions.set(entry, known);
    }

    /** Whether the entry is a copy or a fill, not a grid. */
    boolean isMemoryOperation(int entry) {
        Description description = descriptions.get(entry);
        return description != null && description.kernel() == null;
    }

    private Description of(int entry) {
        Description description = descriptions.get(entry);
        if (description == null) {
            throw new IllegalStateException("entry " + entry + " has no description");
        }
        return description;
    }

    Kernel kernel(int entry) {
        Kernel kernel = of(entry).kernel();
        if (kernel == null) {
            throw new IllegalStateException("entry " + entry + " is not a grid");
        }
        return kernel;
    }

    LaunchShape shape(int entry) {
        return of(entry).shape();
    }

    byte[] parameters(int entry) {
        return of(entry).parameters();
    }
}
