package io.cdpsim.programs.exec.texture;

import io.cdpsim.gpu.texture.TexelArray;
import io.cdpsim.gpu.texture.TexelFormat;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.ReportedAttribute;
import java.util.ArrayList;
import java.util.List;

/**
 * What a program asks for when it allocates an array.
 *
 * @param width texels
 * @param height rows; 0 for one dimension
 * @param depth slices, or layers where the flags say so; 0 without
 * @param flags those of {@code cudaMalloc3DArray}
 * @param levels levels of a mipmap, 0 for an array without
 */
record ArrayShape(TexelFormat format, long width, long height, long depth, int flags, int levels) {
    /** {@code cudaArrayLayered}. */
    static final int LAYERED = 1;

    /** {@code cudaArraySurfaceLoadStore}. */
    static final int SURFACE = 2;

    /** {@code cudaArrayCubemap}. */
    static final int CUBE_MAP = 4;

    /** {@code cudaArrayTextureGather}. */
    static final int GATHER = 8;

    private static final int KNOWN = LAYERED | SURFACE | CUBE_MAP | GATHER;
    private static final int FACES = 6;

    /** Rows of an array start at multiples of this. */
    private static final long PITCH_BYTES = 64;

    /** Levels of a mipmap start at multiples of this. */
    private static final long LEVEL_BYTES = 512;

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether extents and flags fit each other and the GPU, as the reference of {@code cudaMalloc3DArray} demands. */
    boolean isValid(GpuProfile gpu) {
        if (width < 1 || height < 0 || depth < 0 || (flags & ~KNOWN) != 0) {
            return false;
        }
        boolean isFlat = depth == 0 && !has(LAYERED) && !has(CUBE_MAP);
        if (has(GATHER) && (!isFlat || height == 0)) {
            return false;
        }
        if (has(CUBE_MAP)) {
            long faces = has(LAYERED) ? depth % FACES : depth - FACES;
            return width == height && depth > 0 && faces == 0 && isWithin(gpu);
        }
        return (has(LAYERED) ? depth > 0 : depth == 0 || height > 0) && isWithin(gpu);
    }

    private boolean isWithin(GpuProfile gpu) {
        boolean fits;
        if (has(CUBE_MAP)) {
            fits = has(LAYERED)
                    ? within(gpu, ReportedAttribute.MAX_TEXTURE_CUBEMAP_LAYERED_WIDTH, width)
                            && within(gpu, ReportedAttribute.MAX_TEXTURE_CUBEMAP_LAYERED_LAYERS, depth)
                    : within(gpu, ReportedAttribute.MAX_TEXTURE_CUBEMAP, width);
        } else if (has(LAYERED)) {
            fits = height == 0
                    ? within(gpu, ReportedAttribute.MAX_TEXTURE_1D_LAYERED_WIDTH, width)
                            && within(gpu, ReportedAttribute.MAX_TEXTURE_1D_LAYERED_LAYERS, depth)
                    : within(gpu, ReportedAttribute.MAX_TEXTURE_2D_LAYERED_WIDTH, width)
                            && within(gpu, ReportedAttribute.MAX_TEXTURE_2D_LAYERED_HEIGHT, height)
                            && within(gpu, ReportedAttribute.MAX_TEXTURE_2D_LAYERED_LAYERS, depth);
        } else if (depth > 0) {
            fits = (within(gpu, ReportedAttribute.MAX_TEXTURE_3D_WIDTH, width)
                            && within(gpu, ReportedAttribute.MAX_TEXTURE_3D_HEIGHT, height)
                            && within(gpu, ReportedAttribute.MAX_TEXTURE_3D_DEPTH, depth))
                    || (within(gpu, ReportedAttribute.MAX_TEXTURE_3D_WIDTH_ALTERNATE, width)
                            && within(gpu, ReportedAttribute.MAX_TEXTURE_3D_HEIGHT_ALTERNATE, height)
                            && within(gpu, ReportedAttribute.MAX_TEXTURE_3D_DEPTH_ALTERNATE, depth));
        } else if (height > 0) {
            fits = within(
                            gpu,
                            levels > 0
                                    ? ReportedAttribute.MAX_TEXTURE_2D_MIPMAPPED_WIDTH
                                    : has(GATHER)
                                            ? ReportedAttribute.MAX_TEXTURE_2D_GATHER_WIDTH
                                            : ReportedAttribute.MAX_TEXTURE_2D_WIDTH,
                            width)
                    && within(
                            gpu,
                            levels > 0
                                    ? ReportedAttribute.MAX_TEXTURE_2D_MIPMAPPED_HEIGHT
                                    : has(GATHER)
                                            ? ReportedAttribute.MAX_TEXTURE_2D_GATHER_HEIGHT
                                            : ReportedAttribute.MAX_TEXTURE_2D_HEIGHT,
                            height);
        } else {
            fits = within(
                    gpu,
                    levels > 0 ? ReportedAttribute.MAX_TEXTURE_1D_MIPMAPPED : ReportedAttribute.MAX_TEXTURE_1D,
                    width);
        }
        return fits && (!has(SURFACE) || isWithinSurfaces(gpu));
    }

    private boolean isWithinSurfaces(GpuProfile gpu) {
        if (has(CUBE_MAP)) {
            return has(LAYERED)
                    ? within(gpu, ReportedAttribute.MAX_SURFACE_CUBEMAP_LAYERED_WIDTH, width)
                            && within(gpu, ReportedAttribute.MAX_SURFACE_CUBEMAP_LAYERED_LAYERS, depth)
                    : within(gpu, ReportedAttribute.MAX_SURFACE_CUBEMAP, width);
        }
        if (has(LAYERED)) {
            return height == 0
                    ? within(gpu, ReportedAttribute.MAX_SURFACE_1D_LAYERED_WIDTH, width)
                            && within(gpu, ReportedAttribute.MAX_SURFACE_1D_LAYERED_LAYERS, depth)
                    : within(gpu, ReportedAttribute.MAX_SURFACE_2D_LAYERED_WIDTH, width)
                            && within(gpu, ReportedAttribute.MAX_SURFACE_2D_LAYERED_HEIGHT, height)
                            && within(gpu, ReportedAttribute.MAX_SURFACE_2D_LAYERED_LAYERS, depth);
        }
        if (depth > 0) {
            return within(gpu, ReportedAttribute.MAX_SURFACE_3D_WIDTH, width)
                    && within(gpu, ReportedAttribute.MAX_SURFACE_3D_HEIGHT, height)
                    && within(gpu, ReportedAttribute.MAX_SURFACE_3D_DEPTH, depth);
        }
        return height > 0
                ? within(gpu, ReportedAttribute.MAX_SURFACE_2D_WIDTH, width)
                        && within(gpu, ReportedAttribute.MAX_SURFACE_2D_HEIGHT, height)
                : within(gpu, ReportedAttribute.MAX_SURFACE_1D, width);
    }

    /** A profile that does not report a limit has none. */
    private static boolean within(GpuProfile gpu, ReportedAttribute limit, long extent) {
        int most = gpu.reported(limit);
        return most == 0 || extent <= most;
    }

    /** The levels that exist: as many as are asked for, down to one of a single texel. */
    int existingLevels() {
        long longest = Math.max(width, Math.max(height, has(LAYERED) || has(CUBE_MAP) ? 0 : depth));
        return Math.max(1, Math.min(levels, Long.SIZE - Long.numberOfLeadingZeros(longest)));
    }

    /** The levels in memory from an address on. */
    List<TexelArray> layout(long address) {
        List<TexelArray> all = new ArrayList<>();
        boolean hasLayers = has(LAYERED) || has(CUBE_MAP);
        long at = address;
        for (int i = 0; i < existingLevels(); i++) {
            long levelWidth = Math.max(1, width >> i);
            long pitch = (levelWidth * format.bytes() + PITCH_BYTES - 1) / PITCH_BYTES * PITCH_BYTES;
            TexelArray level = new TexelArray(
                    at,
                    format,
                    (int) levelWidth,
                    height == 0 ? 0 : (int) Math.max(1, height >> i),
                    hasLayers || depth == 0 ? 0 : (int) Math.max(1, depth >> i),
                    hasLayers ? (int) depth : 0,
                    pitch,
                    has(CUBE_MAP));
            all.add(level);
            at += (level.bytes() + LEVEL_BYTES - 1) / LEVEL_BYTES * LEVEL_BYTES;
        }
        return all;
    }

    /** The bytes of all levels. */
    long bytes() {
        List<TexelArray> all = layout(0);
        TexelArray last = all.get(all.size() - 1);
        return last.address() + last.bytes();
    }
}
