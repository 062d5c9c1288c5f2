package io.cdpsim.ptx.forms;

import java.util.SplittableRandom;

/** Operands to try a form with: the edges of each type in all pairs first, then random ones. The same for a form each time. */
final class FormCases {
    private static final int OPERANDS = 4;

    private FormCases() {}

    /** The operands of each thread. */
    static long[][] of(PtxForm form) {
        SplittableRandom random = new SplittableRandom(form.name().hashCode());
        long[][] all = new long[PtxForm.CASES][OPERANDS];
        for (long[] operands : all) {
            for (int i = 0; i < form.inputs().size(); i++) {
                FormType type = form.inputs().get(i);
                boolean same = i > 0 && form.inputs().get(i - 1) == type && random.nextInt(10) == 0;
                operands[i] = same ? operands[i - 1] : any(type, random);
            }
        }
        return all;
    }

    private static long any(FormType type, SplittableRandom random) {
        return switch (type.kind()) {
            case WHOLE -> whole(type, random);
            case FLOAT ->
                type.isPacked()
                        ? real(type.format(), random) << 16 | real(type.format(), random)
                        : real(type.format(), random);
            case ANGLE -> {
                float angle = (float) random.nextDouble(-Math.PI, Math.PI);
                yield Integer.toUnsignedLong(Float.floatToRawIntBits(
                        random.nextInt(4) == 0 ? Math.scalb(angle, -random.nextInt(140)) : angle));
            }
            case COUNT ->
                random.nextInt(3) == 0
                        ? pick(random, 0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 0xFFFFFFFFL, 0x80000000L)
                        : random.nextInt(40);
            case NOT_ZERO -> {
                long divisor = whole(type, random);
                yield divisor == 0 ? 7 : divisor;
            }
            case TRUTH -> random.nextInt(2);
        };
    }

    private static long whole(FormType type, SplittableRandom random) {
        long most = type.bits() == 64 ? -1 : (1L << type.bits()) - 1;
        long least = 1L << (type.bits() - 1);
        return switch (random.nextInt(5)) {
            case 0, 1 ->
                pick(random, 0, 1, 2, most, most - 1, least, least - 1, least + 1, most >>> (type.bits() / 2), 0x55);
            case 2 -> type.cut(random.nextInt(-100, 100));
            case 3 -> type.cut(random.nextLong() >>> random.nextInt(64));
            default -> type.cut(random.nextLong());
        };
    }

    private static long real(ReferenceFloat format, SplittableRandom random) {
        long sign = random.nextBoolean() ? format.sign() : 0;
        long one = format.one();
        long normal = format.smallestNormal();
        long magnitude = switch (random.nextInt(6)) {
            case 0 -> pick(random, 0, 1, 2, normal - 1, normal, normal + 1, format.infinity(), format.infinity() - 1);
            case 1 ->
                pick(random, one, one + 1, one - 1, one + normal / 2, one - normal, one + normal, format.nan(), 0);
            case 2 -> random.nextLong() & format.sign() - 1;
            default ->
                Math.max(0, one + random.nextLong(-10, 12) * normal)
                        | (random.nextInt(4) == 0 ? 0 : random.nextLong() & normal - 1);
        };
        return magnitude | sign;
    }

    private static long pick(SplittableRandom random, long... values) {
        return values[random.nextInt(values.length)];
    }
}
