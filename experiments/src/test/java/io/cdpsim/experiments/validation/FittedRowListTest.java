package io.cdpsim.experiments.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FittedRowListTest {
    private static MeasuredRow row(String file, String bench, String parameter) {
        return new MeasuredRow(file, 1, bench, "v", parameter, 8, "whole", "us", 1, 1, 1, 1);
    }

    @Test
    void aStarMatchesAnyTextAndTheRestItself() {
        FittedRowList rows = FittedRowList.of(List.of("# a comment", "", "a.csv flood,*,limit2048,8,*"));

        assertThat(rows.contains(row("a.csv", "flood", "limit2048"))).isTrue();
        assertThat(rows.contains(row("folder/a.csv", "flood", "limit2048"))).isTrue();
        assertThat(rows.contains(row("b.csv", "flood", "limit2048"))).isFalse();
        assertThat(rows.contains(row("a.csv", "flood", "limit20480"))).isFalse();
        assertThat(rows.contains(row("a.csv", "tree", "limit2048"))).isFalse();
    }

    @Test
    void theWorkloadsAndTheSecondMeasurementsAreHeldOut() {
        FittedRowList rows = FittedRowList.of(Profiles.load("h200"));

        Stream<MeasuredRow> heldOut = Measurements.shipped().rows().stream()
                .filter(row -> List.of("bfs", "nbody", "fill", "deep").contains(row.bench())
                        || row.file().contains("again")
                        || row.file().contains("throughput_16384"));
        assertThat(heldOut).isNotEmpty().noneMatch(rows::contains);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h200", "h100-sxm"})
    void everyLineOfAListNamesARow(String name) {
        GpuProfile profile = Profiles.load(name);
        List<String> keys = Measurements.shippedFor(profile).rows().stream()
                .map(row -> row.file().substring(row.file().indexOf('/') + 1) + " " + row.name())
                .toList();

        assertThat(FittedRowList.of(profile).lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(keys)
                        .anyMatch(key -> FittedRowList.of(List.of(line)).matches(key)));
    }
}
