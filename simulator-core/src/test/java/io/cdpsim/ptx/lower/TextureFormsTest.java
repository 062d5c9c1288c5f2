package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.texture.Sampler;
import io.cdpsim.gpu.texture.Sampler.Addressing;
import io.cdpsim.gpu.texture.Sampler.MipmapSelection;
import io.cdpsim.gpu.texture.Surface;
import io.cdpsim.gpu.texture.TexelArray;
import io.cdpsim.gpu.texture.TexelFormat;
import io.cdpsim.gpu.texture.Texture;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each form of {@code tex} and {@code tld4} returns what its texture holds. Texels are a linear function of their place, level and layer, so that
 * linear interpolation between any of them gives the value of that function.
 */
class TextureFormsTest {
    private static final String HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n";
    private static final int LANES = 32;
    private static final int SIDE = 16;
    private static final int LEVELS = 3;
    private static final int LAYERS = 3;
    private static final int CUBES = 2;
    private static final int WORDS = 16;
    private static final int RESULTS = 8;

    /** A form: how the level is chosen, the geometry, the types of texels and coordinates, and whether there are offsets. */
    private record Shape(String level, String geometry, String type, String coordinates, boolean hasOffsets) {
        boolean isCube() {
            return geometry.endsWith("cube");
        }

        boolean isLayered() {
            return geometry.startsWith("a");
        }

        boolean isIndex() {
            return coordinates.equals("s32");
        }

        int dimensions() {
            return isCube() || geometry.equals("3d") ? 3 : geometry.endsWith("2d") ? 2 : 1;
        }

        /** Registers of a vector for some values: 1, 2 or 4. */
        private static int padded(int values) {
            return values == 3 ? 4 : values;
        }

        private static String list(int first, int count) {
            return "{"
                    + String.join(
                            ", ",
                            IntStream.range(first, first + padded(count))
                                    .mapToObj(i -> "%r" + i)
                                    .toList())
                    + "}";
        }

        /** Words from memory: 0 to 3 are layer and coordinates, 4 to 7 and 8 to 11 a level or gradients, 12 to 15 offsets. */
        String kernel(String name) {
            int count = dimensions() + (isLayered() ? 1 : 0);
            String opcode = level.startsWith("tld4") ? level : "tex" + level;
            String levelOperand = switch (level) {
                case ".level" -> ", %r4";
                case ".grad" -> ", " + list(4, dimensions()) + ", " + list(8, dimensions());
                default -> "";
            };
            return ".visible .entry " + name + "(.param .u64 texture, .param .u64 at, .param .u64 to) {\n"
                    + ".reg .b64 %d<8>; .reg .b32 %r<24>; .reg .pred %p<3>;\n"
                    + "ld.param.u64 %d1, [texture]; ld.param.u64 %d2, [at]; ld.param.u64 %d3,"
                    + " [to]; mov.u32 %r20, %tid.x;\n"
                    + "mul.wide.u32 %d4, %r20, 64; add.s64 %d2, %d2, %d4; mul.wide.u32 %d4,"
                    + " %r20, 32; add.s64 %d3, %d3, %d4;\n"
                    + "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%d2]; ld.global.v4.u32 {%r4,"
                    + " %r5, %r6, %r7}, [%d2+16];\n"
                    + "ld.global.v4.u32 {%r8, %r9, %r10, %r11}, [%d2+32]; ld.global.v4.u32"
                    + " {%r12, %r13, %r14, %r15}, [%d2+48];\n"
                    + opcode + "." + geometry + ".v4." + type + "." + coordinates
                    + " {%r16, %r17, %r18, %r19}|%p1, [%d1, " + list(0, count) + "]" + levelOperand
                    + (hasOffsets ? ", " + list(12, dimensions()) : "") + ";\n"
                    + "selp.u32 %r21, 1, 0, %p1;\n"
                    + "st.global.v4.u32 [%d3], {%r16, %r17, %r18, %r19}; st.global.u32 [%d3+16], %r21;\nret; }\n";
        }
    }

    private final Random random = new Random(11);
    private Host host;

    @BeforeEach
    void start() {
        host = new Machine(MachineSettings.of(Profiles.load("h100-sxm"))).host();
    }

    private static Map<String, Kernel> kernels(String text) {
        return PtxLowering.kernels(
                PtxProgram.link(List.of(PtxReader.read("k.ptx", HEADER + text))), symbol -> 0x7000_0000L);
    }

    /** Texels of integers hold the function at their index, those of floats the function of the place of their centre on level 0. */
    private static double value(int level, int layer, double... place) {
        double[] weights = {3, 5, 7};
        double sum = 1024.0 * level + 100.0 * layer;
        for (int d = 0; d < place.length; d++) {
            sum += weights[d] * place[d];
        }
        return sum;
    }

    private long texture(Shape shape) {
        boolean isFloat = shape.type().equals("f32");
        int dimensions = shape.isCube() ? 2 : shape.dimensions();
        int layers = shape.isCube() ? 6 * CUBES : shape.isLayered() ? LAYERS : 0;
        TexelFormat.Kind kind = isFloat
                ? TexelFormat.Kind.FLOAT
                : shape.type().equals("s32") ? TexelFormat.Kind.SIGNED : TexelFormat.Kind.UNSIGNED;
        List<TexelArray> levels = new ArrayList<>();
        for (int level = 0; level < LEVELS; level++) {
            int side = SIDE >> level;
            int rows = dimensions > 1 ? side : 1;
            int slices = dimensions > 2 ? side : Math.max(1, layers);
            int[] words = new int[side * rows * slices];
            for (int i = 0; i < words.length; i++) {
                double[] place = {i % side, i / side % rows, (double) (i / side / rows)};
                if (isFloat) {
                    for (int d = 0; d < dimensions; d++) {
                        place[d] = (place[d] + 0.5) * (1 << level);
                    }
                }
                double value = value(
                        level,
                        layers > 0 ? i / side / rows : 0,
                        IntStream.range(0, dimensions)
                                .mapToDouble(d -> place[d])
                                .toArray());
                words[i] = isFloat ? Float.floatToRawIntBits((float) value) : (int) value;
            }
            long address = host.malloc(4L * words.length);
            host.memory().write(address, words);
            levels.add(new TexelArray(
                    address,
                    new TexelFormat(1, 32, kind),
                    side,
                    dimensions > 1 ? side : 0,
                    dimensions > 2 ? side : 0,
                    layers,
                    4L * side,
                    shape.isCube()));
        }
        Addressing clamp = Addressing.CLAMP;
        Sampler sampler = new Sampler(
                List.of(clamp, clamp, clamp),
                isFloat,
                !shape.isIndex(),
                false,
                false,
                List.of(0f, 0f, 0f, 0f),
                new MipmapSelection(isFloat, 0, 0, 100),
                false);
        return host.device().runtime().textures().create(new Texture(levels, sampler, false));
    }

    private static List<Shape> shapes(String level) {
        List<Shape> shapes = new ArrayList<>();
        for (String geometry : List.of("1d", "a1d", "2d", "a2d", "3d", "cube", "acube")) {
            for (String type : List.of("f32", "s32", "u32")) {
                boolean isCube = geometry.endsWith("cube");
                shapes.add(new Shape(level, geometry, type, "f32", false));
                if (!isCube) {
                    shapes.add(new Shape(level, geometry, type, "f32", true));
                    if (!level.equals(".grad")) {
                        shapes.add(new Shape(level, geometry, type, "s32", false));
                        shapes.add(new Shape(level, geometry, type, "s32", true));
                    }
                }
            }
        }
        return shapes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".base", ".level", ".grad"})
    void eachFetchReturnsTheFunctionAtItsPlaceLevelAndLayer(String level) {
        List<Shape> shapes = shapes(level);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < shapes.size(); i++) {
            text.append(shapes.get(i).kernel("k" + i));
        }
        Map<String, Kernel> kernels = kernels(text.toString());
        for (int i = 0; i < shapes.size(); i++) {
            compare(shapes.get(i), kernels.get("k" + i));
        }
    }

    private void compare(Shape shape, Kernel kernel) {
        int[] at = new int[LANES * WORDS];
        double[] expected = new double[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            expected[lane] = ask(shape, at, lane * WORDS);
        }
        int[] seen = run(kernel, texture(shape), at);
        for (int lane = 0; lane < LANES; lane++) {
            boolean isFloat = shape.type().equals("f32");
            int bits = seen[lane * RESULTS];
            assertThat(isFloat ? (double) Float.intBitsToFloat(bits) : bits)
                    .as(shape + " lane " + lane)
                    .isCloseTo(expected[lane], within(isFloat ? 2e-3 : 0.0));
            assertThat(seen[lane * RESULTS + 1]).isZero();
            assertThat(seen[lane * RESULTS + 3]).isEqualTo(isFloat ? Float.floatToRawIntBits(1f) : 1);
            assertThat(seen[lane * RESULTS + 4]).as("resident").isOne();
        }
    }

    private int[] run(Kernel kernel, long texture, int[] at) {
        long from = host.malloc(4L * at.length);
        long to = host.malloc(4L * LANES * RESULTS);
        host.memory().write(from, at);
        host.launch(kernel, LaunchShape.of(1, LANES), host.defaultStream(), texture, from, to);
        assertThat(host.synchronize().toString()).isEqualTo("SUCCESS");
        return host.memory().readInts(to, LANES * RESULTS);
    }

    /** Fills in the operands of a lane. @return what the fetch should return */
    private double ask(Shape shape, int[] at, int first) {
        boolean hasLevel = shape.level().equals(".level") || shape.level().equals(".grad");
        // Levels in 256ths, which the filter keeps. None is in the middle between two, where a gradient's rounding
        // decides.
        double lod = !hasLevel ? 0 : shape.isIndex() ? random.nextInt(LEVELS) : random.nextInt(2 * 256 + 1) / 256.0;
        lod += lod == 0.5 || lod == 1.5 ? 1 / 256.0 : 0;
        int layer = random.nextInt(shape.isCube() ? CUBES : LAYERS);
        int face = random.nextInt(6);
        int next = first;
        if (shape.isLayered()) {
            at[next++] = layer;
        }
        int slice = shape.isCube() ? 6 * (shape.isLayered() ? layer : 0) + face : shape.isLayered() ? layer : 0;
        int dimensions = shape.isCube() ? 2 : shape.dimensions();
        double[] place = new double[dimensions];
        int[] offsets = new int[dimensions];
        for (int d = 0; d < dimensions; d++) {
            place[d] = shape.isIndex() ? random.nextInt(2) + 1 : 6 + random.nextInt(8 * 4 + 1) / 8.0;
            offsets[d] = shape.hasOffsets() ? random.nextInt(3) - 1 : 0;
            at[first + 12 + d] = offsets[d];
        }
        double[] coordinates = shape.isCube() ? direction(face, place) : place.clone();
        for (int d = 0; d < coordinates.length; d++) {
            at[next + d] = shape.isIndex()
                    ? (int) coordinates[d]
                    : Float.floatToRawIntBits((float) (shape.isCube() ? coordinates[d] : coordinates[d] / SIDE));
        }
        if (shape.level().equals(".level")) {
            at[first + 4] = shape.isIndex() ? (int) lod : Float.floatToRawIntBits((float) lod);
        } else if (shape.level().equals(".grad")) {
            // Neighbours in x are 2^lod texels apart in the last dimension, those in y a little less in the first.
            double[] moved = place.clone();
            moved[dimensions - 1] += Math.pow(2, lod);
            double[] less = place.clone();
            less[0] -= 0.9 * Math.pow(2, lod);
            put(at, first + 4, shape.isCube() ? direction(face, moved) : moved, coordinates, shape);
            put(at, first + 8, shape.isCube() ? direction(face, less) : less, coordinates, shape);
        }
        return expected(shape, lod, slice, place, offsets);
    }

    private static void put(int[] at, int first, double[] neighbour, double[] own, Shape shape) {
        for (int d = 0; d < own.length; d++) {
            double difference = neighbour[d] - own[d];
            at[first + d] = Float.floatToRawIntBits((float) (shape.isCube() ? difference : difference / SIDE));
        }
    }

    private static double expected(Shape shape, double lod, int slice, double[] place, int[] offsets) {
        boolean isFloat = shape.type().equals("f32");
        int low = (int) lod;
        if (!isFloat) {
            return atLevel(shape, (int) Math.floor(lod + 0.5), slice, place, offsets);
        }
        double part = lod - low;
        double there = atLevel(shape, low, slice, place, offsets);
        return part == 0 ? there : (1 - part) * there + part * atLevel(shape, low + 1, slice, place, offsets);
    }

    private static double atLevel(Shape shape, int level, int slice, double[] place, int[] offsets) {
        boolean isFloat = shape.type().equals("f32");
        double[] at = new double[place.length];
        for (int d = 0; d < at.length; d++) {
            double texels = shape.isIndex() ? place[d] : place[d] / (1 << level);
            int size = SIDE >> level;
            if (shape.isIndex() || !isFloat) {
                double texel = Math.max(0, Math.min(size - 1, Math.floor(texels) + offsets[d]));
                at[d] = isFloat ? (texel + 0.5) * (1 << level) : texel;
            } else {
                at[d] = (texels + offsets[d]) * (1 << level);
            }
        }
        return value(level, slice, at);
    }

    /** The direction to a place on a face, of which the guide's table gives s and t: twice as long as to the face of a unit cube. */
    private static double[] direction(int face, double[] place) {
        double s = 2 * (2 * place[0] / SIDE - 1);
        double t = 2 * (2 * place[1] / SIDE - 1);
        return switch (face) {
            case 0 -> new double[] {2, -t, -s};
            case 1 -> new double[] {-2, -t, s};
            case 2 -> new double[] {s, 2, t};
            case 3 -> new double[] {s, -2, -t};
            case 4 -> new double[] {s, -t, 2};
            default -> new double[] {-s, -t, -2};
        };
    }

    @Test
    void fourTexelsAreGatheredFromPlanesAndLayersWithOffsets() {
        for (String geometry : List.of("2d", "a2d")) {
            for (String type : List.of("f32", "s32", "u32")) {
                for (boolean hasOffsets : new boolean[] {false, true}) {
                    gather(new Shape("tld4.r", geometry, type, "f32", hasOffsets));
                }
            }
        }
    }

    private void gather(Shape shape) {
        int[] at = new int[LANES * WORDS];
        double[][] expected = new double[LANES][];
        boolean isFloat = shape.type().equals("f32");
        for (int lane = 0; lane < LANES; lane++) {
            int next = lane * WORDS;
            int layer = shape.isLayered() ? random.nextInt(LAYERS) : 0;
            if (shape.isLayered()) {
                at[next++] = layer;
            }
            int x = 2 + random.nextInt(10);
            int y = 2 + random.nextInt(10);
            // The filter at the corner between (x, y) and (x + 1, y + 1) weighs these four.
            at[next] = Float.floatToRawIntBits((x + 1) / (float) SIDE);
            at[next + 1] = Float.floatToRawIntBits((y + 1) / (float) SIDE);
            int dx = shape.hasOffsets() ? random.nextInt(3) - 1 : 0;
            at[lane * WORDS + 12] = dx;
            double centre = isFloat ? 0.5 : 0;
            double left = x + dx + centre;
            double top = y + centre;
            expected[lane] = new double[] {
                value(0, layer, left, top + 1),
                value(0, layer, left + 1, top + 1),
                value(0, layer, left + 1, top),
                value(0, layer, left, top)
            };
        }
        int[] seen = run(kernels(shape.kernel("k")).get("k"), texture(shape), at);
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 4; i++) {
                int bits = seen[lane * RESULTS + i];
                assertThat(isFloat ? (double) Float.intBitsToFloat(bits) : bits)
                        .as(shape + " lane " + lane + " texel " + i)
                        .isEqualTo(expected[lane][i]);
            }
        }
    }

    private int[] answers(long object, List<String> queries) {
        StringBuilder body = new StringBuilder(".visible .entry k(.param .u64 object, .param .u64 to) {\n"
                + ".reg .b64 %d<4>; .reg .b32 %r<4>; .reg .pred %p<2>;\n"
                + "ld.param.u64 %d1, [object]; ld.param.u64 %d2, [to]; mov.u32 %r2, 2;\n");
        for (int i = 0; i < queries.size(); i++) {
            body.append(queries.get(i))
                    .append(" st.global.u32 [%d2+")
                    .append(4 * i)
                    .append("], %r1;\n");
        }
        long to = host.malloc(4L * queries.size());
        host.launch(kernels(body + "ret; }").get("k"), LaunchShape.of(1, 1), host.defaultStream(), object, to);
        assertThat(host.synchronize().toString()).isEqualTo("SUCCESS");
        return host.memory().readInts(to, queries.size());
    }

    @Test
    void queriesAnswerWhatTheObjectIs() {
        long texture = texture(new Shape("", "a2d", "f32", "f32", false));
        List<String> queries = new ArrayList<>(List.of(
                        "width",
                        "height",
                        "depth",
                        "channel_data_type",
                        "channel_order",
                        "normalized_coords",
                        "array_size",
                        "num_mipmap_levels",
                        "num_samples")
                .stream()
                .map(each -> "txq." + each + ".b32 %r1, [%d1];")
                .toList());
        queries.add("txq.level.width.b32 %r1, [%d1], %r2;");
        queries.add("txq.level.height.b32 %r1, [%d1], 1;");
        queries.add("txq.level.depth.b32 %r1, [%d1], 0;");
        queries.add("istypep.texref %p1, %d1; selp.u32 %r1, 1, 0, %p1;");
        queries.add("istypep.surfref %p1, %d1; selp.u32 %r1, 1, 0, %p1;");

        assertThat(answers(texture, queries))
                .containsExactly(SIDE, SIDE, 1, 0x10DE, 0x10B0, 1, LAYERS, LEVELS, 1, SIDE / 4, SIDE / 2, 1, 1, 0);

        TexelFormat format = new TexelFormat(4, 8, TexelFormat.Kind.UNSIGNED);
        long surface = host.device()
                .runtime()
                .textures()
                .create(new Surface(new TexelArray(host.malloc(1024), format, 5, 4, 3, 0, 64, false)));
        List<String> ofSurface = new ArrayList<>(
                List.of("width", "height", "depth", "channel_data_type", "channel_order", "array_size", "memory_layout")
                        .stream()
                        .map(each -> "suq." + each + ".b32 %r1, [%d1];")
                        .toList());
        ofSurface.add("istypep.surfref %p1, %d1; selp.u32 %r1, 1, 0, %p1;");

        assertThat(answers(surface, ofSurface)).containsExactly(5, 4, 3, 0x10DA, 0x10B5, 1, 0, 1);
    }

    @Test
    void aFetchWithTooFewCoordinatesIsRefusedWithTheirNumber() {
        assertThatThrownBy(() -> kernels(
                        ".visible .entry k(.param .u64 t) { .reg .b64 %d1; .reg .f32 %f<5>; ld.param.u64 %d1, [t];\n"
                                + "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d1, {%f4}]; ret; }"))
                .hasMessageContaining("needs 2 coordinates");
    }
}
