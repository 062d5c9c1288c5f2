package io.cdpsim.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Splitter;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real browser; where there is none, the tests that ask for it are skipped and say so. */
public final class HeadlessChromium {
    /** It warns of a browser that is newer than itself, which does not matter here. Kept, or its level is forgotten. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private HeadlessChromium() {}

    private static Optional<File> program(String... names) {
        return Splitter.on(File.pathSeparatorChar)
                .splitToStream(Objects.requireNonNullElse(System.getenv("PATH"), ""))
                .flatMap(directory -> Stream.of(names).map(name -> new File(directory, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    /** Starts it; who asks for it ends it by {@link #end}. */
    public static ChromeDriver open() {
        Optional<File> chromium = program("chromium", "chromium-browser", "google-chrome");
        Optional<File> driver = program("chromedriver");
        assumeTrue(
                chromium.isPresent() && driver.isPresent(),
                "no Chromium with its driver on the PATH: install the packages chromium and chromium-driver");
        SELENIUM.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.get());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,1000");
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriver browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.get())
                        .build(),
                options);
        browser.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        return browser;
    }

    /** Ends it. On a busy computer its driver may need longer than Selenium waits, which says nothing about the page. */
    public static void end(ChromeDriver browser) {
        try {
            browser.quit();
        } catch (WebDriverException late) {
            SELENIUM.fine(late.getMessage());
        }
    }

    /** What the console has said since it was last asked, warnings and worse. */
    public static List<LogEntry> complaints(ChromeDriver browser) {
        return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(each -> each.getLevel().intValue() >= Level.WARNING.intValue())
                .toList();
    }
}
