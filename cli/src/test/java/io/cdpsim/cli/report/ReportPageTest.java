package io.cdpsim.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.base.Splitter;
import io.cdpsim.cli.CommandRun;
import io.cdpsim.cli.HeadlessChromium;
import io.cdpsim.experiments.compare.TimeBreakdown;
import io.cdpsim.experiments.trace.RunTrace;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;

/** Pages in a real browser, headless Chromium; where there is none, these tests are skipped and say so. */
class ReportPageTest {
    @TempDir
    private static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void open() {
        browser = HeadlessChromium.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            HeadlessChromium.end(browser);
        }
    }

    private static Path page(String name, String command) {
        Path file = folder.resolve(name);
        CommandRun run = run(command + " --quiet --report " + file);
        assertThat(run.exitCode()).isLessThan(2);
        assertThat(Files.exists(file)).isTrue();
        return file;
    }

    private static CommandRun run(String line) {
        return CommandRun.of(Splitter.on(' ').splitToList(line).toArray(String[]::new));
    }

    private static void show(Path page) {
        browser.get(page.toUri().toString());
        browser.executeAsyncScript("""
            const done = arguments[0];
            const look = () => document.body.dataset.ready === 'yes' ? done() : setTimeout(look, 20);
            look();
            """);
    }

    private static Object script(String code) {
        return Objects.requireNonNull(((JavascriptExecutor) browser).executeScript(code), "no value");
    }

    private static double start() {
        return number("page.view[0]");
    }

    private static double width() {
        return number("page.view[1] - page.view[0]");
    }

    /** A number of the page, whichever kind JavaScript makes of it. */
    private static double number(String expression) {
        return ((Number) script("return " + expression)).doubleValue();
    }

    private static void nothingWentWrong() {
        assertThat(HeadlessChromium.complaints(browser)).isEmpty();
    }

    /** How many different colours a canvas has: one that nobody drew on has one. */
    private static long colors(String selector) {
        return (Long) script("""
            const canvas = document.querySelector('%s');
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            const seen = new Set();
            for (let i = 0; i < data.length; i += 4) seen.add(data[i] * 65536 + data[i + 1] * 256 + data[i + 2]);
            return seen.size;
            """.formatted(selector));
    }

    @Test
    void aRunHasItsSummaryItsPartsItsTimeLineAndItsCharts() {
        show(page("run.html", "run bfs --graph rmat:8:8:1"));

        assertThat(browser.getTitle()).isEqualTo("bfs on h200");
        String text = browser.findElement(By.id("main")).getText();
        assertThat(text)
                .contains("simulated time", "seen on hardware", "launch server", "completion", "depth", "neighbours")
                .contains("What launching cost", "Warnings");
        assertThat(browser.findElements(By.cssSelector(".uplot canvas"))).hasSize(5);
        assertThat((Long) script("""
            return [...document.querySelectorAll('a.save')].filter(each => decodeURIComponent(each.href).includes(
              'time since the start')).length;
            """)).as("counters that can be saved").isEqualTo(4);
        assertThat(colors("#timeline")).isGreaterThan(5);
        assertThat(colors(".uplot canvas")).isGreaterThan(2);
        nothingWentWrong();
    }

    @Test
    void graphsHaveALaneForEachNodeAndABarSaysWhyItWaited() {
        show(page("graphs.html", "run graph --graph grid:3"));

        assertThat(browser.findElement(By.id("main")).getText()).contains("Graphs over time", "graph launches");
        assertThat(colors("#graphs")).isGreaterThan(5);
        // The last lane, of the node that processes a level: the end of the picture is its last bar.
        script("""
            const canvas = document.getElementById('graphs'), box = canvas.getBoundingClientRect();
            canvas.dispatchEvent(new PointerEvent('pointerdown', { clientX: box.right - 2, clientY: box.bottom - 14 }));
            return true;\
            """);
        assertThat(browser.findElement(By.id("graph-note")).getText())
                .contains("graph 1, launch 6, node 1: level (grid 12)", "for node 0 (advance)", "for launch");
        nothingWentWrong();
    }

    @Test
    void theTimeLineZoomsMovesAndFindsGrids() {
        show(page("zoom.html", "run bfs --graph rmat:8:8:1 --variant cdp"));
        double all = width();

        browser.findElement(By.id("zoom-in")).click();
        assertThat(width()).isCloseTo(all / 2, within(1e-6));
        assertThat(number("page.charts[0].scales.x.max - page.charts[0].scales.x.min"))
                .as("charts follow")
                .isCloseTo(all / 2, within(1e-6));

        WebElement body = browser.findElement(By.id("timeline"));
        body.sendKeys("+", Keys.ARROW_RIGHT);
        assertThat(width()).isCloseTo(all / 4, within(1e-6));
        double start = start();
        body.sendKeys(Keys.ARROW_LEFT);
        assertThat(start()).isLessThan(start);
        body.sendKeys("0");
        assertThat(width()).isEqualTo(all);

        browser.findElement(By.id("search")).sendKeys("neighb");
        assertThat(browser.findElement(By.id("found")).getText()).endsWith("grids");
        browser.findElement(By.id("search")).clear();
        browser.findElement(By.id("search")).sendKeys("17", Keys.ENTER);
        assertThat(browser.findElement(By.id("chosen")).getText()).startsWith("grid 17: ");
        assertThat(width()).isLessThan(all);
        nothingWentWrong();
    }

    @Test
    void lightTurnsToDarkAndBackAndThePageStaysReadable() {
        show(page("dark.html", "run bfs --graph rmat:6:8:1"));
        String light =
                String.valueOf(script("setTheme('light'); return getComputedStyle(document.body).backgroundColor"));
        String dark = String.valueOf(script("theme(); return getComputedStyle(document.body).backgroundColor"));

        assertThat(light).isEqualTo("rgb(255, 255, 255)");
        assertThat(dark).isNotEqualTo(light);
        assertThat(browser.findElements(By.cssSelector(".uplot canvas"))).hasSize(5);
        nothingWentWrong();
    }

    @Test
    void aRunWithoutLaunchesAndOneThatFailsHaveAPageToo() {
        show(page("serial.html", "run bfs --graph rmat:6:8:1 --variant serial"));
        nothingWentWrong();
        Path stuck = folder.resolve("stuck.html");
        run("run persistent --blocks 265 --threads 1024 --ints 4096 --iterations 2 --quiet --report " + stuck);
        show(stuck);
        assertThat(browser.findElement(By.id("main")).getText()).contains("correct", "no");
        nothingWentWrong();
    }

    @Test
    void aSweepHasAChartForEachParameterAndItsFastestPoints() {
        show(page(
                "sweep.html",
                "sweep bfs --graph rmat:6:8:1 --vary variant=threshold,warp --vary threshold=2..32:x2 --vary"
                        + " profile=k40c,h200 --out " + folder.resolve("rows.csv")));

        assertThat(browser.findElements(By.cssSelector("svg.figure"))).hasSize(3);
        assertThat((String) script("return document.querySelectorAll('svg.figure')[1].textContent"))
                .contains("simulated time (\u00b5s)", "threshold", "32");
        assertThat((Long) script("return [0, 2].map(i =>"
                        + " document.querySelectorAll('svg.figure')[i].querySelectorAll('[class^=l-s]').length).reduce((a, b) => a"
                        + " + b)"))
                .as("no line goes through names")
                .isZero();
        assertThat((Boolean) script("""
            return [...document.querySelectorAll('a.save')].every(each => each.download.endsWith('.svg')
              && new DOMParser().parseFromString(decodeURIComponent(each.href.split(',').slice(1).join(',')), 'image/svg+xml')
                .documentElement.localName === 'svg');
            """)).isTrue();
        String text = browser.findElement(By.id("main")).getText();
        assertThat(text).contains("Time by parameter", "The fastest points", "Points that failed", "not measured");
        nothingWentWrong();
    }

    /** Times as irregular as they come: those of simulated grids take less. */
    @Test
    void aPageOf300000GridsHasLessThanFiveMegabytesAndShowsThem() throws Exception {
        int count = 300_000;
        SplittableRandom random = new SplittableRandom(7);
        RunTrace trace = new RunTrace();
        GridTimeRecorder times = new GridTimeRecorder();
        long clock = 0;
        for (long grid = 1; grid <= count; grid++) {
            clock += random.nextInt(500);
            long parent = grid == 1 ? 0 : 1 + random.nextLong(grid - 1);
            long started = clock + random.nextInt(100_000);
            long ended = started + random.nextInt(20_000);
            List<RunEvent> life = List.of(
                    new GridEvent.Posted(
                            clock,
                            0,
                            grid,
                            parent,
                            "kernel" + random.nextInt(5),
                            LaunchKind.STREAM,
                            1,
                            random.nextInt(4),
                            1 + random.nextInt(9),
                            32),
                    new GridEvent.Started(started, 0, grid),
                    new GridEvent.BodyEnded(ended, 0, grid),
                    new GridEvent.Completed(ended + random.nextInt(3_000), 0, grid));
            life.forEach(each -> {
                trace.happened(each);
                times.happened(each);
            });
        }
        trace.finish(clock);
        Workload bfs = Workloads.installed().named("bfs");
        RunRequest request = RunRequest.of(bfs, MachineSettings.of(Profiles.load("h200")));
        RunResult result =
                Workloads.run(bfs, request.withOptions(request.options().with("graph", "rmat:5:8:1")));
        String text = new RunPage(
                        result,
                        List.of(new RunPage.SummaryLine("workload", "drawn")),
                        new TimeBreakdown(Map.of(), Map.of()),
                        times,
                        trace,
                        request.machine().profile().clock())
                .text();
        Path file = Files.writeString(folder.resolve("large.html"), text);

        assertThat(Files.size(file)).isLessThan(5_000_000);
        show(file);
        assertThat(number("page.grids.started.length")).isEqualTo(count);
        browser.findElement(By.id("search")).sendKeys("299999", Keys.ENTER);
        assertThat(browser.findElement(By.id("chosen")).getText()).startsWith("grid 299999: kernel");
        nothingWentWrong();
    }

    @Test
    void aPageIsOneFileThatAsksForNothingElse() throws Exception {
        String text = Files.readString(page("one.html", "run bfs --graph rmat:6:8:1"));

        assertThat(text)
                .doesNotContain("<link")
                .doesNotContainPattern("src\\s*=")
                .doesNotContain("@import")
                .doesNotContain("fetch(")
                .contains("Copyright (c)");
        show(folder.resolve("one.html"));
        assertThat((Long) script("return performance.getEntriesByType('resource').length"))
                .isZero();
    }
}
