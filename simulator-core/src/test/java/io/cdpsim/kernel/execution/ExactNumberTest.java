package io.cdpsim.kernel.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The reference of other tests, against {@link BigDecimal}. */
class ExactNumberTest {
    @Test
    void roundingIsThatOfReadingADecimalNumber() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2_000; i++) {
            float a = finiteFloat(random);
            float b = finiteFloat(random);
            BigDecimal product = new BigDecimal(a).multiply(new BigDecimal(b));
            assertThat(ExactNumber.of(a).times(ExactNumber.of(b)).rounded(ExactNumber.Format.F32))
                    .isEqualTo(Float.parseFloat(product.toString()) + 0.0f);
            BigDecimal sum = new BigDecimal(a).add(new BigDecimal(b));
            assertThat(ExactNumber.of(a).plus(ExactNumber.of(b)).rounded(ExactNumber.Format.F64))
                    .isEqualTo(Double.parseDouble(sum.toString()));
        }
    }

    @Test
    void squaresHaveTheirRoots() {
        assertThat(ExactNumber.of(49).squareRoot().rounded(ExactNumber.Format.F64))
                .isEqualTo(7);
        assertThat(ExactNumber.of(0x1p-140).squareRoot().rounded(ExactNumber.Format.F64))
                .isEqualTo(0x1p-70);
        assertThat(ExactNumber.of(0.5).squareRoot().rounded(ExactNumber.Format.F64))
                .isEqualTo(Math.sqrt(0.5));
        assertThat(ExactNumber.of(-1).dividedBy(ExactNumber.of(3)).rounded(ExactNumber.Format.F64))
                .isEqualTo(-1.0 / 3.0);
    }

    private static float finiteFloat(SplittableRandom random) {
        float value = Float.intBitsToFloat(random.nextInt());
        return Float.isFinite(value) ? value : 1.0f;
    }
}
