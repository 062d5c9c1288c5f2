package io.cdpsim.kernel.semantics;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Operands for tests of floats: numbers at the edges of a format and random ones, many of like size. */
final class FloatCases {
    private FloatCases() {}

    static long[] special(ExactFormat format) {
        long normal = format.smallestNormal();
        long one = format.one();
        long[] magnitudes = {
            0,
            1,
            2,
            3,
            normal - 1,
            normal,
            normal + 1,
            one - 1,
            one,
            one + 1,
            one + normal,
            one + normal / 2,
            one - normal,
            format.infinity() - 1,
            format.infinity() - 2,
            format.infinity(),
            format.nan(),
            format.infinity() + 1
        };
        long[] all = new long[2 * magnitudes.length];
        for (int i = 0; i < magnitudes.length; i++) {
            all[2 * i] = format.register(magnitudes[i]);
            all[2 * i + 1] = format.register(magnitudes[i] | format.sign());
        }
        return all;
    }

    static long any(ExactFormat format, SplittableRandom random) {
        long[] special = special(format);
        return switch (random.nextInt(4)) {
            case 0 -> special[random.nextInt(special.length)];
            case 1 -> format.register(random.nextLong());
            default -> {
                long near = format.one() + random.nextLong(-12, 13) * format.smallestNormal();
                long fraction = random.nextInt(3) == 0 ? 0 : random.nextLong() & format.smallestNormal() - 1;
                yield format.register(near | fraction | (random.nextBoolean() ? format.sign() : 0));
            }
        };
    }

    /** Three operands a case. */
    static List<long[]> triples(ExactFormat format, int count) {
        SplittableRandom random = new SplittableRandom(format.name().hashCode());
        List<long[]> cases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long a = any(format, random);
            long b = any(format, random);
            long c = random.nextInt(6) == 0
                    ? a
                    : random.nextInt(6) == 0 ? format.register(a ^ format.sign()) : any(format, random);
            cases.add(new long[] {a, random.nextInt(8) == 0 ? c : b, c});
        }
        return cases;
    }
}
