package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionValuesTest {
    private static final WorkloadOption<Integer> ITEMS = WorkloadOption.of(
                    "items", "N", OptionValueType.wholeNumber(2, 64), "Items")
            .defaultingTo(8);
    private static final WorkloadOption<Integer> FIRST =
            WorkloadOption.of("first", "N", OptionValueType.wholeNumber(0), "First item");
    private static final WorkloadOption<ChildStream> STREAM = WorkloadOption.of(
            "stream", "STREAM", OptionValueType.choice(ChildStream.NAMED, ChildStream.PER_THREAD), "Stream");
    private static final WorkloadOption<Boolean> FAST = WorkloadOption.flag("fast", "Be fast");

    /** A workload that has these options and does not run. */
    private record Optioned(List<WorkloadOption<?>> options) implements Workload {
        @Override
        public String name() {
            return "optioned";
        }

        @Override
        public String summary() {
            return "Has options.";
        }

        @Override
        public List<ResultName> results() {
            return List.of();
        }

        @Override
        public RunResult run(RunRequest request) {
            throw new InvalidInputException("does not run");
        }
    }

    private static final OptionValues DEFAULTS =
            OptionValues.of(new Optioned(List.of(ITEMS, FIRST, STREAM, SharedOptions.CUDA, FAST)));

    @Test
    void optionsThatAreNotGivenHaveTheirDefaults() {
        assertThat(DEFAULTS.get(ITEMS)).isEqualTo(8);
        assertThat(DEFAULTS.get(FAST)).isFalse();
        assertThat(DEFAULTS.find(STREAM)).isEmpty();
        assertThat(DEFAULTS.findInt(FIRST)).isEmpty();
        assertThat(DEFAULTS.isGiven(ITEMS)).isFalse();
        assertThat(DEFAULTS.texts()).isEmpty();
    }

    @Test
    void textIsReadAsTheOptionsType() {
        OptionValues values = DEFAULTS.with("items", "64")
                .with("first", "0")
                .with("stream", "per-thread")
                .with("cuda", "6.5")
                .with("fast", "true");

        assertThat(values.get(ITEMS)).isEqualTo(64);
        assertThat(values.findInt(FIRST)).hasValue(0);
        assertThat(values.get(STREAM)).isEqualTo(ChildStream.PER_THREAD);
        assertThat(values.get(SharedOptions.CUDA)).isEqualTo(new CudaVersion(6, 5));
        assertThat(values.get(FAST)).isTrue();
        assertThat(DEFAULTS.isGiven(ITEMS)).as("the values it was made from").isFalse();
    }

    @Test
    void whatWasGivenIsWrittenAsItIsRead() {
        OptionValues typed = DEFAULTS.with(SharedOptions.CUDA, new CudaVersion(12, 4))
                .with(STREAM, ChildStream.PER_THREAD)
                .with(ITEMS, 8);

        assertThat(typed.texts().toString()).isEqualTo("{items=8, stream=per-thread, cuda=12.4}");
        OptionValues read = DEFAULTS;
        for (var each : typed.texts().entrySet()) {
            read = read.with(each.getKey(), each.getValue());
        }
        assertThat(read.get(SharedOptions.CUDA)).isEqualTo(typed.get(SharedOptions.CUDA));
        assertThat(read.isGiven(ITEMS)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "items, 1, found '1'; expected a whole number from 2 to 64",
        "items, 65, found '65'; expected a whole number from 2 to 64",
        "items, 1e1, found '1e1'; expected a whole number from 2 to 64",
        "items, 99999999999, found '99999999999'; expected a whole number from 2 to 64",
        "first, -1, found '-1'; expected a whole number from 0 to 2147483647",
        "stream, faf, found 'faf'; expected one of named; per-thread",
        "stream, NAMED, found 'NAMED'; expected one of named; per-thread",
        "fast, yes, found 'yes'; expected true or false",
    })
    void aWrongValueIsReportedWithOptionValueAndFix(String name, String text, String message) {
        assertThatThrownBy(() -> DEFAULTS.with(name, text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("optioned: option '" + name + "': " + message.replace(';', ','));
    }

    @Test
    void aValueSetInJavaHasTheSameRange() {
        assertThatThrownBy(() -> DEFAULTS.with(ITEMS, 100))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("optioned: option 'items': found '100', expected a whole number from 2 to 64");
    }

    @Test
    void anUnknownOptionIsAnsweredWithTheNearestOrAll() {
        assertThatThrownBy(() -> DEFAULTS.with("itmes", "4"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown option 'itmes' of optioned; did you mean 'items'?");
        assertThatThrownBy(() -> DEFAULTS.with("threshold", "4"))
                .hasMessage("unknown option 'threshold' of optioned, expected one of items, first, stream, cuda, fast");
        assertThatThrownBy(() -> OptionValues.of(new Optioned(List.of())).with("x", "4"))
                .hasMessage("unknown option 'x' of optioned, which has none");
    }

    @Test
    void askingForAValueThatIsNotThereIsAFaultOfTheWorkload() {
        assertThatThrownBy(() -> DEFAULTS.get(STREAM)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OptionValues.of(new Optioned(List.of())).find(ITEMS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesOfOptionsAreWordsJoinedByHyphens() {
        for (String name : List.of("", "Items", "two words", "--items", "items-", "under_score")) {
            assertThatThrownBy(() -> WorkloadOption.flag(name, "Be fast")).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
