package io.cdpsim.cli.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cdpsim.cli.HeadlessChromium;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;

/** The pages of a class in a browser, from the invitation to the points. */
class ClassPageTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void aStudentFollowsTheInvitationHandsInAndSeesThePoints() throws Exception {
        ClassInvitations invitations = ClassInvitations.in(folder.resolve("class"));
        Semaphore permits = new Semaphore(0);
        ChromeDriver browser = HeadlessChromium.open();
        try (ClassServer server = ClassServer.start(
                invitations.folder(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                new ClassServer.Limits(1, 2, 512),
                (id, lab) -> {
                    permits.acquire();
                    ObjectNode grade = JsonNodeFactory.instance
                            .objectNode()
                            .put("points", 1)
                            .put("of", 2);
                    grade.putArray("marks")
                            .addObject()
                            .put("what", "result")
                            .put("points", 1)
                            .put("of", 2)
                            .put(
                                    "remark",
                                    invitations
                                            .folder()
                                            .text(id, lab, "kernel.cu")
                                            .orElse(""));
                    return grade;
                })) {
            browser.manage().timeouts().implicitlyWait(PATIENCE);
            browser.get(server.address().resolve(invitations.create(1).get(0)).toString());
            browser.findElement(By.name("name")).sendKeys("Ann");
            browser.findElement(By.tagName("button")).click();
            browser.findElement(By.linkText("Threads and indices")).click();
            WebElement kernel = browser.findElement(By.id("kernel"));
            assertThat(kernel.getDomProperty("value")).contains("__global__");
            kernel.clear();
            kernel.sendKeys("<b>mine</b>");
            browser.findElement(By.name("blocks.measured")).sendKeys("8");

            browser.findElement(By.id("grade")).click();

            browser.findElement(By.xpath("//*[@id='state' and text()='Grading …']"));
            permits.release();
            browser.findElement(By.xpath("//*[@id='state' and text()='Graded.']"));
            assertThat(browser.findElement(By.id("result")).getText()).contains("1 of 2 points", "<b>mine</b>");
            browser.navigate().refresh();
            assertThat(browser.findElement(By.id("kernel")).getDomProperty("value"))
                    .isEqualTo("<b>mine</b>");
            assertThat(browser.findElement(By.name("blocks.measured")).getDomProperty("value"))
                    .isEqualTo("8");
            assertThat((Long) browser.executeScript("return document.querySelector('article img').naturalWidth"))
                    .isPositive();
            browser.findElement(By.linkText("Labs")).click();
            assertThat(browser.findElement(By.tagName("main")).getText()).contains("1 of 10");
            assertThat(HeadlessChromium.complaints(browser)).isEmpty();
        } finally {
            HeadlessChromium.end(browser);
        }
    }
}
