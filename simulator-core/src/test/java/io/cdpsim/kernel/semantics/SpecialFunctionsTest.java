package io.cdpsim.kernel.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Rounding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Results of the function unit, bit by bit, for arguments that were not used to find its factors: {@code measurements/mufu/h200.txt} has the hashes.
 * {@code measurements/mufu/mufu.cu} makes the same arguments.
 */
class SpecialFunctionsTest {
    private static final int FLUSHING = ModifierBits.of(new Modifiers.Arithmetic(Rounding.NEAREST, true, false));
    private static final int ANY_BITS = 6;
    private static final int EXPONENTS = 4;
    private static final long SALT = 12345;
    private static final int HALVES = 1 << 16;

    private final Map<String, String> hardware = read();
    private final List<String> different = new ArrayList<>();

    private static Map<String, String> read() {
        try {
            return Files.readAllLines(Path.of("..", "measurements", "mufu", "h200.txt")).stream()
                    .map(line -> line.split(" ", -1))
                    .collect(java.util.stream.Collectors.toMap(fields -> fields[0], fields -> fields[3]));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static long mix(long seed) {
        long x = seed + 0x9E3779B97F4A7C15L;
        x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    private static int anyBits(int index) {
        return (int) (mix(index * 1315423911L + SALT + ANY_BITS) >>> 16);
    }

    private static int withExponent(int index, int least, int end, long salt) {
        long h = mix(index * 1315423911L + salt);
        int exponent = least + (int) ((h >>> 32) % (end - least));
        return (127 + exponent) << 23 | (int) (h & 0x7FFFFF) | (int) (h >>> 30 & 1) << 31;
    }

    private static int moderate(int index) {
        return withExponent(index, -10, 7, SALT + EXPONENTS);
    }

    private void compare(String set, int count, IntUnaryOperator result) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < count; i++) {
            hash = (hash ^ Integer.toUnsignedLong(result.applyAsInt(i))) * 0x100000001B3L;
        }
        if (!String.format("%016x", hash).equals(hardware.get(set))) {
            different.add(set);
        }
    }

    private void function(String set, IntUnaryOperator flushing, IntUnaryOperator plain) {
        compare(set + ".any", HALVES, i -> flushing.applyAsInt(anyBits(i)));
        compare(set + ".log", HALVES, i -> flushing.applyAsInt(moderate(i)));
        if (!set.equals("th")) {
            compare("n" + set + ".any", HALVES, i -> plain.applyAsInt(anyBits(i)));
        }
    }

    @Test
    void functionsOfSinglePrecisionGiveTheBitsOfHardware() {
        function("rcp", a -> (int) SingleSemantics.rcpApproxF32(a, FLUSHING), a ->
                (int) SingleSemantics.rcpApproxF32(a));
        function("rsq", a -> (int) SingleSemantics.rsqrtF32(a, FLUSHING), a -> (int) SingleSemantics.rsqrtF32(a));
        function("sqr", a -> (int) SingleSemantics.sqrtApproxF32(a, FLUSHING), a ->
                (int) SingleSemantics.sqrtApproxF32(a));
        function("ex2", a -> (int) SingleSemantics.ex2F32(a, FLUSHING), a -> (int) SingleSemantics.ex2F32(a));
        function("lg2", a -> (int) SingleSemantics.lg2F32(a, FLUSHING), a -> (int) SingleSemantics.lg2F32(a));
        function("sn", a -> (int) SingleSemantics.sinF32(a, FLUSHING), a -> (int) SingleSemantics.sinF32(a));
        function("cs", a -> (int) SingleSemantics.cosF32(a, FLUSHING), a -> (int) SingleSemantics.cosF32(a));
        function("th", a -> (int) SingleSemantics.tanhF32(a), a -> (int) SingleSemantics.tanhF32(a));
        assertThat(different).isEmpty();
    }

    @Test
    void quotientsAreProductsWithTheReciprocal() {
        quotients("", -10, 10);
        quotients(".wide", -126, 128);
        assertThat(different).isEmpty();
    }

    private void quotients(String range, int least, int end) {
        compare("div.approx" + range, HALVES, i ->
                (int) SingleSemantics.divApproxF32(withExponent(i, least, end, 77), withExponent(i, least, end, 78)));
        compare("div.full" + range, HALVES, i ->
                (int) SingleSemantics.divFullF32(withExponent(i, least, end, 77), withExponent(i, least, end, 78)));
    }

    @Test
    void functionsOfHalvesAndOfDoublePrecisionGiveTheBitsOfHardware() {
        compare("ex2.f16", HALVES, i -> both(HalfSemantics.ex2F16((short) i, 0)));
        compare("tanh.f16", HALVES, i -> both(HalfSemantics.tanhF16((short) i, 0)));
        compare("tanh.bf16", HALVES, i -> both(HalfSemantics.tanhBf16((short) i, 0)));
        compare("ex2.bf16", HALVES, i -> both(HalfSemantics.ex2Bf16((short) i, FLUSHING)));
        compare("rcp64.all", HALVES, i -> (int) (DoubleSemantics.rcpApproxF64(upperWord(i)) >> 32));
        compare("rsq64.all", HALVES, i -> (int) (DoubleSemantics.rsqrtF64(upperWord(i), FLUSHING) >> 32));
        assertThat(different).isEmpty();
    }

    private static int both(long half) {
        return (int) (half & 0xFFFF) * 0x10001;
    }

    private static long upperWord(int index) {
        return (index * 65536L + (mix(index) & 0xFFFF)) << 32;
    }
}
