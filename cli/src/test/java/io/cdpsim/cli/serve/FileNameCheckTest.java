package io.cdpsim.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No text of a program leads to a file of the machine. */
class FileNameCheckTest {
    private static String within(String name, String text) {
        return FileNameCheck.within(List.of(new SampleProgram.ProgramFile(name, text)))
                .get(0)
                .text();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "buffers: {a: {type: u8, file: /etc/passwd}}",
                "buffers: {a: {type: u8, \"fi\\x6ce\": ../x}}",
                "buffers:\n  a:\n    ? file\n    : 'secret.txt'",
                "expect:\n  - {buffer: a, equals: {file: other.csv}}",
                "steps: [{repeat: {times: 1, steps: [{x: {file: ~/a}}]}}]",
                "profile: /home/somebody/gpu.yaml",
                "profile: gpu.yml"
            })
    void aPlanThatNamesAFileIsRefusedWithItsPlace(String plan) {
        assertThatThrownBy(() -> within("plan.yaml", plan))
                .isInstanceOf(RunSubmission.InvalidSubmissionException.class)
                .hasMessageMatching("plan\\.yaml:\\d+:\\d+: .*");
    }

    @Test
    void aPlanOfValuesAndABuiltInProfileIsLeftAsItIs() {
        String plan = "profile: k20x\nbuffers: {file: {type: u8, fill: iota}}\n";
        assertThat(within("plan.yaml", plan)).isEqualTo(plan);
    }

    @Test
    void sourcesThatPtxNamesLoseTheirFolders() {
        String ptx = """
            .version 8.0
            .target sm_90
            .address_size 64
            .file 1 "/home/somebody/secret.c"
            /* " */ .file 2 "../up.h", 1, 2
            .file 3 "plain.cu"
            """;
        assertThat(within("a.ptx", ptx))
                .contains(".file 1 \"secret.c\"", "/* \" */ .file 2 \"up.h\", 1, 2", ".file 3 \"plain.cu\"");
    }
}
