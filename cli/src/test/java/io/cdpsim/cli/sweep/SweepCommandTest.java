package io.cdpsim.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import io.cdpsim.cli.output.NumberFormats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SweepCommandTest {
    private static final String SEARCH = "sweep bfs --graph rmat:6:8:1 --vary threshold=2..8:x2 --vary pool=4,2048"
            + " --vary profile=k40c,h200 --vary launch.fire_and_forget.base=5000,10700 --repeat 3";

    @TempDir
    private Path folder;

    private CommandRun run(String line) {
        return CommandRun.of(line.replace("@", folder.toString()).split(" "));
    }

    private String written(String name) throws Exception {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void aFileSaysTheSameAsOptions() throws Exception {
        Files.writeString(folder.resolve("s.yaml"), """
            workload: bfs
            repeat: 3
            fixed:
              graph: rmat:6:8:1
            vary:
              threshold: [2, 4, 8]
              pool: 4,2048
              profile: [k40c, h200]
              launch.fire_and_forget.base: [5000, 10700]
            """);

        CommandRun options = run(SEARCH + " --out @/options.csv --workers 1");
        CommandRun file = run("sweep @/s.yaml --out @/file.csv --workers 5");

        assertThat(options.err() + file.err()).isEmpty();
        assertThat(options.exitCode()).isZero();
        assertThat(written("file.csv")).isEqualTo(written("options.csv"));
        assertThat(written("file.csv").lines()).hasSize(1 + 3 * 2 * 2 * 2 * 3);
        assertThat(written("file.csv")
                        .lines()
                        .skip(1)
                        .limit(4)
                        .map(each -> each.replaceFirst("(,900|,[0-9]+[.]).*", "")))
                .containsExactly("1,2,4,k40c,5000,1", "2,2,4,k40c,5000,2", "3,2,4,k40c,5000,3", "4,2,4,k40c,10700,1");
        assertThat(folder.resolve("file.csv.journal")).doesNotExist();
        assertThat(options.out())
                .contains(
                        "points    72\n",
                        "failed    0\n",
                        "fastest   ",
                        "slowest   ",
                        "rows      " + folder + "/options.csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"@/r.csv", "@/r.jsonl"})
    void rowsOfAnotherSweepAreReplacedWithANoticeAndThoseOfTheSameWithout(String out) throws Exception {
        String first = "sweep nbody --bodies 128 --vary block=32,64 --out " + out;
        String second = "sweep nbody --bodies 128 --vary block=128 --out " + out;

        assertThat(run(first).err()).isEmpty();
        assertThat(run(first).err()).isEmpty();
        assertThat(run(first + " --shard 1/2").err()).isEmpty();
        CommandRun other = run(second);

        assertThat(other.err())
                .isEqualTo("cdpsim: " + out.replace("@", folder.toString())
                        + " holds the rows of another sweep, which this one will replace: cdpsim sweep nbody"
                        + " --bodies 128 --vary block=32,64\n");
        assertThat(other.exitCode()).isZero();
        Files.writeString(folder.resolve("data.csv"), "a,b\n1,2\n");
        assertThat(run(first.replace("/r.", "/data.").replace("jsonl", "csv")).err())
                .contains("data.csv holds no rows of a sweep; this sweep will replace it");
    }

    @Test
    void aPointIsTheRunOfTheSameOptions() throws Exception {
        run("sweep bfs --graph rmat:6:8:1 --vary threshold=2,4 --vary l2.latency=100,300 --out @/r.jsonl");
        List<String> lines = written("r.jsonl").lines().toList();
        JsonNode run = new ObjectMapper()
                .readTree(CommandRun.of(
                                "run",
                                "bfs",
                                "--graph",
                                "rmat:6:8:1",
                                "--variant",
                                "threshold",
                                "--threshold",
                                "4",
                                "--set",
                                "l2.latency=100 cycles",
                                "--json")
                        .out());

        assertThat(lines).hasSize(4);
        JsonNode row = new ObjectMapper().readTree(lines.get(2));
        assertThat(row.get("threshold").isInt()).isTrue();
        assertThat(row.get("l2.latency").asInt()).isEqualTo(100);
        List<String> same = new ArrayList<>();
        row.fieldNames().forEachRemaining(same::add);
        same.removeAll(List.of("point", "l2.latency", "command"));
        assertThat(same).contains("time_us", "child_launches", "sm_utilization", "edges_scanned", "correct");
        assertThat(same).allSatisfy(each -> assertThat(row.get(each)).as(each).isEqualTo(run.get(each)));
        assertThat(row.has("wall_ms")).isFalse();
    }

    @Test
    void withoutAFileTheRowsAreThePrintedOutput() throws Exception {
        CommandRun printed = run("sweep pending --depth 1 --vary pool=4,8");
        run("sweep pending --depth 1 --vary pool=4,8 --out @/r.csv --quiet");

        assertThat(printed.exitCode()).isZero();
        assertThat(printed.out()).isEqualTo(written("r.csv"));
    }

    @Test
    void examplesAreSweptToo() {
        CommandRun joint = run("sweep example:hello-world --vary policy=eager,lazy,adversarial --vary seed=1..2");
        assertThat(joint.exitCode()).isZero();
        assertThat(joint.out().lines()).hasSize(7);
        assertThat(run("sweep example hello-world --vary policy=eager,lazy,adversarial --vary seed=1..2"))
                .isEqualTo(joint);
    }

    @Test
    void wrongPointsAreRowsAndTheExitCodeSaysSo() throws Exception {
        CommandRun run = run("sweep bfs --graph grid:3 --vary variant=cdp,warp --vary pool=64 --out @/r.csv");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("cdpsim: 1 of 2 points failed; point 2: --pool has no effect with --variant warp");
        assertThat(run.out()).contains("failed    1\n");
        assertThat(written("r.csv").lines().skip(2))
                .first()
                .asString()
                .startsWith("2,warp,64,1,,")
                .contains("--pool has no effect");
        assertThat(folder.resolve("r.csv.journal")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sweep                                    | missing workload or file, expected one of merge, submit,"
                        + " file, bfs",
                "sweep bsf                                | unknown command 'bsf'; did you mean 'bfs'?",
                "sweep bfs                                | nothing varies",
                "sweep bfs --vary treshold=1              | did you mean 'threshold'?",
                "sweep bfs --vary threshold=1,x           | threshold: found 'x'",
                "sweep bfs --threshold 1 --vary threshold=1 | threshold varies and has one value, '1', too",
                "sweep bfs --vary pool=4 --out @/r.txt    | expected one that ends in .csv or .jsonl",
                "sweep bfs --vary pool=4 --out @/no/r.csv | is in a folder that does not exist; make the folder",
                "sweep bfs --vary pool=4 --shard 5/4      | found '5/4', expected PART/PARTS",
                "sweep bfs --vary pool=4 --workers 0      | found '0', expected a whole number from 1",
                "sweep bfs --vary pool=4 --set sm.count=0 | expected at least 1",
                "sweep bfs --vary pool=4 --set sm.count   | expected FIELD=VALUE",
                "sweep @/none.yaml                        | there is no such file",
                "sweep example:hello-wrold --vary seed=1,2 | did you mean 'hello-world'?",
                "sweep merge @/a.csv --out @/b.jsonl      | end differently; give both the ending .csv, or both .jsonl",
                "sweep merge @/a.csv --out @/b.csv        | a.csv: cannot be read: there is no such file"
            })
    void wrongUseIsRefusedBeforeAnythingRuns(String line, String reason) {
        CommandRun run = run(line);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("cdpsim: ").contains(reason);
    }

    @Test
    void shardsAreMergedIntoTheBytesOfTheWhole() throws Exception {
        run(SEARCH + " --out @/whole.csv --report @/whole.html --quiet");
        String files = "";
        for (int part = 1; part <= 3; part++) {
            CommandRun shard = run(SEARCH + " --shard " + part + "/3 --out @/" + part + ".csv");
            assertThat(shard.exitCode()).isZero();
            assertThat(shard.out()).contains("points    24\n");
            files += " @/" + part + ".csv";
        }

        CommandRun merged = run("sweep merge" + files + " --out @/merged.csv --report @/merged.html");

        assertThat(merged.exitCode()).isZero();
        assertThat(merged.out()).contains("points  72\n");
        assertThat(written("merged.csv")).isEqualTo(written("whole.csv"));
        assertThat(written("merged.html")).isEqualTo(written("whole.html"));
        CommandRun gap = run("sweep merge @/1.csv @/3.csv --out @/gap.csv");
        assertThat(gap.exitCode()).isEqualTo(2);
        assertThat(gap.err()).contains("24 of 72 points are missing: 2, 5, 8, 11, 14, ...");
        assertThat(folder.resolve("gap.csv")).doesNotExist();
    }

    @Test
    void aJournalOfAnotherSweepIsLeftAlone() throws Exception {
        Files.writeString(folder.resolve("r.csv.journal"), "not mine\n");
        CommandRun run = run("sweep bfs --graph grid:3 --vary pool=4,8 --out @/r.csv");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("is not the journal of a sweep; finish that sweep with its own command, delete the file");
        assertThat(written("r.csv.journal")).isEqualTo("not mine\n");
    }

    @Test
    void repeatedRunsSayWhereTheSeedChangesNothingAndElseTheMedianAndTheRange() throws Exception {
        CommandRun same = run("sweep example:hello-world --vary policy=eager,lazy --repeat 3 --out @/same.csv");
        CommandRun changed =
                run("sweep example:hello-world --vary policy=eager,adversarial --repeat 4 --out @/c.jsonl");

        assertThat(same.out())
                .contains("The seed changes nothing: each combination took the same time with all its 3 seeds.");
        List<Double> times = new ArrayList<>();
        for (String line : written("c.jsonl").lines().toList()) {
            JsonNode row = new ObjectMapper().readTree(line);
            if (row.get("policy").asText().equals("adversarial")) {
                times.add(row.get("time_us").asDouble());
            }
        }
        times.sort(null);
        assertThat(changed.out().lines().filter(each -> each.startsWith("adversarial")))
                .singleElement()
                .satisfies(line -> assertThat(line.split("  +"))
                        .containsExactly(
                                "adversarial",
                                "4",
                                NumberFormats.time((times.get(1) + times.get(2)) / 2),
                                NumberFormats.time(times.get(0)),
                                NumberFormats.time(times.get(3))));
        assertThat(changed.out()).contains("The seed changes nothing in 1 of 2 combinations.");
    }

    @Test
    void rowsSayWhatTheyWereMadeFrom() throws Exception {
        Files.writeString(folder.resolve("g.txt"), "0 1\n1 2\n");
        String line = "sweep bfs --graph @/g.txt --vary threshold=8,16 --vary profile=h200,k40c --quiet";
        run(line + " --out @/a.jsonl --workers 1");
        Files.writeString(folder.resolve("g.txt"), "0 1\n1 2\n2 3\n");
        run(line + " --out @/b.jsonl --workers 2");
        run(line + " --set l2.latency=250 --out @/c.jsonl");
        List<JsonNode> rows = new ArrayList<>();
        for (String name : List.of("a.jsonl", "b.jsonl", "c.jsonl")) {
            for (String row : written(name).lines().toList()) {
                rows.add(new ObjectMapper().readTree(row));
            }
        }

        assertThat(rows.get(0).get("command").asText())
                .isEqualTo(
                        "cdpsim sweep bfs --graph " + folder + "/g.txt --vary threshold=8,16 --vary profile=h200,k40c");
        assertThat(rows.get(1).has("command")).isFalse();
        assertThat(rows.get(8).get("command").asText()).contains(" --set l2.latency=250 ");
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.get("version").asText()).isNotEmpty());
        assertThat(rows.get(0).get("inputs_hash")).isEqualTo(rows.get(3).get("inputs_hash"));
        assertThat(rows.get(4).get("inputs_hash")).isNotEqualTo(rows.get(0).get("inputs_hash"));
        assertThat(rows.get(2).get("profile_hash")).isEqualTo(rows.get(0).get("profile_hash"));
        assertThat(rows.get(1).get("profile_hash")).isNotEqualTo(rows.get(0).get("profile_hash"));
        assertThat(rows.get(8).get("profile_hash")).isNotEqualTo(rows.get(0).get("profile_hash"));
    }
}
