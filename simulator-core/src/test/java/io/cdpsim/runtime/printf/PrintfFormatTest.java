package io.cdpsim.runtime.printf;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.ValueType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Device printf prints what C's printf prints. The expected texts are those of a C library. */
class PrintfFormatTest {
    private static String format(String format, ValueType type, long... bits) {
        return PrintfFormat.format(
                format, Collections.nCopies(bits.length, type), i -> bits[i], address -> "s" + address);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"plain|5|0", "%d and %5.2f|5|2", "%-*d|0|1", "100%%|3|1", "%q|2|0"})
    void aFormatHasConversionsAndCharactersOutsideOfThem(String format, int characters, int conversions) {
        assertThat(PrintfFormat.length(format)).isEqualTo(new PrintfFormat.Length(characters, conversions));
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "%d|-5|-5",
                "%5d|42|   42",
                "%-5d.|42|42   .",
                "%05d|-42|-0042",
                "%+d|42|+42",
                "%u|-1|4294967295",
                "%x|255|ff",
                "%X|255|FF",
                "%o|8|10",
                "%c|65|A",
                "100%%|0|100%",
                "%i and more|7|7 and more"
            })
    void anIntegerPrintsAsInC(String format, int value, String expected) {
        assertThat(format(format, ValueType.S32, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {"%*d.|6|    42.", "%*d.|-6|42    .", "%-*d.|6|42    .", "%0*d.|6|000042.", "%*d.|1|42."})
    void aWidthMayBeAnArgument(String format, int width, String expected) {
        assertThat(format(format, ValueType.S32, width, 42)).isEqualTo(expected);
    }

    @Test
    void aWidthWithoutAValueBehindItIsPrintedAsItIs() {
        assertThat(format("%*d %d", ValueType.S32, 42)).isEqualTo("%*d 42");
    }

    /** A number gone wrong is no reason to run out of memory. */
    @ParameterizedTest
    @ValueSource(strings = {"%2147483648d", "%*d"})
    void aSenselessWidthEndsSomewhere(String format) {
        assertThat(format(format, ValueType.S32, Integer.MIN_VALUE, 42)).hasSizeBetween(2, 999_999);
    }

    /** Six digits are a width; more are as many columns as six digits can say. */
    @ParameterizedTest
    @CsvSource({"%100000d, 100000", "%999999d, 999999", "%1000000d, 999999"})
    void aWidthHasSixDigitsAtMost(String format, int columns) {
        assertThat(format(format, ValueType.S32, 42)).hasSize(columns).endsWith(" 42");
    }

    /** As measured, and as CUDA's guide lists the specifiers. */
    @ParameterizedTest
    @ValueSource(strings = {"%.*f", "%zu", "%jd", "%zd", "%td", "%y"})
    void whatIsNoSpecifierOfDeviceCodeStaysText(String format) {
        assertThat(format(format + " %d", ValueType.S32, 7, 8)).isEqualTo(format + " 7");
    }

    @Test
    void nullPrintsAsTheLinuxLibraryPrintsIt() {
        assertThat(format("%s %p %8s.%-7p.", ValueType.U64, 0, 0, 0, 0)).isEqualTo("(null) (nil)   (null).(nil)  .");
    }

    @Test
    void aWideIntegerPrintsAllItsBits() {
        assertThat(format("%lld %llu %p", ValueType.S64, -1L << 40, -1L, 0x1000L))
                .isEqualTo("-1099511627776 18446744073709551615 0x1000");
    }

    @Test
    void aFloatPrintsAsInC() {
        long half = Double.doubleToRawLongBits(0.5);
        assertThat(format("%f %.2f %8.3f %e", ValueType.F64, half, half, half, half))
                .isEqualTo("0.500000 0.50    0.500 5.000000e-01");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "%+f|0.5|+0.500000",
                "%+.1e|-0.5|-5.0e-01",
                "%08.2f|-1.5|-0001.50",
                "%+07.2f|1.5|+001.50",
                "%F|0.5|0.500000",
                "%E|0.5|5.000000E-01",
                "%f|NaN|nan",
                "%5f|Infinity|  inf",
                "%f|-Infinity|-inf",
                "%+f|Infinity|+inf"
            })
    void flagsAndSpecialValuesOfFloatsPrintAsInC(String format, double value, String expected) {
        assertThat(format(format, ValueType.F64, Double.doubleToRawLongBits(value)))
                .isEqualTo(expected);
    }

    @Test
    void aFloatThatIsPassedAsItIsPrintsAsADoubleDoes() {
        assertThat(format("%.3f", ValueType.F32, Float.floatToRawIntBits(-2.5f)))
                .isEqualTo("-2.500");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {"%+05d|42|+0042", "%+5d|-42|  -42", "%3c|65|  A", "%2d|123|123", "%3d|123|123", "%4d|123| 123"})
    void aWidthIsTheLeastThatANumberTakes(String format, int value, String expected) {
        assertThat(format(format, ValueType.S32, value)).isEqualTo(expected);
    }

    /** As the ABI passes variable arguments: integers of 4 or 8 bytes, addresses, and doubles; a width is one too. */
    @Test
    void theTypesOfArgumentsFollowFromTheFormat() {
        assertThat(PrintfFormat.argumentTypes("%d %ld %lli %hd %hhu %lx %X %o %c 100%% %s %p %f %G %*d"))
                .containsExactly(
                        ValueType.S32,
                        ValueType.S64,
                        ValueType.S64,
                        ValueType.S32,
                        ValueType.S32,
                        ValueType.S64,
                        ValueType.S32,
                        ValueType.S32,
                        ValueType.S32,
                        ValueType.U64,
                        ValueType.U64,
                        ValueType.F64,
                        ValueType.F64,
                        ValueType.S32,
                        ValueType.S32);
    }

    @Test
    void wideIntegersPrintInEachBase() {
        assertThat(format("%llx %llX %llo", ValueType.S64, 0xABCDEF0123L, 0xABCDEF0123L, 1L << 33))
                .isEqualTo("abcdef0123 ABCDEF0123 100000000000");
    }

    @Test
    void aSpecifierWithoutAnArgumentIsPrintedAsItIs() {
        assertThat(PrintfFormat.format("%d and %5.2f", List.of(ValueType.S32), i -> 1, address -> ""))
                .isEqualTo("1 and %5.2f");
    }

    @Test
    void theThirtyThirdArgumentIsNotTaken() {
        String[] specifiers = new String[33];
        Arrays.fill(specifiers, "%d");
        String text = format(String.join("", specifiers), ValueType.S32, new long[33]);
        assertThat(text).isEqualTo("0".repeat(32) + "%d");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {"%s.|0123.", "%8s.|    0123.", "%-8s.|0123    .", "%.2s.|01.", "%5.1s.|    0."})
    void aStringPrintsAsInC(String format, String expected) {
        String text =
                PrintfFormat.format(format, List.of(ValueType.U64), i -> 7, address -> address == 7 ? "0123" : "");
        assertThat(text).isEqualTo(expected);
    }

    /** As an H100 printed them (O-5), and as a C library prints the others. */
    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "%g|0.0001|0.0001",
                "%g|1|1",
                "%g|1e20|1e+20",
                "%g|123456789|1.23457e+08",
                "%G|1e-10|1E-10",
                "%.3g|0.66666666666666663|0.667",
                "%#g|1|1.00000",
                "%.15g|0.1|0.1",
                "%g|0|0",
                "%g|-0.0|-0",
                "%a|1|0x1p+0",
                "%a|0.1|0x1.999999999999ap-4",
                "%.1a|1.96875|0x2.0p+0",
                "%.0a|1.5|0x2p+0",
                "%A|255.5|0X1.FFP+7",
                "%a|0|0x0p+0",
                "%a|4.9e-324|0x0.0000000000001p-1022",
                "%e|0|0.000000e+00",
                "%5.1e|12345.6|1.2e+04",
                "%+.2e|1.5|+1.50e+00",
                "%E|1e-7|1.000000E-07",
                "%.0e|2.5|2e+00",
                "%#.0e|2.5|2.e+00",
                "%.0f|2.5|2",
                "%.0f|3.5|4",
                "%#.0f|3.5|4.",
                "%05.1f|3.14|003.1",
                "% f|2.5| 2.500000",
                "%05f|Infinity|  inf",
                "%F|-Infinity|-INF",
                "%f|1e23|99999999999999991611392.000000"
            })
    void aFloatingPointNumberPrintsItsExactValue(String format, double value, String expected) {
        assertThat(format(format, ValueType.F64, Double.doubleToRawLongBits(value)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "%#x|255|0xff",
                "%#X|255|0XFF",
                "%#o|8|010",
                "%#x|0|0",
                "%#06x|255|0x00ff",
                "% d|5| 5",
                "% d|-5|-5",
                "%.5d|42|00042",
                "%08.5d|42|   00042",
                "%.d.|0|.",
                "%hd|-2|-2",
                "%hd|65537|1",
                "%hu|65537|1",
                "1[%hhu]|200|1[49]"
            })
    void flagsAndLengthsOfIntegersAreThoseOfADevice(String format, int value, String expected) {
        assertThat(format(format, ValueType.S32, value)).isEqualTo(expected);
    }
}
