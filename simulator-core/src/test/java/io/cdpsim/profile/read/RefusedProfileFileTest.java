package io.cdpsim.profile.read;

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
import org.junit.jupiter.params.provider.ValueSource;

/** The words in which a profile file that is wrong is refused. */
class RefusedProfileFileTest {
    private final Path folder;

    RefusedProfileFileTest(@TempDir Path folder) {
        this.folder = folder;
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
                .withMessage("gtx680.yaml: launch.model: missing, expected kepler or hopper");
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load("gtx680", List.of("cdp=cdp1", "launch.model=kepler")))
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
                        "%s:1: extends: found 'mine.yaml', which extends this profile; expected no cycle",
                        folder.resolve("other.yaml"));
    }

    @Test
    void anUnknownBaseIsRefusedWithTheNames() throws IOException {
        assertRefused(
                ":1: extends: unknown profile 'h300'; did you mean 'h200'? expected one of h200, h100-sxm, h100-pcie,"
                    + " b200, rtx4090, a100, gtx780ti, k40c, k20x, k20c, gtx680, m2050, or the path of a .yaml file",
                "extends: h300");
    }

    @Test
    void anUnknownNameIsRefusedWithTheNames() {
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load("voodoo2"))
                .withMessage(
                        "unknown profile 'voodoo2'; expected one of h200, h100-sxm, h100-pcie, b200, rtx4090, a100,"
                                + " gtx780ti, k40c, k20x, k20c, gtx680, m2050, or the path of a .yaml file");
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
