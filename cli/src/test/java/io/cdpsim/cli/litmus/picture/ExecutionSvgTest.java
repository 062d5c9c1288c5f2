package io.cdpsim.cli.litmus.picture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.explain.ExecutionPicture;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Pictures as a reader of the SVG finds them: what is drawn where, measured with the font that it asks for. */
class ExecutionSvgTest {
    /** The advance of DejaVu Sans Mono, the widest monospaced font in common use, at the size of the pictures. */
    private static final double CHARACTER = 0.602 * 11;

    private static final double ASCENT = 9;
    private static final double HEIGHT = 12;

    /** Found once: the search looks through the whole class path. */
    private static final DocumentBuilderFactory BUILDERS = DocumentBuilderFactory.newInstance();

    static List<String> shipped() {
        return ShippedTests.names();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void inNoPictureOfAShippedTestDoesAnythingHideAnother(String name) throws Exception {
        LitmusTest test = ShippedTests.read("builtin:" + name);
        LitmusChecker checker = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND);
        LitmusResult result = checker.check(test);
        List<FinalState> states = result.states();
        // The first and the last state in order differ most.
        Set<FinalState> ends = new LinkedHashSet<>(List.of(states.get(0), states.get(states.size() - 1)));
        for (FinalState each : ends) {
            String state = each.state().isEmpty() ? "true" : each.state();
            ExecutionPicture picture = checker.explain(test, state).picture().orElseThrow();
            check(picture);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        MP-release-acquire; P1:r0=1 P1:r1=0
        SB-fence-sc; P0:r0=0 P1:r0=0
        nesting-depth-three-cdp2; d:r0=0
        tail-of-tail-of-tail; f:r0=0
        event-joins-two-streams-cdp1; d:r0=0
        host-sync-sees-tail; host:r0=0
        sync-sees-grandchild; P0:r0=0
        """)
    void norInPicturesOfWhatIsForbidden(String name, String state) throws Exception {
        LitmusTest test = ShippedTests.read("builtin:" + name);
        var explanation = new LitmusChecker(2).explain(test, state);
        assertThat(explanation.reachable()).isFalse();
        ExecutionPicture picture = explanation.picture().orElseThrow();
        assertThat(picture.edges()).anyMatch(ExecutionPicture.Arrow::marked);
        check(picture);
    }

    @Test
    void aPictureIsTheSameEachTime() {
        ExecutionPicture picture = new LitmusChecker(2)
                .explain(ShippedTests.read("builtin:tail-of-tail"), "true")
                .picture()
                .orElseThrow();
        assertThat(ExecutionSvg.text(picture)).isEqualTo(ExecutionSvg.text(picture));
    }

    private static void check(ExecutionPicture picture) throws Exception {
        Element svg = BUILDERS.newDocumentBuilder()
                .parse(new InputSource(new StringReader(ExecutionSvg.text(picture))))
                .getDocumentElement();
        List<Rectangle2D> events = new ArrayList<>();
        for (Element each : elements(svg, "rect", "event")) {
            events.add(new Rectangle2D.Double(
                    number(each, "x"), number(each, "y"), number(each, "width"), number(each, "height")));
        }
        List<Rectangle2D> labels = new ArrayList<>();
        for (Element each : elements(svg, "text", "label")) {
            labels.add(new Rectangle2D.Double(
                    number(each, "x"),
                    number(each, "y") - ASCENT,
                    each.getTextContent().length() * CHARACTER,
                    HEIGHT));
        }
        List<Element> lines = elements(svg, "polyline", "edge");
        assertThat(events)
                .hasSize(picture.columns().stream()
                        .mapToInt(each -> each.nodes().size())
                        .sum());
        assertThat(lines).hasSameSizeAs(picture.edges());
        textsStayInTheirBoxes(svg, events);
        List<Rectangle2D> boxes = new ArrayList<>(events);
        boxes.addAll(labels);
        nothingOverlaps(boxes);
        Rectangle2D page = new Rectangle2D.Double(0, 0, number(svg, "width"), number(svg, "height"));
        assertThat(boxes).allMatch(page::contains);
        for (Element each : lines) {
            crossesNothing(each.getAttribute("points"), events, labels);
        }
    }

    private static List<Element> elements(Element svg, String tag, String kind) {
        List<Element> found = new ArrayList<>();
        NodeList all = svg.getElementsByTagName(tag);
        for (int i = 0; i < all.getLength(); i++) {
            Element each = (Element) all.item(i);
            if (each.getAttribute("class").equals(kind)) {
                found.add(each);
            }
        }
        return found;
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static void textsStayInTheirBoxes(Element svg, List<Rectangle2D> events) {
        for (String kind : List.of("name", "text")) {
            for (Element each : elements(svg, "text", kind)) {
                double width = each.getTextContent().length() * CHARACTER;
                Rectangle2D words = new Rectangle2D.Double(
                        number(each, "x") - width / 2, number(each, "y") - ASCENT, width, HEIGHT);
                assertThat(events).as(each.getTextContent()).anyMatch(box -> box.contains(words));
            }
        }
    }

    private static void nothingOverlaps(List<Rectangle2D> boxes) {
        for (int i = 0; i < boxes.size(); i++) {
            for (int j = i + 1; j < boxes.size(); j++) {
                assertThat(boxes.get(i).intersects(boxes.get(j)))
                        .as("%s and %s", boxes.get(i), boxes.get(j))
                        .isFalse();
            }
        }
    }

    /** An edge goes from the border of a box to that of another, through no box and no label. */
    private static void crossesNothing(String points, List<Rectangle2D> events, List<Rectangle2D> labels) {
        List<double[]> line = new ArrayList<>();
        for (String each : Splitter.on(' ').split(points)) {
            List<String> parts = Splitter.on(',').splitToList(each);
            line.add(new double[] {Double.parseDouble(parts.get(0)), Double.parseDouble(parts.get(1))});
        }
        assertThat(events).anyMatch(each -> isOnBorder(each, line.get(0)));
        assertThat(events).anyMatch(each -> isOnBorder(each, line.get(line.size() - 1)));
        List<Rectangle2D> obstacles = new ArrayList<>(events);
        obstacles.addAll(labels);
        for (int i = 1; i < line.size(); i++) {
            Line2D segment = new Line2D.Double(line.get(i - 1)[0], line.get(i - 1)[1], line.get(i)[0], line.get(i)[1]);
            for (Rectangle2D each : obstacles) {
                assertThat(segment.intersects(inside(each)))
                        .as("%s through %s", points, each)
                        .isFalse();
            }
        }
    }

    private static Rectangle2D inside(Rectangle2D box) {
        return new Rectangle2D.Double(box.getX() + 0.5, box.getY() + 0.5, box.getWidth() - 1, box.getHeight() - 1);
    }

    private static boolean isOnBorder(Rectangle2D box, double[] point) {
        boolean between = point[0] >= box.getMinX() - 0.2 && point[0] <= box.getMaxX() + 0.2;
        return between && (Math.abs(point[1] - box.getMinY()) < 0.2 || Math.abs(point[1] - box.getMaxY()) < 0.2);
    }
}
