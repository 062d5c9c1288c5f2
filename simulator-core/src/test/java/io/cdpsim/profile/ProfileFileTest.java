package io.cdpsim.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profile files of the user's own: bases, overrides, and the words of every refusal. */
class ProfileFileTest {
    private final Path folder;

    ProfileFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void aFileThatExtendsAProfileChangesOnlyItsOwnFields() throws IOException {
        Path mine = write("mine.yaml", "extends: h200", "l2:", "  latency: 300 cycles");

        GpuProfile gpu = Profiles.load(mine.toString());
        GpuProfile h200 = Profiles.load("h200");

        assertThat(gpu.name()).isEqualTo("mine");
        assertThat(gpu.l2().latencyCycles()).isEqualTo(300);
        assertThat(gpu.l2().bytes()).isEqualTo(h200.l2().bytes());
        assertThat(gpu.launch()).isEqualTo(h200.launch());
    }

    @Test
    void aFileMayExtendAnotherFileBesideIt() throws IOException {
        write("base.yaml", "extends: k20c", "sm: {count: 3}");
        Path mine = write("mine.yaml", "extends: base.yaml", "clock: {core: 1 GHz}");

        GpuProfile gpu = Profiles.load(mine.toString());

        assertThat(gpu.sm().count()).isEqualTo(3);
        assertThat(gpu.clock().coreHertz()).isEqualTo(1_000_000_000L);
    }

    @Test
    void theDocumentSaysWhereEachFieldIsFrom() throws IOException {
        Path mine = write(
                "mine.yaml",
                "extends: h200",
                "l2:",
                "  source: my bench",
                "  latency: 300 cycles",
                "  ways: {value: 8, source: my guess}");

        List<ProfileField> fields =
                Profiles.document(mine.toString(), List.of("sm.count=16")).fields();

        assertThat(fields)
                .contains(
                        new ProfileField("l2.latency", "300 cycles", "my bench", mine.toString(), 4),
                        new ProfileField("l2.ways", "8", "my guess", mine.toString(), 5),
                        new ProfileField("sm.count", "16", "override", "override 'sm.count=16'", 0));
        assertThat(fields)
                .filteredOn(field -> field.path().equals("l1.latency"))
                .singleElement()
                .satisfies(field -> {
                    assertThat(field.origin()).isEqualTo("h200.yaml");
                    assertThat(field.source()).startsWith("as h200: measured:");
                });
    }

    @Test
    void theLaterOfTwoOverridesWins() {
        assertThat(Profiles.load("h200", List.of("sm.count=16", "sm.count = 4", "l2.latency=300 cycles")))
                .satisfies(gpu -> {
                    assertThat(gpu.sm().count()).isEqualTo(4);
                    assertThat(gpu.l2().latencyCycles()).isEqualTo(300);
                });
    }

    @Test
    void aListIsOverriddenInBrackets() {
        assertThat(Profiles.load("h200", List.of("sm.shared_configurations=[0 KiB, 228 KiB]"))
                        .sm()
                        .sharedConfigurationsKiB())
                .containsExactly(0, 228);
    }

    @Test
    void anH200WithoutDynamicParallelismKeepsNoneOfItsCosts() {
        assertThat(Profiles.load("h200", List.of("cdp=none")).launch()).isEqualTo(DeviceLaunchSpec.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sm.count=0 | sm.count: found '0', expected at least 1",
                "sm.count=-2 | sm.count: found '-2', expected at least 1",
                "sm.count=1.5 | sm.count: found '1.5', expected a whole number",
                "sm.count=3000000000 | sm.count: found '3000000000', expected at most 2147483647",
                "sm.count=16 SMs | sm.count: found '16 SMs', expected a number without a unit, for example '16'",
                "sm.count=[1, 2] | sm.count: found '[1, 2]', expected a number without a unit, for example '16'",
                "l2.latency=-1 cycles | l2.latency: found '-1 cycles', expected at least 0 cycles",
                "l2.latency=0.5 cycles | l2.latency: found '0.5 cycles', expected a whole number of cycles",
                "l2.capacity=-1 MiB | l2.capacity: found '-1 MiB', expected at least 1 B",
                "dram.bandwidth=0 TB/s | dram.bandwidth: found '0 TB/s', expected more than 0 B/s",
                "host_api.launch=-1 us | host_api.launch: found '-1 us', expected at least 0 ns",
                "sm=4 | sm: found '4', expected a section with fields such as 'sm.count'",
                "l2.latency.x=3 | l2.latency: found field 'x' under it, expected one value",
                "cdp=cdp3 | cdp: found 'cdp3', expected none, cdp1 or cdp2",
                "compute_capability=nine | compute_capability: found 'nine', expected major.minor, for example '9.0'",
                "l1.unified_with_shared=yes | l1.unified_with_shared: found 'yes', expected true or false",
                "l2.sector=48 B | l2.sector: found '48 B', expected a whole number of sectors in a line of 128 B",
                "limits.pending_launches=8 | limits.pending_launches: found '8', expected between"
                        + " limits.pending_launches_min and limits.pending_launches_max, 32 to 599186",
                "sm.cuont=3 | unknown field 'sm.cuont'; did you mean 'sm.count'?",
                "colour=blue | unknown field 'colour'; 'profiles show' lists the fields",
                "foo | expected field=value, for example 'sm.count=16'",
                "sm.count= | expected field=value, for example 'sm.count=16'",
            })
    void anOverrideThatCannotBeIsRefusedInOneLine(String override, String message) {
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load("h200", List.of(override)))
                .withMessage("override '%s': %s", override, message);
    }

    @Test
    void aBareNumberWhereAUnitIsMeantIsRefusedWithFileAndLine() throws IOException {
        assertRefused(
                ":4: l2.latency: found '283', expected cycles, for example '283 cycles'",
                "extends: h200",
                "l2:",
                "  # about",
                "  latency: 283");
    }

    @Test
    void aMisspeltFieldIsNamedWithTheNearestKnownOne() throws IOException {
        assertRefused(
                ":3: unknown field 'l2.latecny'; did you mean 'l2.latency'?",
                "extends: h200",
                "l2:",
                "  latecny: 283 cycles");
    }

    @Test
    void aMisspeltFieldIsReportedBeforeTheMissingOneItLeavesBehind() throws IOException {
        assertRefused(":2: unknown field 'clock.cor'; did you mean 'clock.core'?", "clock:", "  cor: 1 GHz");
    }

    @Test
    void aMissingFieldIsReportedAtItsSection() throws IOException {
        assertRefused(
                ":4: clock.core: missing, expected a frequency in Hz, kHz, MHz or GHz, for example '1980 MHz'",
                "description: mine",
                "compute_capability: 9.0",
                "cdp: none",
                "clock: {source: nowhere}");
    }

    @Test
    void aMissingFieldWithoutASectionIsReportedAtTheFile() throws IOException {
        assertRefused(
                ": clock.core: missing, expected a frequency in Hz, kHz, MHz or GHz, for example '1980 MHz'",
                "description: mine",
                "compute_capability: 9.0",
                "cdp: none");
    }

    @Test
    void aGpuThatLaunchesMustSayWhatLaunchesCost() {
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load("gtx680", List.of("cdp=cdp1")))
                .withMessage(
                        "gtx680.yaml: launch.null_stream.base: missing, expected cycles, for example '283 cycles'");
    }

    @Test
    void aFieldWithoutAValueIsRefused() throws IOException {
        assertRefused(
                ":2: sm: found nothing, expected a section with fields such as 'sm.count'", "extends: h200", "sm:");
        assertRefused(
                ":3: sm.count: found nothing, expected a number without a unit, for example '16'",
                "extends: h200",
                "sm:",
                "  count:");
    }

    @Test
    void aFieldThatIsThereTwiceIsRefused() throws IOException {
        assertRefused(
                ":4: found 'count' a second time, expected it once",
                "extends: h200",
                "sm:",
                "  count: 3",
                "  count: 4");
    }

    @Test
    void aStrangeKeyBesideAValueIsRefused() throws IOException {
        assertRefused(
                ":2: sm.count: found 'sorce' beside 'value', expected only 'source'",
                "extends: h200",
                "sm: {count: {value: 3, sorce: me}}");
    }

    @Test
    void aCircleOfBasesIsRefused() throws IOException {
        write("other.yaml", "extends: mine.yaml");
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() ->
                        Profiles.load(write("mine.yaml", "extends: other.yaml").toString()))
                .withMessage(
                        "%s:1: extends: found 'mine.yaml', which extends this profile; expected no circle",
                        folder.resolve("other.yaml"));
    }

    @Test
    void anUnknownBaseIsRefusedWithTheNames() throws IOException {
        assertRefused(
                ":1: extends: unknown profile 'h300'; did you mean 'h200'? expected one of h200, h100-sxm,"
                        + " h100-pcie, gtx780ti, k40c, k20x, k20c, gtx680, m2050, or the path of a .yaml file",
                "extends: h300");
    }

    @Test
    void anUnknownNameIsRefusedWithTheNames() {
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load("voodoo2"))
                .withMessage(
                        "unknown profile 'voodoo2'; expected one of h200, h100-sxm, h100-pcie, gtx780ti, k40c, k20x,"
                                + " k20c, gtx680, m2050, or the path of a .yaml file");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load("no/such.yaml"))
                .withMessageStartingWith("no/such.yaml: no such file; built-in profiles are h200, ");
    }

    @Test
    void aDirectoryIsNoProfile() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("dir.yaml"));

        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load(directory.toString()))
                .withMessage("%s: found a directory, expected a profile file", directory);
    }

    @Test
    void aFileThatIsNotYamlIsRefusedAtItsLine() throws IOException {
        Path mine = write("mine.yaml", "extends: h200", "sm: {count: 3");

        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load(mine.toString()))
                .withMessageStartingWith(mine + ":")
                .withMessageContaining("not valid YAML")
                .withMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# only a comment",
                "just words",
                "- a\n- list",
                "extends: [h200]",
                "extends:",
                "a: &x 1\nb: *x",
                "---\na: 1\n---\nb: 2",
                "sm: [[1]]",
                "sm: {count: {value: {value: 3}}}",
                "\u0000",
                "a: {a: {a: {a: {a: {a: {a: {a: {a: {a: 1}}}}}}}}}",
                "\t: x",
                "? [a]: b",
                "extends: h200\nsm: {count: !!binary 'aGk='}",
                "extends: ../../../nowhere.yaml",
                "{",
                "]",
                "extends: h200\n'': 3"
            })
    void whateverElseAFileHoldsIsRefusedInOneLine(String text) throws IOException {
        Path mine = folder.resolve("mine.yaml");
        Files.writeString(mine, text);

        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load(mine.toString()))
                .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n"));
    }

    @Test
    void aFileOfBytesThatAreNoTextIsRefusedInOneLine() throws IOException {
        Path mine = folder.resolve("mine.yaml");
        Files.write(mine, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2, (byte) 0xc3});

        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load(mine.toString()))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    private void assertRefused(String messageAfterPath, String... lines) throws IOException {
        Path mine = write("mine.yaml", lines);

        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load(mine.toString()))
                .withMessage("%s%s", mine, messageAfterPath);
    }

    private Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines), StandardCharsets.UTF_8);
    }
}
