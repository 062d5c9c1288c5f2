package io.cdpsim.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.ChildJava;
import io.cdpsim.cli.HeadlessChromium;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;

/** The page in a real browser. */
class ServePageTest {
    private static final String WRONG_PLAN = "steps:\n  - launch: {kernel: nobody, grid: 1, block: 1}\n";

    private static ChromeDriver browser;
    private static PageServer server;

    @BeforeAll
    static void open() throws IOException {
        ChildJava.archiveForCommands();
        browser = HeadlessChromium.open();
        server = PageServer.start(
                0,
                new HostCapabilities(Optional.empty(), "there is no compiler"),
                RunProcess.Limits.of(60, 512),
                ServeCommand.catalogs());
        browser.get(server.address().toString());
        waitFor("return document.body.dataset.ready === 'yes'");
    }

    @AfterAll
    static void close() {
        if (server != null) {
            server.close();
        }
        if (browser != null) {
            HeadlessChromium.end(browser);
        }
    }

    @AfterEach
    void theConsoleIsSilent() {
        assertThat(HeadlessChromium.complaints(browser)).isEmpty();
    }

    private static void waitFor(String condition) {
        browser.executeAsyncScript("""
            const done = arguments[0];
            const holds = () => { %s };
            const look = () => holds() ? done() : setTimeout(look, 20);
            look();
            """.formatted(condition));
    }

    private static void choose(String title) {
        // A program that is chosen already is not offered again: what another test typed goes by a reset.
        browser.executeScript("window.confirm = () => true; draft.reset()");
        browser.findElement(By.xpath("//*[@id='programs']//option[text()='" + title + "']"))
                .click();
        waitFor("return editor.program.title === '" + title + "'");
    }

    private static void keys(CharSequence... keys) {
        new Actions(browser).sendKeys(keys).perform();
    }

    private static void runByKeyboard() {
        browser.executeScript("document.body.dataset.ran = 'no'");
        new Actions(browser)
                .keyDown(Keys.CONTROL)
                .sendKeys(Keys.ENTER)
                .keyUp(Keys.CONTROL)
                .perform();
    }

    private static void untilItRan() {
        waitFor("return document.body.dataset.ran === 'yes'");
    }

    private static String text(String id) {
        return browser.findElement(By.id(id)).getText();
    }

    @Test
    void aProgramRunsAndItsRaceIsMarkedAndTheRuleOpens() {
        choose("child_result, racy");
        runByKeyboard();
        untilItRan();

        assertThat(text("status")).startsWith("Done, 1 race");
        assertThat(browser.findElements(By.cssSelector("#editor .marked-race")))
                .as("both sides of the race")
                .hasSize(2);
        assertThat(text("editor")).contains("racy reads here", "child writes here");
        browser.findElement(By.cssSelector("#view button.link")).click();
        waitFor("return !document.getElementById('rule').hidden");
        assertThat(text("rule-title")).startsWith("MEM-5: ");
        keys(Keys.ESCAPE);
        assertThat(browser.findElement(By.id("rule")).isDisplayed()).isFalse();

        browser.findElement(By.xpath("//*[@id='views']/button[text()='Timeline']"))
                .click();
        browser.switchTo().frame(browser.findElement(By.tagName("iframe")));
        waitFor("return document.body.dataset.ready === 'yes'");
        assertThat(text("main")).contains("What launching cost", "racy");
        browser.switchTo().defaultContent();
    }

    @Test
    void aRunIsSteppedThroughForwardAndBack() {
        choose("child_result, racy");
        browser.findElement(By.id("stepper")).click();
        untilItRan();

        assertThat(text("status")).startsWith("Done");
        assertThat(browser.findElement(By.cssSelector("#views [aria-selected=true]"))
                        .getText())
                .isEqualTo("Steps");
        browser.switchTo().frame(browser.findElement(By.tagName("iframe")));
        waitFor("return document.body.dataset.ready === 'yes'");
        browser.executeScript("seek(steps.length)");
        Object end = browser.executeScript("return [...cells].join()");
        assertThat(text("knowledge")).contains("RACING");
        browser.executeScript("seek(steps.findIndex(each => each.kind === 'INSTRUCTION') + 1)");
        assertThat(browser.findElements(By.cssSelector("#source .here"))).hasSize(1);
        assertThat(browser.findElements(By.cssSelector("#ptx .here"))).hasSize(1);
        Object before = browser.executeScript("return position + ' ' + [...cells].join()");
        keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_LEFT);
        assertThat(browser.executeScript("return position + ' ' + [...cells].join()"))
                .isEqualTo(before);
        keys(Keys.END);
        assertThat(browser.executeScript("return [...cells].join()")).isEqualTo(end);
        browser.switchTo().defaultContent();
    }

    @Test
    void presentingShowsOneHalfAloneAndLarge() {
        choose("child_result, racy");
        browser.manage().window().setSize(new Dimension(1024, 768));
        browser.findElement(By.id("present")).click();
        long whole = (long) browser.executeScript("return innerHeight");
        assertThat(browser.findElement(By.id("results")).isDisplayed()).isFalse();
        assertThat((long) browser.executeScript("return document.getElementById('editor').clientHeight"))
                .as("height of the program out of %d", whole)
                .isGreaterThan(whole * 7 / 10);
        assertThat(browser.executeScript("return parseFloat(getComputedStyle(document.body).fontSize) >= 22"))
                .isEqualTo(true);
        runByKeyboard();
        untilItRan();
        assertThat(browser.findElement(By.id("edit")).isDisplayed()).isFalse();
        assertThat((long) browser.executeScript("return document.getElementById('view').clientHeight"))
                .isGreaterThan(whole * 6 / 10);
        browser.findElement(By.id("side")).click();
        assertThat(browser.findElement(By.id("edit")).isDisplayed()).isTrue();
        browser.findElement(By.id("present")).click();
        browser.manage().window().setSize(new Dimension(1280, 1000));
        assertThat(browser.findElement(By.id("results")).isDisplayed()).isTrue();
    }

    @Test
    void anErrorIsMarkedAtItsLine() {
        choose("vecadd");
        browser.executeScript("editor.documents[1].doc.setValue(arguments[0])", WRONG_PLAN);
        runByKeyboard();
        untilItRan();

        assertThat(text("status")).startsWith("Failed");
        assertThat(text("files")).contains("vecadd.yaml");
        WebElement said = browser.findElement(By.cssSelector("#editor .said.error"));
        assertThat(said.getText()).contains("unknown kernel 'nobody'");
        assertThat(browser.executeScript("return editor.documents[1].doc.lineInfo(1).bgClass"))
                .isEqualTo("marked-error");
    }

    @Test
    void everyOutcomeOfALitmusTestHasItsPictureAndAllHaveOneScaleAndALegend() {
        choose("mailbox");
        runByKeyboard();
        untilItRan();

        assertThat(browser.findElements(By.cssSelector(".outcome h3")).stream().map(WebElement::getText))
                .containsExactlyInAnyOrder(
                        "P1:r0=0; P1:r1=0;", "P1:r0=0; P1:r1=1;", "P1:r0=1; P1:r1=0;", "P1:r0=1; P1:r1=1;");
        assertThat(browser.executeScript("return [...document.querySelectorAll('.outcome img')]"
                        + ".filter(each => each.complete && each.naturalWidth > 50).length"))
                .isEqualTo(4L);
        assertThat(browser.findElements(By.cssSelector("#editor .marked-race")))
                .as("the lines of its data races")
                .hasSize(2);

        waitFor("return [...document.querySelectorAll('.outcome img')].every(each => each.style.width)");
        assertThat((String) browser.executeScript("return [...new Set([...document.querySelectorAll('.outcome img')]"
                        + ".map(each => (parseFloat(each.style.width) / each.naturalWidth).toFixed(2)))].join()"))
                .as("scales")
                .doesNotContain(",");
        assertThat(text("legend")).contains("program order", "reads from");
        assertThat((Boolean) browser.executeScript("return [...document.querySelectorAll('.outcome img')]"
                        + ".some(each => decodeURIComponent(each.src).includes('complete'))"))
                .as("completions follow the last access")
                .isFalse();
    }

    @Test
    void aClaimThatDoesNotHoldIsRed() {
        choose("mailbox");
        browser.executeScript("editor.view.setValue(editor.view.getValue().replace(/~?exists|forall/, 'forall'))");
        runByKeyboard();
        untilItRan();

        assertThat(text("status")).startsWith("Done, the claim does not hold");
        assertThat(browser.findElement(By.id("status")).getDomAttribute("class"))
                .isEqualTo("bad");
        assertThat(browser.findElement(By.cssSelector(".claim.bad")).getText()).contains("does not hold");
    }

    @Test
    void aReloadKeepsWhatWasTypedAndAResetDiscardsIt() {
        choose("vecadd");
        String offered = String.valueOf(browser.executeScript("return JSON.stringify(editor.files())"));
        assertThat(browser.findElement(By.id("reset")).isEnabled()).isFalse();
        browser.executeScript("editor.documents[1].doc.setValue('typed')");

        browser.navigate().refresh();
        waitFor("return document.body.dataset.ready === 'yes'");
        assertThat(browser.executeScript("return editor.program.title + editor.documents[1].doc.getValue()"))
                .isEqualTo("vecaddtyped");

        browser.executeScript("window.confirm = () => false");
        browser.findElement(By.xpath("//*[@id='programs']//option[text()='nested']"))
                .click();
        assertThat(browser.executeScript("return editor.program.title")).isEqualTo("vecadd");

        browser.executeScript("window.confirm = () => true");
        browser.findElement(By.id("reset")).click();
        assertThat(browser.executeScript("return JSON.stringify(editor.files())"))
                .isEqualTo(offered);
    }

    @Test
    void aRunIsCancelled() {
        choose("vecadd");
        browser.executeScript(
                "editor.documents[1].doc.setValue(arguments[0]); editor.documents[2].doc.setValue(arguments[1])",
                LongRun.PLAN,
                LongRun.PTX);
        runByKeyboard();
        waitFor("return !document.getElementById('cancel').disabled");
        keys(Keys.ESCAPE);
        untilItRan();

        assertThat(text("status")).startsWith("Cancelled");
        assertThat(browser.findElement(By.id("run")).isEnabled()).isTrue();
        String own = RunService.PREFIX + ProcessHandle.current().pid() + "-";
        assertThat(ProcessHandle.allProcesses()
                        .filter(each -> each.info().commandLine().orElse("").contains(own)))
                .as("processes of the run, which lasts a minute")
                .allSatisfy(each -> assertThat(each.onExit()).succeedsWithin(Duration.ofSeconds(10)));
    }

    @Test
    void aSharedLinkRestoresTheProgramAndIsSentNowhere() {
        choose("mailbox");
        browser.executeScript("editor.view.setValue('changed \\u00e4\\n' + editor.view.getValue());"
                + "performance.clearResourceTimings()");
        String before = String.valueOf(browser.executeScript("return JSON.stringify(editor.files())"));
        browser.findElement(By.id("share")).click();
        waitFor("return document.getElementById('link').value.includes('#p=')");
        String link = String.valueOf(browser.findElement(By.id("link")).getDomProperty("value"));
        assertThat(link).doesNotContain(server.address().getPath());
        assertThat(browser.executeScript("return performance.getEntriesByType('resource').length"))
                .isEqualTo(0L);

        choose("nested");
        browser.findElement(By.id("given")).sendKeys(link, Keys.ENTER);
        waitFor("return document.getElementById('copied').textContent === 'Opened.'");
        assertThat(browser.executeScript("return JSON.stringify(editor.files())"))
                .isEqualTo(before);

        browser.get("about:blank");
        browser.get(link);
        waitFor("return document.body.dataset.ready === 'yes'");
        assertThat(browser.executeScript("return JSON.stringify(editor.files())"))
                .isEqualTo(before);
        assertThat(HeadlessChromium.complaints(browser))
                .as("the address without its token, before it leads on")
                .singleElement()
                .satisfies(each -> assertThat(each.getMessage()).contains("403"));
    }

    /** From the start of the page to the results with Tab alone, the editor in between. */
    @Test
    void theKeyboardComesEverywhereAndTheFocusIsSeen() {
        browser.navigate().refresh();
        waitFor("return document.body.dataset.ready === 'yes'");
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < 18 && !seen.toString().contains("view"); i++) {
            keys(Keys.TAB);
            seen.append(browser.executeScript("""
                const at = document.activeElement;
                const seen = getComputedStyle(at.closest('.CodeMirror') || at);
                return (at.closest('.CodeMirror') ? 'editor' : at.id || at.getAttribute('role')) + (seen.outlineStyle === 'none' ? '?' : '') + ' ';
                """));
        }
        assertThat(seen.toString())
                .containsSubsequence(
                        "programs ",
                        "profile ",
                        "policy ",
                        "seed ",
                        "run ",
                        "share ",
                        "theme ",
                        "tab ",
                        "editor ",
                        "view")
                .doesNotContain("?");
    }

    @Test
    void aProgramThatCannotRunHereSaysWhatIsMissing() {
        choose("squares");
        assertThat(text("missing")).contains("CUDA programs cannot run here: there is no compiler");
    }

    /** The contrast that WCAG asks of text, 4.5 to 1, of every text on its own background, light and dark. */
    @Test
    void textHasContrastInLightAndDark() {
        choose("mailbox");
        for (String theme : new String[] {"light", "dark"}) {
            assertThat(browser.executeScript("""
                setTheme(arguments[0]);
                const numbers = text => text.match(/[\\d.]+/g).map(Number);
                const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
                const behind = node => {
                  for (let at = node; at; at = at.parentElement) {
                    const back = numbers(getComputedStyle(at).backgroundColor);
                    if (back.length === 3 || back[3] === 1) return back;
                  }
                  return [255, 255, 255];
                };
                const poor = [];
                for (const each of document.querySelectorAll('body *')) {
                  if (!each.checkVisibility() || each.disabled || ![...each.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
                  const [a, b] = [light(numbers(getComputedStyle(each).color)), light(behind(each))].sort((x, y) => y - x);
                  if ((a + 0.05) / (b + 0.05) < 4.5) poor.push(each.outerHTML.slice(0, 90));
                }
                return poor.join('\\n');
                """, theme)).as(theme).isEqualTo("");
        }
    }
}
