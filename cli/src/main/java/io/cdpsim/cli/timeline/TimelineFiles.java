package io.cdpsim.cli.timeline;

import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.profile.ClockSpec;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When the grids of a program ran, as a picture and as a page to project: {@code --svg FILE} and {@code --html FILE}. */
public final class TimelineFiles {
    private static final String PAGE = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>@TITLE@</title>
        <style>
        body { font: 1.1rem sans-serif; margin: 1.5rem; color: #111; background: #fff; }
        main { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
        pre { font-size: 1rem; background: #f5f5f5; padding: 1rem; margin: 0; overflow-x: auto; max-width: 100%; }
        figure { margin: 0; flex: 1 1 40rem; }
        svg { width: 100%; height: auto; }
        </style>
        </head>
        <body>
        <h1>@TITLE@</h1>
        <main>
        @SOURCE@
        @PICTURES@
        </main>
        </body>
        </html>
        """;

    @Option(
            names = "--svg",
            paramLabel = "FILE.svg",
            description = "Draw when the grids ran, a bar a grid. For small programs: 40 grids are shown.")
    private @Nullable Path svg;

    @Option(
            names = "--html",
            paramLabel = "FILE.html",
            description = "The same as a page to project, beside the source where that is known. It needs no network.")
    private @Nullable Path html;

    private final StringBuilder figures = new StringBuilder();
    private String first = "";

    /**
     * Checks that the files can be written.
     *
     * @throws io.cdpsim.workloads.InvalidInputException if one cannot, as far as that is known before the run
     */
    public void check() {
        AtomicFile.check("--svg", svg);
        AtomicFile.check("--html", html);
    }

    /** Whether a file is named. */
    public boolean isGiven() {
        return svg != null || html != null;
    }

    /**
     * Adds a run.
     *
     * @param launches its launches of graphs
     */
    public void add(String title, Timeline timeline, List<GraphLaunchLifetime> launches, ClockSpec clock) {
        String drawn = TimelineSvg.text(title, timeline, launches, clock);
        if (first.isEmpty()) {
            first = drawn;
        }
        figures.append("<figure>\n").append(drawn).append("</figure>\n");
    }

    /**
     * Writes the files: the page shows all runs, the picture the first.
     *
     * @param source the program's source; empty if it is not known
     * @return what went wrong; empty if nothing did
     */
    public String write(String title, String source) {
        String problem = AtomicFile.write(svg, () -> first);
        return problem.isEmpty() ? AtomicFile.write(html, () -> page(title, source)) : problem;
    }

    private String page(String title, String source) {
        String shown = source.isEmpty()
                ? ""
                : "<pre><code>" + PrintableText.xml(PrintableText.lines(source)) + "</code></pre>";
        return PAGE.replace("@TITLE@", PrintableText.xml(title))
                .replace("@SOURCE@", shown)
                .replace("@PICTURES@", figures.toString());
    }
}
