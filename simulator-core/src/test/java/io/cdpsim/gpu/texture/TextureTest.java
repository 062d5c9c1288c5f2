package io.cdpsim.gpu.texture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.texture.Sampler.Addressing;
import io.cdpsim.kernel.code.TextureGeometry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texels are addressed, filtered and converted as the CUDA guide says and as an H100 does. */
class TextureTest {
    private static final int SIDE = 64;
    private static final TexelFormat FLOAT = new TexelFormat(1, 32, TexelFormat.Kind.FLOAT);

    /** Tenths of the numbers modulo 1000 that {@code rand} of the GNU C library gives after {@code srand(5)}. */
    private static final float[] IMAGE = image();

    private static float[] image() {
        int[] state = new int[344 + SIDE * SIDE];
        state[0] = 5;
        for (int i = 1; i < 31; i++) {
            long next = 16807L * state[i - 1] % 2147483647;
            state[i] = (int) (next < 0 ? next + 2147483647 : next);
        }
        for (int i = 31; i < 34; i++) {
            state[i] = state[i - 31];
        }
        for (int i = 34; i < state.length; i++) {
            state[i] = state[i - 31] + state[i - 3];
        }
        float[] image = new float[SIDE * SIDE];
        for (int i = 0; i < image.length; i++) {
            image[i] = (state[344 + i] >>> 1) % 1000 / 10f;
        }
        return image;
    }

    private static long load(long address, int bits) {
        return Float.floatToRawIntBits(IMAGE[(int) (address / Float.BYTES)]) & 0xFFFFFFFFL;
    }

    private static Texture floats(Addressing mode, boolean isNormalized, boolean isFiltered) {
        return new Texture(
                new TexelArray(0, FLOAT, SIDE, SIDE, 0, 0, 4L * SIDE, false),
                new Sampler(List.of(mode, mode, mode), isFiltered, isNormalized, false),
                false);
    }

    private static TextureFetch at(double x, double y) {
        return new TextureFetch(TextureGeometry.TWO, new double[] {x, y}, 0, false);
    }

    private static TextureFetch index(int i) {
        return new TextureFetch(TextureGeometry.ONE, new double[] {i}, 0, true);
    }

    private static float fetch(Texture texture, double x, double y) {
        return Float.intBitsToFloat(texture.fetch(TextureTest::load, at(x, y), Texture.baseLevel())[0]);
    }

    /** What an H100 returned for linear filtering of this image. */
    @ParameterizedTest
    @CsvSource({
        "WRAP, true, 0.7791842, 0.1595355, 65.9066391",
        "WRAP, true, 1.057588, 1.106671, 69.592186",
        "WRAP, true, 0.2321995, -0.1000816, 59.907032",
        "WRAP, true, -0.06529643, 0.5206203, 43.3753929",
        "CLAMP, true, 0.2927327, 0.08185449, 64.4964828",
        "CLAMP, true, 0.7279587, 0.01912807, 5.73320293",
        "CLAMP, true, 0.9156771, 1.062198, 19.2867184",
        "CLAMP, true, -0.08159533, 0.8903661, 63.0125008",
        "CLAMP, true, 0.2112561, 0.372531, 88.6707001",
        "MIRROR, false, 10, 10.5, 77.1999969",
        "MIRROR, false, 10.0019531, 10.5, 77.1531219",
        "MIRROR, false, 10.00390625, 10.5, 77.1531219",
        "MIRROR, false, 10.0292969, 10.5, 76.8249969",
        "BORDER, false, 49.063, 52.82697, 49.689846",
        "BORDER, false, 54.79448, 28.61349, 74.920311",
        "BORDER, false, 60.46203, -2.456179, 0",
        "BORDER, false, 62.57705, 48.78767, 21.796093"
    })
    void aFilteredTexelIsThatOfAnH100(Addressing mode, boolean isNormalized, double x, double y, float seen) {
        assertThat(fetch(floats(mode, isNormalized, true), (float) x, (float) y))
                .isCloseTo(seen, within(2e-5f));
    }

    @Test
    void aPointIsTheTexelInWhichItLies() {
        Texture point = floats(Addressing.CLAMP, false, false);
        assertThat(fetch(point, 3.99, 7.0)).isEqualTo(IMAGE[7 * SIDE + 3]);
        assertThat(fetch(point, -5, 70)).isEqualTo(IMAGE[63 * SIDE]);
        assertThat(fetch(floats(Addressing.MIRROR, true, false), 1.01, 0.5)).isEqualTo(IMAGE[32 * SIDE + 63]);
        assertThat(fetch(floats(Addressing.BORDER, false, false), 64, 1)).isZero();
    }

    @Test
    void gatheredTexelsAreTheFourOfTheFilterAgainstTheClock() {
        int[] four = floats(Addressing.CLAMP, false, true).gather(TextureTest::load, at(11, 21), 0);
        assertThat(four)
                .containsExactly(
                        Float.floatToRawIntBits(IMAGE[21 * SIDE + 10]),
                        Float.floatToRawIntBits(IMAGE[21 * SIDE + 11]),
                        Float.floatToRawIntBits(IMAGE[20 * SIDE + 11]),
                        Float.floatToRawIntBits(IMAGE[20 * SIDE + 10]));
    }

    @Test
    void integersAreReadAsTheyAreOrAsFloatsOfTheirRange() {
        byte[] bytes = {(byte) 0x80, 0x7F, (byte) 0xFF, 0x40};
        for (boolean isSigned : new boolean[] {false, true}) {
            for (boolean normalizes : new boolean[] {false, true}) {
                TexelFormat format =
                        new TexelFormat(1, 8, isSigned ? TexelFormat.Kind.SIGNED : TexelFormat.Kind.UNSIGNED);
                Texture texture = new Texture(
                        new TexelArray(0, format, 4, 0, 0, 0, 0, false),
                        new Sampler(
                                List.of(Addressing.CLAMP, Addressing.CLAMP, Addressing.CLAMP),
                                false,
                                false,
                                normalizes),
                        true);
                for (int i = 0; i < bytes.length; i++) {
                    int[] seen = texture.fetch((at, bits) -> bytes[(int) at] & 0xFF, index(i), Texture.baseLevel());
                    int number = isSigned ? bytes[i] : bytes[i] & 0xFF;
                    if (normalizes) {
                        float expected = isSigned ? Math.max(-1f, number / 127f) : number / 255f;
                        assertThat(Float.intBitsToFloat(seen[0])).isEqualTo(expected);
                    } else {
                        assertThat(seen).containsExactly(number, 0, 0, 1);
                    }
                }
                assertThat(texture.fetch((at, bits) -> 7, index(4), Texture.baseLevel())[0])
                        .isZero();
            }
        }
    }
}
