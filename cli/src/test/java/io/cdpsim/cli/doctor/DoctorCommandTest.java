package io.cdpsim.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
    @TempDir
    private Path folder;

    private static EnvironmentReport.ToolStatus of(List<EnvironmentReport.ToolStatus> all, String name) {
        return all.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void aMissingToolIsReportedWithItsPurposeAndItsFix() {
        List<EnvironmentReport.ToolStatus> all =
                new EnvironmentReport(Map.of("PATH", folder.toString()), folder.resolve("kept")).results();

        assertThat(of(all, "Java").state()).isEqualTo(EnvironmentReport.ToolStatus.State.OK);
        assertThat(List.of("C compiler", "clang++", "nvcc", "bubblewrap", "Chromium", "launcher's archive"))
                .allSatisfy(name -> {
                    assertThat(of(all, name).state()).isEqualTo(EnvironmentReport.ToolStatus.State.ABSENT);
                    assertThat(of(all, name).fix()).isNotEmpty();
                });
        assertThat(all).allSatisfy(each -> assertThat(each.purpose()).isNotEmpty());
        assertThat(DoctorCommand.text(all))
                .contains("absent  clang++ ", "for: compile .cu files", "fix: install clang");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void anInstalledToolIsReportedWithItsVersion() throws IOException {
        Path clang = folder.resolve("clang++");
        Files.writeString(clang, "#!/bin/sh\necho 'Some clang version 17.0.6 (x)'\n");
        Files.setPosixFilePermissions(clang, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path archive = folder.resolve("a.jsa");
        Files.writeString(archive, "classes");

        List<EnvironmentReport.ToolStatus> all =
                new EnvironmentReport(Map.of("PATH", folder.toString()), folder).results();

        assertThat(of(all, "clang++").found()).isEqualTo("17.0.6, " + clang);
        assertThat(of(all, "nvcc").fix()).isEqualTo("one of nvcc and clang will do");
        assertThat(of(all, "launcher's archive").state()).isEqualTo(EnvironmentReport.ToolStatus.State.OK);
        assertThat(of(all, "cache folder").found())
                .startsWith(folder.toString())
                .endsWith(" free");
    }

    @Test
    void jsonHasTheSameContents() throws IOException {
        CommandRun run = CommandRun.of("doctor", "--json");

        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(run.exitCode()).isZero();
        assertThat(json.get("found")).isNotEmpty().allSatisfy(each -> {
            assertThat(each.get("state").asText()).isIn("ok", "absent", "broken");
            assertThat(each.get("purpose").asText()).isNotEmpty();
        });
    }
}
